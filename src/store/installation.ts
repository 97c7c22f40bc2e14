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

/** Files that the store knows, without their contents. */
export interface KnownFiles {
  accountIds: string[];
  /** Uploads and results. */
  files: number;
}

export const knownFiles = async (db: Kysely<Database>): Promise<KnownFiles> => {
  const accounts = await db.selectFrom("account").select("id").execute();
  const count = (row: { files: number | string | bigint } | undefined) => Number(row?.files ?? 0);
  const uploads = db.selectFrom("upload").select((row) => row.fn.countAll().as("files"));
  const results = db
    .selectFrom("resource")
    .select((row) => row.fn.countAll().as("files"))
    .where("result_dir", "is not", null);
  return {
    accountIds: accounts.map(({ id }) => id),
    files: count(await uploads.executeTakeFirst()) + count(await results.executeTakeFirst()),
  };
};
