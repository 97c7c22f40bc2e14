// Connection to the metadata store: a SQLite file, or a PostgreSQL server that several machines share. Kysely sends both the same
// queries; differences between them stay in this folder.

import { Kysely, type Transaction } from "kysely";
import { migrate } from "./migrations/migrate.js";
import type { Dialect } from "./migrations/migration.js";
import { postgresDialect, requireRecentPostgres } from "./postgres.js";
import type { Database } from "./schema.js";
import { sqliteDialect } from "./sqlite.js";
import { transact } from "./transaction.js";

export type DbOptions = { file: string } | { url: string };

export interface Db {
  kind: Dialect;
  kysely: Kysely<Database>;
  /** `work` must contain queries only and never wait for the network or the disk: on SQLite it blocks all other writes. */
  transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the store and migrates its tables to this version. */
export const openDb = async (options: DbOptions): Promise<Db> => {
  const kind = "file" in options ? "sqlite" : "postgres";
  const dialect = "file" in options ? await sqliteDialect(options.file) : postgresDialect(options.url);
  const kysely = new Kysely<Database>({ dialect });
  try {
    if (kind === "postgres") await requireRecentPostgres(kysely);
    await migrate(kysely, kind);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return {
    kind,
    kysely,
    transaction: (work) => transact(kysely, work),
    close: () => kysely.destroy(),
  };
};
