// Admission of somebody whom an identity provider vouches for, in one transaction: as which user, and to which account.
//
//   issuer and subject are known ──▶ their user
//   unknown, and the address counts
//     ├─▶ a user has confirmed it, and is nobody else there ──▶ linked from now on
//     ├─▶ a member has only claimed it ──▶ linked; the password and the sessions of the claim end
//     └─▶ nobody has ──▶ a new user
//   unknown otherwise ──▶ refused
//
// Then who is no member joins the account of the provider, if it lets people join, and the role follows the groups.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { Role } from "../domain/account/role.js";
import type { EmailVerdict, JoiningRole, SsoProvider } from "../domain/account/single-sign-on.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { type Refusal, refuse } from "../errors/refusal.js";
import { type Account, findAccount } from "./accounts.js";
import { addMember, changeRole, roleOf } from "./members.js";
import { findFactor } from "./second-factors.js";
import { addIdentity, hasIdentity, type Identity, userOfIdentity } from "./sso-identities.js";
import { createUser, findUser, findUserByEmail, lastAccountOf, takeOverClaim, type User } from "./users.js";

export interface Arrival {
  issuer: string;
  subject: string;
  email: EmailVerdict;
  /** By the groups; null: none. */
  role: JoiningRole | null;
  /** A second factor was asked for, by the provider or by us. */
  hasFactor: boolean;
}

export interface Admitted {
  user: User;
  account: Account;
  role: Role;
  /** Absent: they were a member before. */
  joined?: true;
  /** The role of before, if it changed. */
  roleBefore?: Role;
}

/** The user has a second factor, which nobody has asked for yet. Nothing was written. */
export class FactorMissing extends Error {
  override readonly name = "FactorMissing";

  constructor(readonly user: User) {
    super("a second factor is missing");
  }
}

type Provider = Pick<SsoProvider, "id" | "accountId" | "joinsAccountId" | "groupRoles">;

/**
 * In a transaction. Throws `FactorMissing`. Refuses `sso-email-missing`, `sso-email-unverified`, `sso-domain-foreign`,
 * `sso-subject-other`, `sso-user-unconfirmed`, `sso-not-member`, `members-too-many` and `accounts-of-user-too-many`.
 */
export const admit = async (
  db: Kysely<Database>,
  provider: Provider,
  arrival: Arrival,
  now: EpochMs,
): Promise<Admitted> => {
  const joins = provider.joinsAccountId;
  if (joins !== null) await lockAccount(db, joins);
  const { issuer, subject } = arrival;
  const identity = { providerId: provider.id, issuer, subject };
  const known = await userOfIdentity(db, identity, now);
  const user =
    known === undefined ? await link(db, provider, identity, arrival, now) : await findUser(db, known);
  if (!user) throw refuse("sso-not-member");
  await requireFactor(db, user, arrival);
  const placed = joins === null ? {} : await place(db, provider, { user, joins }, arrival, now);
  const account =
    provider.accountId === null
      ? await lastAccountOf(db, user.id)
      : await findAccount(db, provider.accountId);
  const role = account && (await roleOf(db, account.id, user.id));
  if (!account || !role) throw refuse("sso-not-member");
  return { user, account, role, ...placed };
};

const requireFactor = async (db: Kysely<Database>, user: User, { hasFactor }: Arrival): Promise<void> => {
  const factor = hasFactor ? undefined : await findFactor(db, user.id);
  if (factor && factor.confirmedAt !== null) throw new FactorMissing(user);
};

const link = async (
  db: Kysely<Database>,
  provider: Provider,
  identity: Identity,
  { email: verdict }: Arrival,
  now: EpochMs,
): Promise<User> => {
  const email = requireEmail(verdict);
  const user = await userFor(db, provider, identity, email, now);
  await addIdentity(db, identity, user.id, now);
  return user;
};

const userFor = async (
  db: Kysely<Database>,
  { accountId }: Provider,
  identity: Identity,
  email: string,
  now: EpochMs,
): Promise<User> => {
  const holder = (await findUserByEmail(db, email))?.user;
  if (holder && (await hasIdentity(db, identity, holder.id))) throw refuse("sso-subject-other");
  if (holder && holder.emailConfirmedAt !== null) return holder;
  if (holder && accountId === null) throw refuse("sso-user-unconfirmed");
  if (holder && accountId !== null && (await roleOf(db, accountId, holder.id)) !== undefined)
    return takeOverClaim(db, holder, now);
  return createUser(db, { email, hash: null, isProven: true }, now);
};

/** Refuses with the problem. */
const requireEmail = (verdict: EmailVerdict): string => {
  if ("email" in verdict) return verdict.email;
  throw problemOf(verdict.problem);
};

const problemOf = (problem: Extract<EmailVerdict, { problem: string }>["problem"]): Refusal =>
  refuse(`sso-${problem}`);

/** Makes the user a member of the account that people join, or gives the role of the groups. The owner stays the owner. */
const place = async (
  db: Kysely<Database>,
  { accountId, groupRoles }: Provider,
  { user, joins }: { user: User; joins: string },
  { email, role: wanted }: Arrival,
  now: EpochMs,
): Promise<Pick<Admitted, "joined" | "roleBefore">> => {
  const role = await roleOf(db, joins, user.id);
  const isOwn = accountId !== null;
  if (role === undefined) {
    const mayJoin = wanted !== null && (isOwn || "email" in email) && (await findAccount(db, joins));
    if (!mayJoin && !isOwn) return {};
    requireEmail(email);
    if (wanted === null) throw refuse("sso-not-member");
    await addMember(db, { accountId: joins, userId: user.id, role: wanted }, now);
    return { joined: true };
  }
  if (role === "owner" || groupRoles.length === 0 || role === wanted) return {};
  if (wanted === null) throw refuse("sso-not-member");
  await changeRole(db, { accountId: joins, userId: user.id, by: "owner", role: wanted });
  return { roleBefore: role };
};
