// Audit entries of an account. An entry is written in the transaction of the change that it reports, so it
// exists exactly if the change does; an entry about a read is written before the data are sent, or soon after a look-up
// (`read-entries.ts`). A link chains each entry to those before it, see `audit-chain.ts`.

import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditEntryTable, Database } from "../db/schema.js";
import { beforeCommit, inTransaction } from "../db/transaction.js";
import {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  type AuditSubject,
  readActions,
} from "../domain/account/audit.js";
import { openCountHash } from "../domain/account/audit-chain.js";
import { auditBody } from "../domain/account/webhook.js";
import { grouped } from "../domain/resource/groups.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { chainEntry, isUnchained, sameReadMs } from "./audit-chain.js";
import { queueAuditDeliveries } from "./webhooks.js";

export interface AuditRecord {
  accountId: string;
  actor: AuditActor;
  action: AuditAction;
  subject?: AuditSubject;
  /** Paths of the changed fields, without their values. */
  changes?: readonly string[];
}

const maxChanges = 50;
const maxText = 300;

/** Writes an entry, its link of the chain, and the webhooks about it. Call it in the transaction of the change. */
export const recordAudit = (db: Kysely<Database>, done: AuditRecord, now: EpochMs): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (isRead(done)) await recordReads(trx, [{ done, at: now, times: 1 }]);
    else await writeEntries(trx, [{ done, at: now }]);
  });

/** Entry that counts reads. */
export interface CountingEntry {
  id: string;
  at: EpochMs;
  times: number;
  last_at: EpochMs;
  /** Of its link; null before it has one. */
  hash: string | null;
}

/** Reads of the same thing by the same actor. */
export interface Reads {
  done: AuditRecord;
  /** When the newest was. */
  at: EpochMs;
  times: number;
  /** The entry that counted the last of such reads, as it was then: if it is the same still, nothing searches for it. */
  before?: CountingEntry | undefined;
}

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
    changes: JSON.stringify((done.changes ?? []).slice(0, maxChanges).map(shortened)),
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

const columnsOf = ({ accountId, actor, action, subject }: AuditRecord) => ({
  account_id: accountId,
  actor_type: actor.type,
  actor_id: actor.id ?? null,
  actor_name: shortenedOrNull(actor.name),
  address: actor.address ?? null,
  action,
  resource_type: subject?.type ?? null,
  resource_id: shortenedOrNull(subject?.id),
  resource_name: shortenedOrNull(subject?.name),
});

const shortened = (text: string): string => text.slice(0, maxText);
const shortenedOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : shortened(text);

export const isRead = ({ action }: AuditRecord): boolean => readActions.includes(action);

/** Equal for reads that one entry counts, if they are of one hour. */
export const sameReads = (done: AuditRecord): string => sameReadsOf(columnsOf(done));

const sameReadsOf = (row: ReturnType<typeof columnsOf>): string =>
  JSON.stringify([
    ...[row.account_id, row.actor_type, row.actor_id, row.actor_name, row.address, row.action],
    ...[row.resource_type, row.resource_id, row.resource_name],
  ]);

/** Counts reads of different things in the entries of the same hour; null for those that have none. */
export const countAgain = async (
  db: Kysely<Database>,
  reads: readonly Reads[],
): Promise<(CountingEntry | null)[]> => {
  const counted: (CountingEntry | null)[] = reads.map(() => null);
  let left = await withEntries(
    db,
    reads.map((read, place) => ({ ...read, place })),
    ({ before, at }) => (before && before.at > at - sameReadMs ? before : undefined),
  );
  while (left.length > 0) {
    const changed = await changeCounts(db, left);
    for (const { place, entry, times, at } of changed) counted[place] = countedIn(entry, { times, at });
    // Another process may have counted meanwhile.
    left = await withEntries(
      db,
      left.filter((each) => !changed.includes(each)),
    );
  }
  return counted;
};

interface Counted extends Reads {
  /** Among the reads that were given. */
  place: number;
  entry: CountingEntry;
}

