// Members of accounts. A user is a member of at least one: whoever leaves the last one is deleted. An account to which
// users sign in has one owner, who can only hand it over.
//
//   invited ──▶ accepted: a member with the invitation's role ──▶ another role
//                                                            ├─▶ removed, or left; not the owner
//                                                            └─▶ owner; the owner before is an administrator then

import type { Kysely, Selectable } from "kysely";
import type { Database, MembershipTable } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import { isAtLeast, type Role } from "../domain/account/role.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";

export interface Member {
  userId: string;
  email: string;
  role: Role;
  createdAt: EpochMs;
  /** When they last signed in to the account or switched to it. */
  enteredAt: EpochMs;
}

/** In order of their coming. */
export const listMembers = async (db: Kysely<Database>, accountId: string): Promise<Member[]> =>
  (await members(db, accountId).orderBy("membership.created_at").orderBy("membership.user_id").execute()).map(
    toMember,
  );

/** Refuses `resource-unknown`. */
export const requireMember = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
): Promise<Member> => {
  const row = await members(db, accountId).where("membership.user_id", "=", userId).executeTakeFirst();
  if (!row) throw refuse("resource-unknown", { type: "member", id: userId });
  return toMember(row);
};

const members = (db: Kysely<Database>, accountId: string) =>
  db
    .selectFrom("membership")
    .innerJoin("app_user", "app_user.id", "membership.user_id")
    .selectAll("membership")
    .select("app_user.email")
    .where("membership.account_id", "=", accountId);

/** Undefined if the user is no member. */
export const roleOf = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
): Promise<Role | undefined> => {
  const row = await db
    .selectFrom("membership")
    .select("role")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
};

export interface Belonging {
  id: string;
  name: string;
  role: Role;
}

/** The accounts that the user is a member of, by name. */
export const accountsOf = (db: Kysely<Database>, userId: string): Promise<Belonging[]> =>
  db
    .selectFrom("membership")
    .innerJoin("account", "account.id", "membership.account_id")
    .select(["account.id", "account.name", "membership.role"])
    .where("membership.user_id", "=", userId)
    .orderBy("account.name")
    .orderBy("account.id")
    .execute();

/**
 * In a transaction that has locked the account. Refuses `member-already`, `members-too-many` and
 * `accounts-of-user-too-many`.
 */
export const addMember = async (
  db: Kysely<Database>,
  { accountId, userId, role }: { accountId: string; userId: string; role: Role },
  now: EpochMs,
): Promise<void> => {
  await lockUser(db, userId);
  const present = await listMembers(db, accountId);
  if (present.some((member) => member.userId === userId)) throw refuse("member-already");
  if (present.length >= limits.members.is) throw refuse("members-too-many", { most: limits.members.is });
  if ((await accountsOf(db, userId)).length >= limits.accountsOfUser.is)
    throw refuse("accounts-of-user-too-many", { most: limits.accountsOfUser.is });
  await db
    .insertInto("membership")
    .values({ account_id: accountId, user_id: userId, role, created_at: now, entered_at: now })
    .execute();
};

/** Whoever acts has the role `by`. */
interface Change {
  accountId: string;
  userId: string;
  by: Role;
}

/** In a transaction. Refuses `resource-unknown`, `role-above-own` and `owner-stays`. Returns the member of before. */
export const changeRole = async (
  db: Kysely<Database>,
  { accountId, userId, by, role }: Change & { role: Exclude<Role, "owner"> },
): Promise<Member> => {
  await lockAccount(db, accountId);
  const member = await requireMember(db, accountId, userId);
  if (member.role === "owner") throw refuse("owner-stays");
  for (const given of [member.role, role]) requireNotAbove(by, given);
  await setRole(db, accountId, userId, role);
  return member;
};

/** Throws `role-above-own`: nobody gives or takes a role above their own. */
export const requireNotAbove = (by: Role, given: Role): void => {
  if (!isAtLeast(by, given)) throw refuse("role-above-own", { role: by, given });
};

/**
 * In a transaction: the member's sessions in the account end, and a user who is in no other account is deleted. Refuses
 * `resource-unknown` and `owner-stays`.
 */
export const removeMember = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
): Promise<Member> => {
  await lockAccount(db, accountId);
  await lockUser(db, userId);
  const member = await requireMember(db, accountId, userId);
  if (member.role === "owner") throw refuse("owner-stays");
  for (const table of ["session", "api_key", "membership"] as const)
    await db.deleteFrom(table).where("account_id", "=", accountId).where("user_id", "=", userId).execute();
  await removeUsersWithoutAccount(db, [userId]);
  return member;
};

/**
 * In a transaction: hands the account over, with its e-mail address. The owner of before is an administrator then.
 * Refuses `resource-unknown`.
 */
export const makeOwner = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
  now: EpochMs,
): Promise<Member> => {
  await lockAccount(db, accountId);
  const member = await requireMember(db, accountId, userId);
  if (member.role === "owner") return member;
  await db
    .updateTable("membership")
    .set({ role: "administrator" })
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .execute();
  await setRole(db, accountId, userId, "owner");
  const heir = db.selectFrom("app_user").where("id", "=", userId);
  const { email, email_confirmed_at } = await heir
    .select(["email", "email_confirmed_at"])
    .executeTakeFirstOrThrow();
  await db
    .updateTable("account")
    .set({ email, email_confirmed_at, updated_at: now })
    .where("id", "=", accountId)
    .execute();
  return member;
};

const setRole = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
  role: Role,
): Promise<void> => {
  await db
    .updateTable("membership")
    .set({ role })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
};

/**
 * Serialises the changes of what the user is a member of until the transaction ends. Take it after the lock of the
 * account.
 */
export const lockUser = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await db
    .updateTable("app_user")
    .set((row) => ({ id: row.ref("id") }))
    .where("id", "=", userId)
    .execute();
};

/** Deletes those of the users, who are locked, that are members of no account any more. */
export const removeUsersWithoutAccount = async (
  db: Kysely<Database>,
  among: readonly string[],
): Promise<void> => {
  if (among.length === 0) return;
  await db
    .deleteFrom("app_user")
    .where("id", "in", among)
    .where("id", "not in", (query) => query.selectFrom("membership").select("user_id"))
    .execute();
};

const toMember = (row: Selectable<MembershipTable> & { email: string }): Member => ({
  userId: row.user_id,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
  enteredAt: row.entered_at,
});
