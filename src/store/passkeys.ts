// Passkeys of users: key pairs whose private half stays in a device. A signature counts once, because its challenge does, and
// the counter of a device that has one only grows: where it does not, there is a copy of the device.

import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, PasskeyTable } from "../db/schema.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";

export interface Passkey {
  id: string;
  /** As the device names it, in base64url. */
  credentialId: string;
  userId: string;
  name: string;
  /** COSE key in base64. */
  publicKey: string;
  counter: number;
  /** How browsers reach the device, such as `internal` and `usb`. */
  transports: string[];
  createdAt: EpochMs;
  usedAt: EpochMs | null;
}

export type PasskeyDraft = Omit<Passkey, "id" | "createdAt" | "usedAt">;

/** In a transaction. Refuses `passkeys-too-many`, and `passkey-refused` for one that somebody has already. */
export const addPasskey = async (
  db: Kysely<Database>,
  draft: PasskeyDraft,
  now: EpochMs,
): Promise<Passkey> => {
  const { is: most } = limits.passkeys;
  if ((await listPasskeys(db, draft.userId)).length >= most) throw refuse("passkeys-too-many", { most });
  if (await findPasskey(db, draft.credentialId)) throw refuse("passkey-refused");
  const row = {
    id: randomUUID(),
    credential_id: draft.credentialId,
    user_id: draft.userId,
    name: draft.name,
    public_key: draft.publicKey,
    counter: draft.counter,
    transports: JSON.stringify(draft.transports),
    created_at: now,
    used_at: null,
  };
  await db.insertInto("passkey").values(row).execute();
  return toPasskey(row);
};

/** Newest first. */
export const listPasskeys = async (db: Kysely<Database>, userId: string): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom("passkey")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toPasskey);
};

export const hasPasskey = async (db: Kysely<Database>, userId: string): Promise<boolean> => {
  const row = db.selectFrom("passkey").select("id").where("user_id", "=", userId).limit(1);
  return (await row.executeTakeFirst()) !== undefined;
};

/** Of any user, by the name that its device has for it. */
export const findPasskey = async (
  db: Kysely<Database>,
  credentialId: string,
): Promise<Passkey | undefined> => {
  const row = await db
    .selectFrom("passkey")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  return row && toPasskey(row);
};

/** Notes a use; false if another one has changed the counter meanwhile. */
export const usePasskey = async (
  db: Kysely<Database>,
  { id, counter }: Pick<Passkey, "id" | "counter">,
  newCounter: number,
  now: EpochMs,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("passkey")
    .set({ counter: newCounter, used_at: now })
    .where("id", "=", id)
    .where("counter", "=", counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Undefined if the user has none of this id. */
export const renamePasskey = async (
  db: Kysely<Database>,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey | undefined> => {
  const row = await db
    .updateTable("passkey")
    .set({ name })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toPasskey(row);
};

/** With the last one, sessions that began with one have shown no factor any more. False if the user has none of this id. */
export const removePasskey = async (db: Kysely<Database>, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("passkey")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!(await hasPasskey(db, userId)))
    await db.updateTable("session").set({ has_passkey: 0 }).where("user_id", "=", userId).execute();
  return numDeletedRows === 1n;
};

export const removePasskeys = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await db.deleteFrom("passkey").where("user_id", "=", userId).execute();
};

const toPasskey = (row: Selectable<PasskeyTable>): Passkey => ({
  id: row.id,
  credentialId: row.credential_id,
  userId: row.user_id,
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports),
  createdAt: row.created_at,
  usedAt: row.used_at,
});
