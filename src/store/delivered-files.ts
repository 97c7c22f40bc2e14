// Delivered files: the hash of each file that a target has delivered, and what it was made from. A replay
// compares its files with them.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { FileSource } from "../domain/pipeline/replay.js";
import type { EpochMs } from "../domain/resource/resource.js";

export interface DeliveredFile {
  built_at: EpochMs;
  sha256: string;
  source: FileSource;
}

/** A year of daily files. */
const keptFiles = 400;

/** In the transaction that records the result of a target. A file that is the same as the newest is that one. */
export const noteDelivered = async (
  db: Kysely<Database>,
  targetId: string,
  { built_at, sha256, source }: DeliveredFile,
): Promise<void> => {
  const facts = JSON.stringify(source);
  const [newest] = await rowsOf(db, targetId).limit(1).execute();
  if (newest?.sha256 === sha256 && newest.source === facts) return;
  await db
    .insertInto("delivered_file")
    .values({ target_id: targetId, built_at, sha256, source: facts })
    .execute();
  const last = await rowsOf(db, targetId)
    .offset(keptFiles - 1)
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await db
    .deleteFrom("delivered_file")
    .where("target_id", "=", targetId)
    .where("sequence", "<", last.sequence)
    .execute();
};

/** Newest first. */
export const listDelivered = async (db: Kysely<Database>, targetId: string): Promise<DeliveredFile[]> => {
  const rows = await rowsOf(db, targetId).execute();
  return rows.map(({ built_at, sha256, source }) => ({ built_at, sha256, source: JSON.parse(source) }));
};

const rowsOf = (db: Kysely<Database>, targetId: string) =>
  db.selectFrom("delivered_file").selectAll().where("target_id", "=", targetId).orderBy("sequence", "desc");
