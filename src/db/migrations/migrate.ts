// Migrations of the store. They run in order when it is opened, each in its own transaction, which also
// records its name. Processes that start at the same time take turns: SQLite has one writer at a time, and
// PostgreSQL takes an advisory lock.

import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../schema.js";
import { first } from "./001-first.js";
import { lifecycle } from "./002-lifecycle.js";
import { signIn } from "./003-sign-in.js";
import { live } from "./004-live.js";
import { waiting } from "./005-waiting.js";
import { bytes } from "./006-bytes.js";
import { access } from "./007-access.js";
import { privacy } from "./008-privacy.js";
import { arrivals } from "./009-arrivals.js";
import { turns } from "./010-turns.js";
import { subAccounts } from "./011-sub-accounts.js";
import { parts } from "./012-parts.js";
import { results } from "./013-results.js";
import { sample } from "./014-sample.js";
import { mails } from "./015-mails.js";
import { commitMarkers } from "./016-commit-markers.js";
import { nodes } from "./017-nodes.js";
import { replays } from "./018-replays.js";
import { executedRequests } from "./019-executed-requests.js";
import { runs } from "./020-runs.js";
import { arrivalsThrough } from "./021-arrivals-through.js";
import { revisions } from "./022-revisions.js";
import { columnTypes, type Dialect, type Migration } from "./migration.js";

const migrations: readonly Migration[] = [
  first,
  lifecycle,
  signIn,
  live,
  waiting,
  bytes,
  access,
  privacy,
  arrivals,
  turns,
  subAccounts,
  parts,
  results,
  sample,
  mails,
  commitMarkers,
  nodes,
  replays,
  executedRequests,
  runs,
  arrivalsThrough,
  revisions,
];

/** An arbitrary number that no other program uses for advisory locks in this database. */
const advisoryLock = 20_110_301;

/**
 * Processes of another version still work on the store, and its tables cannot be changed under them. They can
 * be waited for.
 */
export class StoreInUse extends Error {
  override readonly name = "StoreInUse";
}

/** Migrates the store to this version. Throws without changes if a later version has used it, or StoreInUse. */
export const migrate = async (db: Kysely<Database>, dialect: Dialect): Promise<void> => {
  const done = await db.transaction().execute((trx) => applied(trx, dialect));
  refuseNewer(done);
  if (dialect === "postgres" && done.length < migrations.length) await refuseInUse(db, done);
  for (const migration of migrations) {
    if (done.includes(migration.name)) continue;
    await db.transaction().execute((trx) => applyOnce(trx, dialect, migration));
  }
};

const refuseInUse = async (db: Kysely<Database>, done: readonly string[]): Promise<void> => {
  const alive = aliveAfter(done);
  if (alive === undefined) return;
  const { rows } = await sql<{ processes: number }>`select count(*) as processes ${sql.raw(alive)}`.execute(
    db,
  );
  if (rows[0]!.processes > 0)
    throw new StoreInUse(
      "Bellwether of another version runs on the metadata store at DATABASE_URL, and this version changes its tables. Stop all processes of the other version.",
    );
};

/** Where a store of these migrations says who works on it: nowhere in the first versions. */
const aliveAfter = (done: readonly string[]): string | undefined => {
  const now = "extract(epoch from clock_timestamp()) * 1000";
  if (done.includes(nodes.name)) return `from node where alive_until >= ${now}`;
  if (done.includes(waiting.name))
    return `from installation where holder is not null and held_until >= ${now}`;
  return undefined;
};

const applyOnce = async (
  trx: Transaction<Database>,
  dialect: Dialect,
  { name, statements }: Migration,
): Promise<void> => {
  if ((await applied(trx, dialect)).includes(name)) return;
  for (const statement of statements(columnTypes[dialect], dialect)) await sql.raw(statement).execute(trx);
  await trx.insertInto("migration").values({ name }).execute();
};

/** Names of the applied migrations; no other process can add to them before this transaction ends. */
const applied = async (trx: Transaction<Database>, dialect: Dialect): Promise<string[]> => {
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(trx);
  const { end } = columnTypes[dialect];
  await sql`create table if not exists migration (name text not null primary key) ${sql.raw(end)}`.execute(
    trx,
  );
  const rows = await trx.selectFrom("migration").select("name").orderBy("name").execute();
  return rows.map((row) => row.name);
};

const refuseNewer = (done: readonly string[]): void => {
  const unknown = done.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length === 0) return;
  throw new Error(
    `The metadata store was written by a newer version of Bellwether (migration ${unknown.join(", ")}). Run that version, or restore a backup.`,
  );
};
