// Security links: by the link of a mail, a user says that a sign-in or a change was not theirs.
//
//   mailed ──▶ opened: the user's sessions end, the password of before no longer works, and a second factor or
//   │          a passkey that the mail reports is removed; as often as it is opened
//   ├─▶ a new password is set with it: all links of the user are gone
//   └─▶ a week later: gone

import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { hashKey } from "./keys.js";

export const securityLinkDays = 7;

export interface SecurityLink {
  userId: string;
  /** Whether the user had a password when the mail was written. */
  hasPassword: boolean;
  /** When the second factor was confirmed that the mail reports; null: it reports something else. */
  factorSince: EpochMs | null;
  /** The passkey whose registration the mail reports; null: it reports something else. */
  passkeyId: string | null;
}

/** Deletes those that are over. The token cannot be retrieved later. */
export const createSecurityLink = async (
  db: Kysely<Database>,
  { userId, hasPassword, factorSince, passkeyId }: SecurityLink,
  now: EpochMs,
): Promise<string> => {
  await db.deleteFrom("security_link").where("expires_at", "<=", now).execute();
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("security_link")
    .values({
      token_hash: hashKey(token),
      user_id: userId,
      has_password: Number(hasPassword),
      factor_since: factorSince,
      passkey_id: passkeyId,
      expires_at: now + securityLinkDays * msPerDay,
    })
    .execute();
  return token;
};

/** Refuses `security-link-invalid`. */
export const requireSecurityLink = async (
  db: Kysely<Database>,
  token: string,
  now: EpochMs,
): Promise<SecurityLink> => {
  const row = await db
    .selectFrom("security_link")
    .selectAll()
    .where("token_hash", "=", hashKey(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!row) throw refuse("security-link-invalid", { days: securityLinkDays });
  return {
    userId: row.user_id,
    hasPassword: row.has_password === 1,
    factorSince: row.factor_since,
    passkeyId: row.passkey_id,
  };
};

export const removeSecurityLinks = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await db.deleteFrom("security_link").where("user_id", "=", userId).execute();
};
