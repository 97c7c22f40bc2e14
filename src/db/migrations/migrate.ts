// Migrations of the store. They run in order when it is opened, each in its own transaction, which also
// records its name. Processes that start at the same time take turns: SQLite has one writer at a time, and
// PostgreSQL takes an advisory lock.

import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../schema.js";
import { baseline } from "./001-baseline.js";
import { claims } from "./002-claims.js";
import { mergedUploads } from "./003-merged-uploads.js";
import { triggerMessages } from "./004-trigger-messages.js";
import { users } from "./005-users.js";
import { roles } from "./006-roles.js";
import { invitations } from "./007-invitations.js";
import { triggerJudgements } from "./010-trigger-judgements.js";
import { secondFactors } from "./011-second-factors.js";
import { singleSignOn } from "./012-single-sign-on.js";
import { provisioning } from "./013-provisioning.js";
import { keyRotation } from "./014-key-rotation.js";
import { securityLinks } from "./015-security-links.js";
import { passkeys } from "./016-passkeys.js";
import { makersAndNotes } from "./017-makers-and-notes.js";
import { knowledgebase } from "./018-knowledgebase.js";
import { auditChain } from "./019-audit-chain.js";
import { markedDays } from "./020-marked-days.js";
import { auditSubjects } from "./021-audit-subjects.js";
import { assistants } from "./022-assistants.js";
import { columnTypes, type Dialect, type Migration } from "./migration.js";

export const all: readonly Migration[] = [
  baseline,
  claims,
  mergedUploads,
  triggerMessages,
  users,
  roles,
  invitations,
  triggerJudgements,
  secondFactors,
  singleSignOn,
  provisioning,
  keyRotation,
  securityLinks,
  passkeys,
  makersAndNotes,
  knowledgebase,
  auditChain,
  markedDays,
  auditSubjects,
  assistants,
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

/**
 * Migrates the store to this version. Throws without changes if a later version has used it, or one before
 * 1.0, or StoreInUse.
 */
export const migrate = async (
  db: Kysely<Database>,
  dialect: Dialect,
  migrations: readonly Migration[] = all,
): Promise<void> => {
  const done = await db.transaction().execute((trx) => applied(trx, dialect));
  refuseOlder(done);
  refuseNewer(done, migrations);
  if (dialect === "postgres" && done.length > 0 && done.length < migrations.length) await refuseInUse(db);
  for (const migration of migrations) {
    if (done.includes(migration.name)) continue;
    await db.transaction().execute((trx) => applyOnce(trx, dialect, migration));
  }
};

const refuseInUse = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ processes: number }>`
    select count(*) as processes from node
    where alive_until >= extract(epoch from clock_timestamp()) * 1000`.execute(db);
  if (rows[0]!.processes > 0)
    throw new StoreInUse(
      "Bellwether of another version runs on the metadata store at DATABASE_URL, and this version changes its tables. Stop all processes of the other version.",
    );
};

const applyOnce = async (
  trx: Transaction<Database>,
  dialect: Dialect,
  { name, statements, work }: Migration,
): Promise<void> => {
  if ((await applied(trx, dialect)).includes(name)) return;
  for (const statement of statements(columnTypes[dialect], dialect)) await sql.raw(statement).execute(trx);
  await work?.(trx);
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

/** The first of the migrations that versions before 1.0 made. */
const beforeBaseline = "001-first";

const refuseOlder = (done: readonly string[]): void => {
  if (!done.includes(beforeBaseline)) return;
  throw new Error(
    'The metadata store was made by a version before 1.0, which this version cannot read. Nothing was changed. Start that version once more and save its configuration with "bellwether export". Then start this version with an empty data directory (BELLWETHER_DATA) and, with PostgreSQL, an empty database (DATABASE_URL), upload the files again, which are below uploads/ in the old directory, and run "bellwether apply". docs/upgrades.md has the steps.',
  );
};

const refuseNewer = (done: readonly string[], migrations: readonly Migration[]): void => {
  const unknown = done.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length === 0) return;
  throw new Error(
    `The metadata store was written by a newer version of Bellwether (migration ${unknown.join(", ")}). Run that version, or restore a backup.`,
  );
};
