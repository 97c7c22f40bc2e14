// Commits that were sent to PostgreSQL and never confirmed, because the connection broke in between. Each
// transaction that writes also inserts a marker of its own, whose presence tells what became of it. The id
// that the server gives to a transaction would not do: a server that is killed forgets ids that it has not
// yet written down, and gives them to later transactions.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Dialect } from "./migrations/migration.js";
import type { Database } from "./schema.js";

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** At the end of a transaction: inserts its marker and returns it; null if the transaction has written nothing. */
export const markCommit = async (trx: Kysely<Database>): Promise<string | null> => {
  const id = randomUUID();
  const { numAffectedRows } = await sql`
    insert into commit_marker (id, is_committed, written_at)
    select ${id}, 1, ${nowMs} where pg_current_xact_id_if_assigned() is not null`.execute(trx);
  return numAffectedRows === 1n ? id : null;
};

const askEveryMs = 250;

/** A server restarts within seconds; a request should not wait much longer. */
const askForMs = 8_000;

/** Asks the server until it answers; undefined if it does not answer in time. */
export const isCommitted = async (kysely: Kysely<Database>, marker: string): Promise<boolean | undefined> => {
  for (const until = performance.now() + askForMs; performance.now() < until; await sleep(askEveryMs)) {
    const answer = await ask(kysely, marker).catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

/**
 * Inserting the same marker waits for a transaction that has not ended, and one that would still commit is
 * then too late.
 */
const ask = async (kysely: Kysely<Database>, id: string): Promise<boolean> => {
  const { rows } = await sql<{ is_committed: number }>`
    insert into commit_marker (id, is_committed, written_at) values (${id}, 0, ${nowMs})
    on conflict (id) do update set written_at = excluded.written_at
    returning is_committed`.execute(kysely);
  return rows[0]!.is_committed === 1;
};

/** Deletes markers that nobody asks about any more. */
export const forgetCommitMarkers = async ({ kind, kysely }: Store): Promise<void> => {
  if (kind === "postgres")
    await sql`delete from commit_marker where written_at < ${nowMs} - ${keptForMs}`.execute(kysely);
};

const keptForMs = 3_600_000;

interface Store {
  kind: Dialect;
  kysely: Kysely<Database>;
}
