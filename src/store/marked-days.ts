// Days that an account marked, such as that of a newsletter, for its charts over time.

import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, MarkedDayTable } from "../db/schema.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";

export interface MarkedDay {
  id: string;
  /** `2026-11-04` */
  day: string;
  text: string;
  createdAt: EpochMs;
}

/** In a transaction that has locked the account. Refuses `marked-days-too-many`. */
export const markDay = async (
  db: Kysely<Database>,
  accountId: string,
  { day, text }: Pick<MarkedDay, "day" | "text">,
  now: EpochMs,
): Promise<MarkedDay> => {
  const { is: most } = limits.markedDays;
  if ((await listMarkedDays(db, accountId)).length >= most) throw refuse("marked-days-too-many", { most });
  const row = { id: randomUUID(), account_id: accountId, day, text, created_at: now };
  await db.insertInto("marked_day").values(row).execute();
  return toMarkedDay(row);
};

/** Oldest day first. */
export const listMarkedDays = async (db: Kysely<Database>, accountId: string): Promise<MarkedDay[]> => {
  const rows = await db
    .selectFrom("marked_day")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("day")
    .orderBy("id")
    .execute();
  return rows.map(toMarkedDay);
};

/** Undefined: the account has no such day. */
export const unmarkDay = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<MarkedDay | undefined> => {
  const row = await db
    .deleteFrom("marked_day")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toMarkedDay(row);
};

const toMarkedDay = ({ id, day, text, created_at }: Selectable<MarkedDayTable>): MarkedDay => ({
  id,
  day,
  text,
  createdAt: created_at,
});
