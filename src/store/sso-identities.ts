// Identities of users at identity providers: a provider's issuer and subject are a user from their first sign-in on. A
// user has one subject at a provider: another one with the same address is somebody else.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { hashKey } from "./keys.js";

export interface Identity {
  providerId: string;
  issuer: string;
  subject: string;
}

/** The id of the user, who is noted as seen. */
export const userOfIdentity = async (
  db: Kysely<Database>,
  { providerId, issuer, subject }: Identity,
  now: EpochMs,
): Promise<string | undefined> => {
  const row = await db
    .updateTable("sso_identity")
    .set({ used_at: now })
    .where("provider_id", "=", providerId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
};

/** Whether the user is somebody at the provider already. */
export const hasIdentity = async (
  db: Kysely<Database>,
  { providerId, issuer }: Omit<Identity, "subject">,
  userId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom("sso_identity")
    .select("subject")
    .where("provider_id", "=", providerId)
    .where("issuer", "=", issuer)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
};

export const addIdentity = async (
  db: Kysely<Database>,
  { providerId, issuer, subject }: Identity,
  userId: string,
  now: EpochMs,
): Promise<void> => {
  await db
    .insertInto("sso_identity")
    .values({ provider_id: providerId, issuer, subject, user_id: userId, created_at: now, used_at: now })
    .execute();
};

/** Whether the user has signed in at one of the providers. */
export const isKnownAt = async (
  db: Kysely<Database>,
  userId: string,
  providerIds: readonly string[],
): Promise<boolean> => {
  if (providerIds.length === 0) return false;
  const row = await db
    .selectFrom("sso_identity")
    .select("subject")
    .where("user_id", "=", userId)
    .where("provider_id", "in", providerIds)
    .executeTakeFirst();
  return row !== undefined;
};

/** Uses up the state of a sign-in, which has to be remembered `until` then. False if it was used before. */
export const spendState = async (
  db: Kysely<Database>,
  state: string,
  { now, until }: { now: EpochMs; until: EpochMs },
): Promise<boolean> => {
  await db.deleteFrom("sso_used_state").where("until", "<", now).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("sso_used_state")
    .values({ hash: hashKey(state), until })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};
