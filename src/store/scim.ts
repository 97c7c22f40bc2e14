// People and groups of an account as its identity provider has them, by SCIM. Who is active there is a member; whoever
// is not, or is deleted, is none any more. Groups give the roles that the account's identity providers say.
//
//   unknown ──▶ active: a member ──▶ inactive: no member, signed out, and kept out ──▶ active
//                               └─▶ deleted

import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, ScimGroupTable, ScimUserTable } from "../db/schema.js";
import { isUniqueViolation, lockAccount } from "../db/transaction.js";
import type { Role } from "../domain/account/role.js";
import { ScimError, type ScimGroupDraft, type ScimUserDraft } from "../domain/account/scim.js";
import { domainOfEmail, type JoiningRole, roleByGroups } from "../domain/account/single-sign-on.js";
import type { JsonObject } from "../domain/resource/json.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { addMember, changeRole, removeMember, requireNotAbove, roleOf } from "./members.js";
import { listProviders, verifiedDomains } from "./sso-providers.js";
import { createUser, findUserByEmail, keyOfEmail } from "./users.js";

export interface ScimUser extends Omit<ScimUserDraft, "email"> {
  id: string;
  accountId: string;
  /** The user who is the member; null: none. */
  userId: string | null;
  emailKey: string;
  createdAt: EpochMs;
  updatedAt: EpochMs;
}

export interface ScimGroup extends ScimGroupDraft {
  id: string;
  createdAt: EpochMs;
  updatedAt: EpochMs;
}

/** Whoever acts: the account of the key, and its role. */
export interface Provisioner {
  accountId: string;
  by: Role;
}

const notFound = (what: string, id: string) => new ScimError(404, undefined, `There is no ${what} ${id}.`);

/** In order of their coming. */
export const listScimUsers = async (db: Kysely<Database>, accountId: string): Promise<ScimUser[]> => {
  const rows = await db
    .selectFrom("scim_user")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toScimUser);
};

/** Throws ScimError. */
export const requireScimUser = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<ScimUser> => {
  const row = await db
    .selectFrom("scim_user")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("user", id);
  return toScimUser(row);
};

/** In a transaction. Throws ScimError, and refuses as `addMember` does. */
export const createScimUser = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  draft: ScimUserDraft,
  now: EpochMs,
): Promise<ScimUser> => {
  const { accountId } = whoever;
  await lockAccount(db, accountId);
  await requireOwnDomain(db, accountId, draft.email);
  const { is: most } = limits.scimUsers;
  if ((await listScimUsers(db, accountId)).length >= most)
    throw new ScimError(403, undefined, `An account has at most ${most} provisioned users.`);
  const row = {
    ...columnsOf(draft),
    id: randomUUID(),
    account_id: accountId,
    user_id: null,
    created_at: now,
    updated_at: now,
  };
  await unique(draft.userName, () => db.insertInto("scim_user").values(row).execute());
  return settle(db, whoever, toScimUser(row), now);
};

/** In a transaction. Throws ScimError, and refuses `owner-stays` and as `addMember` does. */
export const replaceScimUser = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  id: string,
  draftOf: (before: ScimUser) => ScimUserDraft,
  now: EpochMs,
): Promise<{ before: ScimUser; after: ScimUser }> => {
  const { accountId } = whoever;
  await lockAccount(db, accountId);
  const before = await requireScimUser(db, accountId, id);
  const draft = draftOf(before);
  if (keyOfEmail(draft.email) !== before.emailKey) await requireOwnDomain(db, accountId, draft.email);
  const columns = { ...columnsOf(draft), updated_at: now };
  await unique(draft.userName, () => db.updateTable("scim_user").set(columns).where("id", "=", id).execute());
  const changed = await requireScimUser(db, accountId, id);
  return { before, after: await settle(db, whoever, changed, now) };
};

/** In a transaction: the membership ends. Throws ScimError, and refuses `owner-stays`. */
export const removeScimUser = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  id: string,
): Promise<ScimUser> => {
  await lockAccount(db, whoever.accountId);
  const user = await requireScimUser(db, whoever.accountId, id);
  await endMembership(db, whoever, user);
  await db.deleteFrom("scim_user").where("id", "=", id).execute();
  return user;
};

const unique = async (name: string, write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ScimError(409, "uniqueness", `${name} is there already.`);
  }
};

/** Otherwise whoever has a key could make members of strangers. */
const requireOwnDomain = async (db: Kysely<Database>, accountId: string, email: string): Promise<void> => {
  const domain = domainOfEmail(email) ?? "";
  if ((await verifiedDomains(db, accountId)).includes(domain)) return;
  throw new ScimError(
    400,
    "invalidValue",
    `${domain} is no verified domain of the account. Verify it under Settings, Single sign-on.`,
  );
};

/** Makes the membership what the user is. */
const settle = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  user: ScimUser,
  now: EpochMs,
): Promise<ScimUser> => {
  if (!user.isActive) {
    await endMembership(db, whoever, user);
    return { ...user, userId: null };
  }
  const userId = await memberOf(db, whoever, user, now);
  await db.updateTable("scim_user").set({ user_id: userId }).where("id", "=", user.id).execute();
  return { ...user, userId };
};

