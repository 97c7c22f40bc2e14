// Counts of reads in the audit log: reads of the same thing by the same actor within an hour are one entry with their
// number. Reads of many things are counted by one query that finds their entries and one that changes them.

import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.js";
import { beforeCommit } from "../db/transaction.js";
import { openCountHash } from "../domain/account/audit-chain.js";
import { grouped } from "../domain/resource/groups.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { isUnchained, sameReadMs } from "./audit-chain.js";
import { type AuditRecord, columnsOf, sameReads, sameReadsOf } from "./audit-record.js";

/** Entry that counts reads. */
export interface CountingEntry {
  id: string;
  at: EpochMs;
  times: number;
  last_at: EpochMs;
  /** Hash of its link; null before it has one. */
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
