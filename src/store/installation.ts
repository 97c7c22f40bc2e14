// Installation: the identity of the store, which its data directory shares.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";

/** Null until the store has been joined with a data directory. */
export const installationId = async (db: Kysely<Database>): Promise<string | null> => {
  const row = await db.selectFrom("installation").select("id").executeTakeFirst();
  return row?.id ?? null;
};

/** In a transaction: gives the store an identity in place of its former one. */
export const recordInstallation = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("installation").execute();
  await db.insertInto("installation").values({ id }).execute();
};

/** Number of uploads and results that the store names. */
export const countKnownFiles = async (db: Kysely<Database>): Promise<number> => {
  const uploads = db.selectFrom("upload").select((row) => row.fn.countAll().as("files"));
  const results = db
    .selectFrom("resource")
    .select((row) => row.fn.countAll().as("files"))
    .where("result_dir", "is not", null);
  const counts = [await uploads.executeTakeFirstOrThrow(), await results.executeTakeFirstOrThrow()];
  return counts.reduce((sum, { files }) => sum + Number(files), 0);
};
