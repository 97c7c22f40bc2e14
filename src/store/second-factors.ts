// Second factors of users. One that is begun counts once a code has shown that the app has it. Codes are good
// once, also for requests at the same moment.

import { randomBytes } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, SecondFactorTable } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { hashKey } from "./keys.js";

export interface SecondFactor {
  userId: string;
  sealedSecret: string;
  /** Step of the last code that was used. */
  lastStep: number;
  /** Null: begun, and not confirmed yet. */
  confirmedAt: EpochMs | null;
  /** Recovery codes that are left. */
  recoveryCodes: number;
}

export const findFactor = async (db: Kysely<Database>, userId: string): Promise<SecondFactor | undefined> => {
  const row = await db
    .selectFrom("second_factor")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && toFactor(row);
};

const toFactor = (row: Selectable<SecondFactorTable>): SecondFactor => ({
  userId: row.user_id,
  sealedSecret: row.sealed_secret,
  lastStep: row.last_step,
  confirmedAt: row.confirmed_at,
  recoveryCodes: hashesIn(row.recovery_hashes).length,
});

/** In place of one that was begun and never confirmed. A confirmed one stays: false. */
export const beginFactor = async (
  db: Kysely<Database>,
  userId: string,
  sealedSecret: string,
  now: EpochMs,
): Promise<boolean> => {
  await db
    .deleteFrom("second_factor")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("second_factor")
    .values({
      user_id: userId,
      sealed_secret: sealedSecret,
      last_step: 0,
      recovery_hashes: "[]",
      confirmed_at: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

const recoveryCodeCount = 10;

/** Confirms what was begun by the code of a step. The recovery codes cannot be read again. */
export const confirmFactor = async (
  db: Kysely<Database>,
  userId: string,
  step: number,
  now: EpochMs,
): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  await db
    .updateTable("second_factor")
    .set({ confirmed_at: now, last_step: step, recovery_hashes: JSON.stringify(codes.map(hashOf)) })
    .where("user_id", "=", userId)
    .execute();
  return codes;
};

/** 112 bits, enough for a plain hash, as hexadecimal digits in groups that can be read out. */
const makeRecoveryCode = (): string => randomBytes(14).toString("hex").match(/.{4}/g)!.join("-");

const hashOf = (code: string): string => hashKey(code.toLowerCase().replace(/[^0-9a-f]/g, ""));

const hashesIn = (text: string): string[] => JSON.parse(text) as string[];

/** Whether the code of the step is used now, and was not before. */
export const spendStep = async (db: Kysely<Database>, userId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Whether it is a recovery code that was left. It is not any more. */
export const spendRecoveryCode = async (
  db: Kysely<Database>,
  userId: string,
  code: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom("second_factor")
    .select("recovery_hashes")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return false;
  const hashes = hashesIn(row.recovery_hashes);
  const left = hashes.filter((hash) => hash !== hashOf(code));
  if (left.length === hashes.length) return false;
  const { numUpdatedRows } = await db
    .updateTable("second_factor")
    .set({ recovery_hashes: JSON.stringify(left) })
    .where("user_id", "=", userId)
    .where("recovery_hashes", "=", row.recovery_hashes)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Whether there was one. */
export const removeFactor = async (db: Kysely<Database>, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("second_factor")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