/** The reads whose entry is known or found. */
const withEntries = async (
  db: Kysely<Database>,
  reads: readonly Omit<Counted, "entry">[],
  known: (read: Reads) => CountingEntry | undefined = () => undefined,
): Promise<Counted[]> => {
  const unknown = reads.filter((read) => !known(read));
  const found = new Map<Reads, CountingEntry>();
  for (const [accountId, own] of grouped(unknown, ({ done }) => done.accountId))
    for (const [read, entry] of await findEntries(db, accountId, own)) found.set(read, entry);
  return reads.flatMap((read) => {
    const entry = known(read) ?? found.get(read);
    return entry ? [{ ...read, entry }] : [];
  });
};

const countedIn = (entry: CountingEntry, { times, at }: Pick<Reads, "times" | "at">): CountingEntry => ({
  ...entry,
  times: entry.times + times,
  // A read may be recorded late, after newer ones.
  last_at: Math.max(entry.last_at, at),
});

/** The reads that are counted now: those whose entry is still as it was. */
const changeCounts = async (db: Kysely<Database>, reads: readonly Counted[]): Promise<Counted[]> => {
  // The hash of a count is made of the entry's link.
  const unchained = reads.filter(({ entry }) => isUnchained(db, entry.id));
  if (unchained.length > 0)
    await beforeCommit(
      db,
      async () =>
        void (await countAgain(
          db,
          unchained.map(({ done, at, times }) => ({ done, at, times })),
        )),
    );
  const chained = reads.filter((read) => !unchained.includes(read));
  if (chained.length === 0) return unchained;
  const rows = chained.map(({ entry, ...read }) => {
    const { times, last_at } = countedIn(entry, read);
    const hash = openCountHash(entry.hash ?? "", times, last_at);
    return sql`(${entry.id}, ${entry.times}, ${times}, ${last_at}, ${hash})`;
  });
  const { rows: changed } = await sql<{ id: string }>`
    update audit_entry
    set times = cast(now.column3 as bigint), last_at = cast(now.column4 as bigint), open_count_hash = now.column5
    from (values ${sql.join(rows)}) as now
    where audit_entry.id = now.column1 and audit_entry.times = cast(now.column2 as bigint)
    returning audit_entry.id`.execute(db);
  const ids = new Set(changed.map(({ id }) => id));
  return [...unchained, ...chained.filter(({ entry }) => ids.has(entry.id))];
};

/** Entries of the same hour that count such reads of one account, with the hashes of their links. */
const findEntries = async (
  db: Kysely<Database>,
  accountId: string,
  reads: readonly Reads[],
): Promise<Map<Reads, CountingEntry>> => {
  const wanted = grouped(reads, ({ done }) => sameReads(done));
  const subjects = [...new Set(reads.map(({ done }) => columnsOf(done).resource_id))];
  const ids = subjects.filter((id) => id !== null);
  const rows = await db
    .selectFrom("audit_entry")
    .leftJoin("audit_link", (join) =>
      join.onRef("audit_link.entry_id", "=", "audit_entry.id").on("audit_link.counts", "is", null),
    )
    .selectAll("audit_entry")
    .select("audit_link.hash")
    .where("audit_entry.account_id", "=", accountId)
    .where("at", ">", Math.min(...reads.map(({ at }) => at)) - sameReadMs)
    .where("action", "in", [...new Set(reads.map(({ done }) => done.action))])
    .where((row) =>
      row.or([
        ...(ids.length > 0 ? [row("resource_id", "in", ids)] : []),
        ...(ids.length < subjects.length ? [row("resource_id", "is", null)] : []),
      ]),
    )
    .orderBy("at")
    .orderBy("sequence")
    .execute();
  const found = new Map<Reads, CountingEntry>();
  for (const { hash, ...row } of rows)
    for (const read of wanted.get(sameReadsOf(row)) ?? [])
      if (row.at > read.at - sameReadMs)
        found.set(read, { id: row.id, at: row.at, times: row.times, last_at: row.last_at, hash });
  return found;
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
