// Connection to the metadata store: a SQLite file, or a PostgreSQL server that several machines share. Kysely
// sends both the same queries; differences between them stay in this folder.

import { Kysely, type Transaction } from "kysely";
import type { Troubles } from "../errors/troubles.js";
import { migrate } from "./migrations/migrate.js";
import type { Dialect } from "./migrations/migration.js";
import { postgresDialect, requireRecentPostgres } from "./postgres.js";
import type { Database } from "./schema.js";
import { emptyLog, SqliteStore, sqliteDialect } from "./sqlite.js";
import { StoreHealth } from "./store-health.js";
import { transact } from "./transaction.js";

/**
 * Alone: nothing else opens the SQLite file. It has one connection and no log beside it, so it can be copied
 * or renamed by itself.
 */
export type DbOptions = { file: string; isAlone?: boolean } | { url: string };

export interface Db {
  kind: Dialect;
  kysely: Kysely<Database>;
  /**
   * `work` must contain queries only and never wait for the network or the disk: on SQLite it blocks all other writes.
   */
  transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Removes what was deleted or replaced from the store's files. SQLite overwrites it in the file at once,
   * and here in the log of writes; PostgreSQL does it by its own vacuum. False while another process reads
   * the log: try again later.
   */
  forgetDeleted(): Promise<boolean>;
  /** Another number after each commit of any process; null where that is not known: see `ReadCache`. */
  version(): number | null;
  /**
   * Throws the refusal while the store cannot be read or, if that is in doubt, written. A write that failed
   * puts it in doubt.
   */
  probe(isWriteInDoubt?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Opens the store and migrates its tables to this version. What is wrong with it later is reported to `troubles`. */
export const openDb = async (
  options: DbOptions,
  troubles: Pick<Troubles, "report" | "clear"> = unheard,
): Promise<Db> => {
  const kind = "file" in options ? "sqlite" : "postgres";
  const health = new StoreHealth(troubles);
  const dialect =
    "file" in options
      ? await sqliteDialect(options, health.explain)
      : postgresDialect(options.url, health.explain);
  const kysely = new Kysely<Database>({ dialect });
  try {
    if (kind === "postgres") await requireRecentPostgres(kysely);
    await migrate(kysely, kind);
  } catch (error) {
    health.close();
    await kysely.destroy();
    throw error;
  }
  health.watch(kysely, kind);
  return {
    kind,
    kysely,
    transaction: (work) => transact(kysely, kind, work),
    version: () => (dialect instanceof SqliteStore ? dialect.version() : null),
    forgetDeleted: async () => kind === "postgres" || (await emptyLog(kysely)),
    probe: (isWriteInDoubt) => health.probe(isWriteInDoubt),
    close: async () => {
      health.close();
      await kysely.destroy();
    },
  };
};

const unheard = { report: () => {}, clear: () => {} };
