// SQLite through the API of `node:sqlite`, as a Kysely dialect. The file is in WAL mode, and every commit is on the disk before it is
// acknowledged. A transaction takes the write lock when it begins: if it read first and wrote later, it could fail halfway
// because another process wrote in between.

import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

/** Time that a write waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Opens the file, creating it and its directory if missing. Only its owner can read it, since it contains secrets. */
export const sqliteDialect = async (
  file: string,
  explain: Explain = (error) => error,
): Promise<SqliteDialect> => {
  await mkdir(path.dirname(file), { recursive: true });
  await (await open(file, "a", 0o600)).close();
  return new ImmediateDialect({ database: adapt(openDatabase(file), explain) });
};

/** Turns errors of the disk into refusals. */
type Explain = (error: unknown) => unknown;

const openDatabase = (file: string): DatabaseSyncInstance => {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  const { version } = database.prepare("select sqlite_version() as version").get() as { version: string };
  requireSafeVersion(version);
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = full");
  return database;
};

/** Before 3.51.3 a reset of the write-ahead log during a checkpoint could corrupt the file. */
export const requireSafeVersion = (version: string): void => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const isSafe = major * 1e6 + minor * 1e3 + patch >= 3_051_003;
  if (!isSafe) throw new Error(`SQLite ${version} can corrupt its file; 3.51.3 or later is needed.`);
};

/** The interface that Kysely expects of a SQLite library. */
const adapt = (database: DatabaseSyncInstance, explain: Explain): SqliteDatabase => {
  const explained = <R>(act: () => R): R => {
    try {
      return act();
    } catch (error) {
      throw explain(error);
    }
  };
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = explained(() => database.prepare(text));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => explained(() => statement.all(...parameters)),
        run: (parameters) => explained(() => statement.run(...parameters)),
        iterate: (parameters) => statement.iterate(...parameters),
      };
    },
  };
};

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** After some errors, such as a full disk, SQLite has rolled back by itself; a second time fails and would hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
    } catch (error) {
      if (!/no transaction is active/.test(String(error))) throw error;
    }
  }
}