const endMembership = async (
  db: Kysely<Database>,
  { accountId, by }: Provisioner,
  { id, userId, emailKey }: ScimUser,
): Promise<void> => {
  const member = userId ?? (await findUserByEmail(db, emailKey))?.user.id;
  const role = member && (await roleOf(db, accountId, member));
  if (!member || !role) return;
  if (role !== "owner") requireNotAbove(by, role);
  if (!(await isActiveTwice(db, accountId, { id, member, emailKey })))
    await removeMember(db, accountId, member);
  await db.updateTable("scim_user").set({ user_id: null }).where("id", "=", id).execute();
};

/** Whether the provider has the member under another name too, and active there: as while somebody is renamed. */
const isActiveTwice = async (
  db: Kysely<Database>,
  accountId: string,
  { id, member, emailKey }: { id: string; member: string; emailKey: string },
): Promise<boolean> => {
  const other = await db
    .selectFrom("scim_user")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "!=", id)
    .where("is_active", "=", 1)
    .where((row) => row.or([row("user_id", "=", member), row("email_key", "=", emailKey)]))
    .executeTakeFirst();
  return other !== undefined;
};

/** The member with the address, who becomes one. */
const memberOf = async (
  db: Kysely<Database>,
  { accountId, by }: Provisioner,
  { id, userId, emailKey }: ScimUser,
  now: EpochMs,
): Promise<string> => {
  if (userId !== null && (await roleOf(db, accountId, userId)) !== undefined) return userId;
  const holder = (await findUserByEmail(db, emailKey))?.user;
  if (holder && (await roleOf(db, accountId, holder.id)) !== undefined) return holder.id;
  // Whoever only claimed the address does not become a member by it.
  const user =
    holder && holder.emailConfirmedAt !== null
      ? holder
      : await createUser(db, { email: emailKey, hash: null, isProven: true }, now);
  const { role } = await wantedRole(db, accountId, { id, emailKey });
  requireNotAbove(by, role);
  await addMember(db, { accountId, userId: user.id, role }, now);
  return user.id;
};

/** `follows`: there are roles of groups, so that the role follows them. */
const wantedRole = async (
  db: Kysely<Database>,
  accountId: string,
  { id, emailKey }: Pick<ScimUser, "id" | "emailKey">,
): Promise<{ role: JoiningRole; follows: boolean }> => {
  const providers = await listProviders(db, accountId);
  const groupRoles = providers.flatMap((provider) => provider.groupRoles);
  const own = providers.find(({ domains }) => domains.includes(domainOfEmail(emailKey) ?? ""));
  const defaultRole = own?.defaultRole ?? "masked_viewer";
  const groups = await groupsOf(db, [id]);
  return { role: roleByGroups({ groupRoles, defaultRole }, groups)!, follows: groupRoles.length > 0 };
};

/** Names and external IDs of the groups that the users are in. */
const groupsOf = async (db: Kysely<Database>, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("scim_group_member")
    .innerJoin("scim_group", "scim_group.id", "scim_group_member.group_id")
    .select(["scim_group.name", "scim_group.external_id"])
    .where("scim_group_member.scim_user_id", "in", userIds)
    .execute();
  return rows.flatMap(({ name, external_id }) => (external_id === null ? [name] : [name, external_id]));
};

/** What is known of whoever signs in with the address. */
export const provisioned = async (
  db: Kysely<Database>,
  accountId: string,
  email: string,
): Promise<{ isInactive: boolean; groups: string[] }> => {
  const rows = await db
    .selectFrom("scim_user")
    .select(["id", "is_active"])
    .where("account_id", "=", accountId)
    .where("email_key", "=", keyOfEmail(email))
    .execute();
  const active = rows.filter(({ is_active }) => is_active === 1).map(({ id }) => id);
  return { isInactive: rows.length > 0 && active.length === 0, groups: await groupsOf(db, active) };
};

const columnsOf = ({ userName, email, externalId, isActive, profile }: ScimUserDraft) => ({
  user_name: userName,
  user_key: userName.toLowerCase(),
  email_key: keyOfEmail(email),
  external_id: externalId,
  is_active: Number(isActive),
  profile: JSON.stringify(profile),
});

