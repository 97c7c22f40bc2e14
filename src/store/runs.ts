// Runs of builds: through which instant the files of an account belong to its present run.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";

export interface Run {
  /** When the newest of its files arrived as it began; null: there was none yet. */
  began: EpochMs | null;
  /** Files that arrived or went later belong to the next run; null: there was none yet. */
  until: EpochMs | null;
  /** When the newest file arrived or went. */
  newest: EpochMs;
}

export const runOf = async (db: Kysely<Database>, accountId: string): Promise<Run> => {
  const row = await db
    .selectFrom("account")
    .select(["run_began as began", "run_until as until", "newest_arrival as newest"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ?? { began: null, until: null, newest: 0 };
};

/** The next run begins, with all files. */
export const beginRun = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .updateTable("account")
    .set((row) => ({ run_began: row.ref("newest_arrival"), run_until: row.ref("newest_arrival") }))
    .where("id", "=", accountId)
    .execute();
};

/** Files that have arrived meanwhile belong to the present run. */
export const extendRun = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .updateTable("account")
    .set((row) => ({ run_until: row.ref("newest_arrival") }))
    .where("id", "=", accountId)
    .execute();
};
