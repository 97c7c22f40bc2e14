// Invitations to become a member of an account. The link has a token, of which only the hash is stored; it is good
// once, for seven days. Another invitation to the same address takes the place of the one before.

import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, InvitationTable } from "../db/schema.js";
import type { Role } from "../domain/account/role.js";
import { limits } from "../domain/resource/limits.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { hashKey } from "./keys.js";
import { keyOfEmail } from "./users.js";

export const invitationDays = 7;

/** A role that can be given: an account has one owner, who hands it over. */
export type GivenRole = Exclude<Role, "owner">;

export interface Invitation {
  id: string;
  accountId: string;
  email: string;
  role: GivenRole;
  /** The link went to the address by e-mail: whoever has it reads the mail of the address. */
  isMailed: boolean;
  /** E-mail address of the member or name of the key. */
  invitedBy: string;
  createdAt: EpochMs;
  expiresAt: EpochMs;
}

export type InvitationDraft = Pick<Invitation, "accountId" | "email" | "role" | "isMailed" | "invitedBy">;

/** In a transaction that has locked the account. `token` cannot be retrieved later. Refuses `invitations-too-many`. */
export const createInvitation = async (
  db: Kysely<Database>,
  { accountId, email, role, isMailed, invitedBy }: InvitationDraft,
  now: EpochMs,
): Promise<{ invitation: Invitation; token: string }> => {
  const email_key = keyOfEmail(email);
  await db
    .deleteFrom("invitation")
    .where("account_id", "=", accountId)
    .where((row) => row.or([row("expires_at", "<=", now), row("email_key", "=", email_key)]))
    .execute();
  const { is: most } = limits.invitations;
  if ((await listInvitations(db, accountId, now)).length >= most)
    throw refuse("invitations-too-many", { most });
  const token = randomBytes(32).toString("base64url");
  const row = {
    id: randomUUID(),
    account_id: accountId,
    email: email.trim(),
    email_key,
    role,
    token_hash: hashKey(token),
    is_mailed: Number(isMailed),
    invited_by: invitedBy,
    created_at: now,
    expires_at: now + invitationDays * msPerDay,
  };
  await db.insertInto("invitation").values(row).execute();
  return { invitation: toInvitation(row), token };
};

/** Those that can be accepted, newest first. */
export const listInvitations = async (
  db: Kysely<Database>,
  accountId: string,
  now: EpochMs,
): Promise<Invitation[]> => {
  const rows = await db
    .selectFrom("invitation")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toInvitation);
};

/** Refuses `invitation-invalid`. */
export const requireInvitation = async (
  db: Kysely<Database>,
  token: string,
  now: EpochMs,
): Promise<Invitation> => {
  const row = await db
    .selectFrom("invitation")
    .selectAll()
    .where("token_hash", "=", hashKey(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!row) throw refuse("invitation-invalid");
  return toInvitation(row);
};

/** The invitation that was withdrawn or accepted; undefined if the account has none of this id. */
export const removeInvitation = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<Invitation | undefined> => {
  const row = await db
    .deleteFrom("invitation")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toInvitation(row);
};

const toInvitation = (row: Selectable<InvitationTable>): Invitation => ({
  id: row.id,
  accountId: row.account_id,
  email: row.email,
  role: row.role,
  isMailed: row.is_mailed === 1,
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
