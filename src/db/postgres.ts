// PostgreSQL through `pg`. 64-bit integers are returned as JavaScript numbers, as from SQLite: they are
// counts and milliseconds, far below 2^53. The server may go away at any moment: a broken connection is an
// error of the query that meets it and of nothing else, no query waits for ever, and a connection that broke
// is never used again.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPoolClient,
  sql,
} from "kysely";
import pg from "pg";
import { Refusal } from "../errors/refusal.js";
import { lostStore, worldRefusal } from "../errors/world.js";
import type { Database } from "./schema.js";

/** Whether the store, or that of the transaction, is PostgreSQL. */
export const isPostgres = (db: Kysely<Database>): boolean =>
  db.getExecutor().adapter.supportsTransactionalDdl;

const bigintOid = 20;
const minVersion = 15;

const limits = {
  /** Wait for a connection: a new one, or a turn while all are in use. */
  connectMs: 10_000,
  /** Wait for an answer. Queries take milliseconds; a server that was cut off from the network never answers. */
  answerMs: 30_000,
  /** Pause within a transaction, after which the server ends it: a node that was cut off may hold a lock. */
  pauseMs: 60_000,
};
const keepAliveMs = 10_000;

/** `explain` turns errors of the connection into refusals. `own`: limits in place of the usual ones. */
export const postgresDialect = (
  url: string,
  explain: (error: unknown) => unknown = (error) => lostStore(error) ?? error,
  own: Partial<typeof limits> = {},
): PostgresDialect => {
  const { connectMs, answerMs, pauseMs } = { ...limits, ...own };
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser },
  });
  // Without listeners, a connection that breaks would end the process: an idle one, which the pool replaces,
  // or one that is in use, whose query fails.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // What fails here, the query that follows says.
    client.query(`set idle_in_transaction_session_timeout = ${pauseMs}`).catch(() => {});
  });
  return new DurableDialect({
    pool: { connect: () => connect(pool, explain), end: () => pool.end() },
  });
};

const connect = async (pool: pg.Pool, explain: (error: unknown) => unknown): Promise<PostgresPoolClient> => {
  const client = await pool.connect().catch((error) => {
    throw explain(lostStore(error) ?? worldRefusal("store-unavailable", error));
  });
  let isBroken = false;
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      const explained = explain(error);
      isBroken ||= explained instanceof Refusal;
      throw explained;
    }
  };
  // The other form of `query`, with a cursor, is not used.
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(isBroken) };
};

class DurableDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new DurableDriver(this.#config);
  }
}

class DurableDriver extends PostgresDriver {
  /** A connection that broke has rolled back already, and its error must not hide the first one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === bigintOid ? Number : pg.types.getTypeParser(oid, format as "text");

export const requireRecentPostgres = async (db: Kysely<Database>): Promise<void> => {
  const answer = await sql<{ server_version: string }>`show server_version`.execute(db);
  const version = answer.rows[0]?.server_version ?? "of unknown version";
  if (Number.parseInt(version, 10) >= minVersion) return;
  throw new Error(`The server at DATABASE_URL is PostgreSQL ${version}; ${minVersion} or later is needed.`);
};
