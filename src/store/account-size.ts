// Size of an account, for its limits: its resources, and its files with their bytes.

import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.js";

export interface ResourceCounts {
  /** Number of resources of all types, also archived ones. */
  all: number;
  streams: number;
  /** Bytes of all configurations. */
  configBytes: number;
}

export const countResources = async (db: Kysely<Database>, accountId: string): Promise<ResourceCounts> => {
  const { all, streams, configBytes } = await db
    .selectFrom("resource")
    .select((row) => [
      row.fn.countAll<number>().as("all"),
      sql<number>`count(case when type = 'streams' then 1 end)`.as("streams"),
      // Neither engine reads the text for this.
      sql<number | null>`cast(sum(octet_length(config)) as bigint)`.as("configBytes"),
    ])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { all, streams, configBytes: Number(configBytes ?? 0) };
};

export interface StoredFiles {
  /** Bytes of uploaded files, and of resumable uploads that have not ended, in full. */
  bytes: number;
  /** With the versions that were replaced or deleted and that a build has still to read. */
  files: number;
}

export const storedFiles = async (db: Kysely<Database>, accountId: string): Promise<StoredFiles> => {
  const bytes = sql<number | null>`cast(sum(bytes) as bigint)`.as("bytes");
  const files = sql<number>`cast(count(*) as bigint)`.as("files");
  const stored = await db
    .selectFrom("upload")
    .select([bytes, files])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const parts = await db
    .selectFrom("resumable_upload")
    .select([bytes, files])
    .where("account_id", "=", accountId)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  const versions = await db
    .selectFrom("replaced_upload")
    .select(files)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return {
    bytes: Number(stored?.bytes ?? 0) + Number(parts?.bytes ?? 0),
    files: Number(stored?.files ?? 0) + Number(parts?.files ?? 0) + Number(versions?.files ?? 0),
  };
};
