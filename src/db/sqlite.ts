// SQLite through the API of `node:sqlite`, as a Kysely dialect. The file is in WAL mode, unless it is alone,
// and every commit is on the disk before it is acknowledged or read (`flushed-commits.ts`). A transaction takes the
// write lock when it begins: if it read first and wrote later, it could fail halfway because another process wrote in
// between. Reads outside a transaction have a connection of their own, and see the last commit: they do not wait until
// a long change has ended.

import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from "kysely";
import { FlushedCommits } from "./flushed-commits.js";
import type { Database } from "./schema.js";

/** Time that a write waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Opens the file, creating it and its directory if missing. Only its owner can read it, since it contains secrets. */
export const sqliteDialect = async (
  { file, isAlone = false }: { file: string; isAlone?: boolean },
  explain: Explain = (error) => error,
): Promise<SqliteStore> => {
  await mkdir(path.dirname(file), { recursive: true });
  await (await open(file, "a", 0o600)).close();
  const writer = adapt(openDatabase(file, isAlone), explain);
  if (isAlone) return new SqliteStore(writer);
  const reading = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true });
  return new SqliteStore(writer, {
    reader: adapt(reading, explain),
    version: versionReader(reading),
    commits: new FlushedCommits(file, explain),
  });
};

/** The number changes when another connection commits: the writer of this process, or another process. */
const versionReader = (database: DatabaseSyncInstance): (() => number) => {
  const statement = database.prepare("pragma data_version");
  return () => (statement.get() as { data_version: number }).data_version;
};

/** Turns errors of the disk into refusals. */
type Explain = (error: unknown) => unknown;

const openDatabase = (file: string, isAlone: boolean): DatabaseSyncInstance => {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  const { version } = database.prepare("select sqlite_version() as version").get() as { version: string };
  requireSafeVersion(version);
  database.exec(`pragma journal_mode = ${isAlone ? "delete" : "wal"}`);
  database.exec(`pragma synchronous = ${isAlone ? "full" : "normal"}`);
  database.exec("pragma secure_delete = on");
  return database;
};

/** Moves the log of writes into the file and empties it. False if another process uses the log. */
export const emptyLog = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
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
  const prepare = (text: string): SqliteStatement => {
    const statement = explained(() => database.prepare(text));
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => explained(() => statement.all(...parameters)),
      run: (parameters) => explained(() => statement.run(...parameters)),
      // A statement of its own: others of its text may run before the last row is read.
      iterate: (parameters) => database.prepare(text).iterate(...parameters),
    };
  };
  return { close: () => database.close(), prepare: remembering(prepare) };
};

/** Prepared statements of recent texts: the same few hundred make up nearly all. */
const keptStatements = 500;
const longestKept = 4_000;

const remembering = (prepare: (text: string) => SqliteStatement): ((text: string) => SqliteStatement) => {
  const kept = new Map<string, SqliteStatement>();
  return (text) => {
    const statement = kept.get(text) ?? prepare(text);
    if (text.length > longestKept || !changesNothing.test(text)) return statement;
    kept.delete(text);
    kept.set(text, statement);
    const [oldest] = kept.keys();
    if (kept.size > keptStatements) kept.delete(oldest!);
    return statement;
  };
};

/** Statements on rows. Others may change tables, and a kept `select *` would have the old columns. */
const changesNothing = /^\s*(select|insert|update|delete|with)\b/i;

/** Parts of a store beside its writer, unless it is alone. */
interface Shared {
  reader: SqliteDatabase;
  version: () => number;
  commits: FlushedCommits;
}

export class SqliteStore extends SqliteDialect {
  constructor(
    private readonly writer: SqliteDatabase,
    private readonly shared?: Shared,
  ) {
    super({ database: writer });
  }

  /** Null without a connection for reads, or if the file cannot be read: the query that follows says why. */
  version(): number | null {
    try {
      return this.shared?.version() ?? null;
    } catch {
      return null;
    }
  }

  override createDriver(): Driver {
    return this.shared
      ? new SharedDriver(this.writer, this.shared)
      : new ImmediateDriver({ database: this.writer });
  }
}

/** Transactions have the write lock from their beginning. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /**
   * After some errors, such as a full disk, SQLite has rolled back by itself; a second time fails and would
   * hide the first error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
    } catch (error) {
      if (!/no transaction is active/.test(String(error))) throw error;
    }
  }
}

/** The connection of the writer is held by one at a time, and given back before the wait for the disk. */
class SharedDriver extends ImmediateDriver {
  constructor(
    writer: SqliteDatabase,
    private readonly shared: Shared,
  ) {
    super({ database: writer });
  }

  override async acquireConnection(): Promise<Connection> {
    return new Connection(this.shared, () => super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection);
    (connection as Connection).isInTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).isInTransaction = false;
    await super.commitTransaction(connection);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof Connection && connection.isHeld()) await super.releaseConnection();
    await this.shared.commits.wait();
  }

  override async destroy(): Promise<void> {
    await this.shared.commits.close();
    this.shared.reader.close();
    await super.destroy();
  }
}

/**
 * A connection that reads until something else is asked of it. From then on, as in a transaction, it is the
 * writer's.
 */
class Connection implements DatabaseConnection {
  isInTransaction = false;
  private writer: DatabaseConnection | undefined;

  constructor(
    private readonly shared: Shared,
    private readonly holdWriter: () => Promise<DatabaseConnection>,
  ) {}

  isHeld(): boolean {
    return this.writer !== undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, commits } = this.shared;
    if (!this.writer && SelectQueryNode.is(query.query))
      return { rows: reader.prepare(query.sql).all(query.parameters) as R[] };
    this.writer ??= await this.holdWriter();
    // In the same turn, so that no read sees the commit and does not know of it.
    const result = this.writer.executeQuery<R>(query);
    if (!this.isInTransaction) commits.note();
    return result;
  }

  /** An open cursor would keep other reads of its connection at the commit at which it began. */
  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.writer ??= await this.holdWriter();
    yield* this.writer.streamQuery<R>(query, chunkSize);
  }
}