const toScimUser = (row: Selectable<ScimUserTable>): ScimUser => ({
  id: row.id,
  accountId: row.account_id,
  userId: row.user_id,
  userName: row.user_name,
  emailKey: row.email_key,
  externalId: row.external_id,
  isActive: row.is_active === 1,
  profile: JSON.parse(row.profile) as JsonObject,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** In order of their coming. */
export const listScimGroups = async (db: Kysely<Database>, accountId: string): Promise<ScimGroup[]> => {
  const rows = await db
    .selectFrom("scim_group")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const members = await db
    .selectFrom("scim_group_member")
    .innerJoin("scim_group", "scim_group.id", "scim_group_member.group_id")
    .select(["scim_group_member.group_id", "scim_group_member.scim_user_id"])
    .where("scim_group.account_id", "=", accountId)
    .orderBy("scim_group_member.scim_user_id")
    .execute();
  return rows.map((row) => toScimGroup(row, members));
};

/** Throws ScimError. */
export const requireScimGroup = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<ScimGroup> => {
  const group = (await listScimGroups(db, accountId)).find((each) => each.id === id);
  if (!group) throw notFound("group", id);
  return group;
};

const toScimGroup = (
  row: Selectable<ScimGroupTable>,
  members: readonly { group_id: string; scim_user_id: string }[],
): ScimGroup => ({
  id: row.id,
  name: row.name,
  externalId: row.external_id,
  members: members.filter(({ group_id }) => group_id === row.id).map(({ scim_user_id }) => scim_user_id),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A role that changed with the groups. */
export interface FollowedRole {
  userId: string;
  emailKey: string;
  role: JoiningRole;
}

/** In a transaction. Throws ScimError, and refuses `role-above-own`. */
export const createScimGroup = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  draft: ScimGroupDraft,
  now: EpochMs,
): Promise<{ group: ScimGroup; followed: FollowedRole[] }> => {
  const { accountId } = whoever;
  await lockAccount(db, accountId);
  const { is: most } = limits.scimGroups;
  if ((await listScimGroups(db, accountId)).length >= most)
    throw new ScimError(403, undefined, `An account has at most ${most} provisioned groups.`);
  const row = {
    ...groupColumns(draft),
    id: randomUUID(),
    account_id: accountId,
    created_at: now,
    updated_at: now,
  };
  await unique(draft.name, () => db.insertInto("scim_group").values(row).execute());
  await setMembers(db, accountId, row.id, draft.members);
  const followed = await followGroups(db, whoever, draft.members);
  return { group: await requireScimGroup(db, accountId, row.id), followed };
};

/** In a transaction. Throws ScimError, and refuses `role-above-own`. */
export const replaceScimGroup = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  id: string,
  draftOf: (before: ScimGroup) => ScimGroupDraft,
  now: EpochMs,
): Promise<{ group: ScimGroup; followed: FollowedRole[] }> => {
  const { accountId } = whoever;
  await lockAccount(db, accountId);
  const before = await requireScimGroup(db, accountId, id);
  const draft = draftOf(before);
  const columns = { ...groupColumns(draft), updated_at: now };
  await unique(draft.name, () => db.updateTable("scim_group").set(columns).where("id", "=", id).execute());
  await setMembers(db, accountId, id, draft.members);
  const followed = await followGroups(db, whoever, [...before.members, ...draft.members]);
  return { group: await requireScimGroup(db, accountId, id), followed };
};

/** In a transaction. Throws ScimError, and refuses `role-above-own`. */
export const removeScimGroup = async (
  db: Kysely<Database>,
  whoever: Provisioner,
  id: string,
): Promise<{ group: ScimGroup; followed: FollowedRole[] }> => {
  await lockAccount(db, whoever.accountId);
  const group = await requireScimGroup(db, whoever.accountId, id);
  await db.deleteFrom("scim_group_member").where("group_id", "=", id).execute();
  await db.deleteFrom("scim_group").where("id", "=", id).execute();
  return { group, followed: await followGroups(db, whoever, group.members) };
};

const groupColumns = ({ name, externalId }: ScimGroupDraft) => ({
  name,
  name_key: name.toLowerCase(),
  external_id: externalId,
});

const setMembers = async (
  db: Kysely<Database>,
  accountId: string,
  groupId: string,
  members: readonly string[],
): Promise<void> => {
  const known = new Set((await listScimUsers(db, accountId)).map(({ id }) => id));
  const unknown = members.find((id) => !known.has(id));
  if (unknown !== undefined) throw new ScimError(400, "invalidValue", `There is no user ${unknown}.`);
  await db.deleteFrom("scim_group_member").where("group_id", "=", groupId).execute();
  for (const scim_user_id of new Set(members))
    await db.insertInto("scim_group_member").values({ group_id: groupId, scim_user_id }).execute();
};

/** Gives the users the roles of their groups. The owner stays the owner. */
const followGroups = async (
  db: Kysely<Database>,
  { accountId, by }: Provisioner,
  ids: readonly string[],
): Promise<FollowedRole[]> => {
  const followed: FollowedRole[] = [];
  for (const user of await listScimUsers(db, accountId)) {
    if (!ids.includes(user.id) || user.userId === null) continue;
    const [before, wanted] = [
      await roleOf(db, accountId, user.userId),
      await wantedRole(db, accountId, user),
    ];
    const { role, follows } = wanted;
    if (!follows || before === undefined || before === "owner" || before === role) continue;
    await changeRole(db, { accountId, userId: user.userId, by, role });
    followed.push({ userId: user.userId, emailKey: user.emailKey, role });
  }
  return followed;
};
