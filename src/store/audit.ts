// Audit entries of an account. An entry is written in the transaction of the change that it reports, so it
// exists exactly if the change does; an entry about a read is written before the data are sent, or soon after a look-up
// (`read-entries.ts`). A link chains each entry to those before it, see `audit-chain.ts`.

import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditEntryTable, Database } from "../db/schema.js";
import { inTransaction } from "../db/transaction.js";
import type { AuditAction, AuditEntry } from "../domain/account/audit.js";
import { auditBody } from "../domain/account/webhook.js";
import { grouped } from "../domain/resource/groups.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { chainEntry } from "./audit-chain.js";
import { type AuditRecord, changesOf, columnsOf, isRead } from "./audit-record.js";
import { type CountingEntry, countAgain, type Reads } from "./counted-reads.js";
import { queueAuditDeliveries } from "./webhooks.js";

/** Writes an entry, its link of the chain, and the webhooks about it. Call it in the transaction of the change. */
export const recordAudit = (db: Kysely<Database>, done: AuditRecord, now: EpochMs): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (isRead(done)) await recordReads(trx, [{ done, at: now, times: 1 }]);
    else await writeEntries(trx, [{ done, at: now }]);
  });

/**
 * Counts reads of different things, each in the entry of its hour. Of those that had none, one is written, and the result
 * is null.
 */
export const recordReads = async (
  trx: Kysely<Database>,
  reads: readonly Reads[],
): Promise<(CountingEntry | null)[]> => {
  const counted = await countAgain(trx, reads);
  const first = reads.filter((_, i) => counted[i] === null);
  await writeEntries(trx, first);
  // The link is of the first read; the others are counted in its entry.
  const more = first.filter(({ times }) => times > 1);
  await countAgain(
    trx,
    more.map(({ done, at, times }) => ({ done, at, times: times - 1 })),
  );
  return counted;
};

const writeEntries = async (
  trx: Kysely<Database>,
  records: readonly Pick<Reads, "done" | "at">[],
): Promise<void> => {
  if (records.length === 0) return;
  const values = records.map(({ done, at }) => ({
    ...columnsOf(done),
    id: randomUUID(),
    at,
    times: 1,
    last_at: at,
    actor_hint: done.actor.hint ?? null,
    changes: changesOf(done),
  }));
  const entries = await trx.insertInto("audit_entry").values(values).returningAll().execute();
  entries.sort((a, b) => a.sequence - b.sequence);
  for (const entry of entries) await chainEntry(trx, entry);
  for (const [accountId, own] of grouped(entries, (entry) => entry.account_id))
    await queueAuditDeliveries(
      trx,
      accountId,
      own.map((entry) => ({ body: () => auditBody(accountId, toEntry(entry)), at: entry.at })),
    );
};

export interface AuditFilter {
  /** Entries at or after. */
  since?: EpochMs;
  /** Entries before. */
  until?: EpochMs;
  /** ID or type of the actor, or a part of the name in any case. */
  actor?: string;
  action?: AuditAction;
  /** ID, name or type of the resource. */
  resource?: string;
}

/** Look-ups in targets between each two of these moments, ascending. Entries count an hour's reads together. */
export const countLookups = async (
  db: Kysely<Database>,
  accountId: string,
  bounds: readonly EpochMs[],
): Promise<number[]> => {
  const [first, last] = [bounds[0]!, bounds.at(-1)!];
  const rows = await db
    .selectFrom("audit_entry")
    .select(["at", "times"])
    .where("account_id", "=", accountId)
    .where("action", "=", "look_up")
    .where("at", ">=", first)
    .where("at", "<", last)
    .execute();
  return bounds
    .slice(1)
    .map((until, i) =>
      rows.reduce((sum, { at, times }) => (at >= bounds[i]! && at < until ? sum + times : sum), 0),
    );
};

/** A page of entries, newest first, with the cursor of the next page: null after the last one. */
export const listAudit = async (
  db: Kysely<Database>,
  accountId: string,
  filter: AuditFilter,
  page: { limit: number; before?: number },
): Promise<{ entries: AuditEntry[]; next: number | null }> => {
  const { since, until, actor, action, resource } = filter;
  let query = db.selectFrom("audit_entry").selectAll().where("account_id", "=", accountId);
  if (since !== undefined) query = query.where("last_at", ">=", since);
  if (until !== undefined) query = query.where("at", "<", until);
  if (action !== undefined) query = query.where("action", "=", action);
  if (page.before !== undefined) query = query.where("sequence", "<", page.before);
  if (actor !== undefined)
    query = query.where((row) =>
      row.or([
        row("actor_id", "=", actor),
        sql<boolean>`lower(actor_name) like lower(${containing(actor)}) escape '!'`,
        row("actor_type", "=", typed(actor)),
      ]),
    );
  if (resource !== undefined)
    query = query.where((row) =>
      row.or([
        ...(["resource_id", "resource_name", "resource_type"] as const).map((column) =>
          row(column, "=", resource),
        ),
      ]),
    );
  const rows = await query
    .orderBy("sequence", "desc")
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  return { entries: shown.map(toEntry), next: rows.length > page.limit ? shown.at(-1)!.sequence : null };
};

const containing = (text: string): string => `%${text.replace(/[!%_]/g, "!$&")}%`;

const typed = (actor: string) => actor as AuditEntryTable["actor_type"];

const toEntry = (row: Selectable<AuditEntryTable>): AuditEntry => ({
  id: row.id,
  at: row.at,
  times: row.times,
  lastAt: row.last_at,
  actor: {
    type: row.actor_type,
    ...given("id", row.actor_id),
    ...given("name", row.actor_name),
    ...given("hint", row.actor_hint),
    ...given("address", row.address),
  },
  action: row.action,
  subject:
    row.resource_type === null
      ? null
      : { type: row.resource_type, ...given("id", row.resource_id), ...given("name", row.resource_name) },
  changes: JSON.parse(row.changes),
});

const given = <K extends string>(key: K, value: string | null): { [key in K]?: string } =>
  value === null ? {} : ({ [key]: value } as { [key in K]: string });
