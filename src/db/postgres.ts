// PostgreSQL through `pg`. 64-bit integers are returned as JavaScript numbers, as from SQLite: they are counts and milliseconds,
// far below 2^53.

import { type Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database } from "./schema.js";

const bigintOid = 20;
const minVersion = 15;

export const postgresDialect = (url: string): PostgresDialect => {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
};

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === bigintOid ? Number : pg.types.getTypeParser(oid, format as "text");

export const requireRecentPostgres = async (db: Kysely<Database>): Promise<void> => {
  const answer = await sql<{ server_version: string }>`show server_version`.execute(db);
  const version = answer.rows[0]?.server_version ?? "of unknown version";
  if (Number.parseInt(version, 10) >= minVersion) return;
  throw new Error(`The server at DATABASE_URL is PostgreSQL ${version}; ${minVersion} or later is needed.`);
};
