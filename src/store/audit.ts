// Audit entries of an account. An entry is written in the transaction of the change that it reports, so it
// exists exactly if the change does; an entry about a read is written before the data are sent. A link chains each
// entry to those before it, see `audit-chain.ts`.

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
    if (isRead(done)) await recordReads(trx, done, { at: now, times: 1 });
    else await writeEntry(trx, done, now);
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

export interface Reads {
  /** When the newest was. */
  at: EpochMs;
  times: number;
  /** The entry that counted the last of such reads, as it was then: if it is the same still, nothing searches for it. */
  before?: CountingEntry | undefined;
}

/** Counts reads in the entry of the same hour; null if there was none and one is written. */
export const recordReads = async (
  trx: Kysely<Database>,
  done: AuditRecord,
  reads: Reads,
): Promise<CountingEntry | null> => {
  const counted = await countAgain(trx, done, reads);
  if (counted) return counted;
  await writeEntry(trx, done, reads.at);
  // The link is of the first read; the others are counted in its entry.
  if (reads.times > 1) await countAgain(trx, done, { at: reads.at, times: reads.times - 1 });
  return null;
};

const writeEntry = async (trx: Kysely<Database>, done: AuditRecord, now: EpochMs): Promise<void> => {
  const entry = await trx
    .insertInto("audit_entry")
    .values({
      ...columnsOf(done),
      id: randomUUID(),
      at: now,
      times: 1,
      last_at: now,
      actor_hint: done.actor.hint ?? null,
      changes: JSON.stringify((done.changes ?? []).slice(0, maxChanges).map(shortened)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await chainEntry(trx, entry);
  await queueAuditDeliveries(trx, done.accountId, () => auditBody(done.accountId, toEntry(entry)), now);
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
export const sameReads = (done: AuditRecord): string => JSON.stringify(columnsOf(done));

/** Counts reads in the entry of the same hour; null if there is none. */
export const countAgain = async (
  db: Kysely<Database>,
  done: AuditRecord,
  { at, times, before }: Reads,
): Promise<CountingEntry | null> => {
  let found = before && before.at > at - sameReadMs ? before : await countedRead(db, done, at);
  for (; found; found = await countedRead(db, done, at)) {
    // The hash of a count is made of the entry's link.
    if (isUnchained(db, found.id)) {
      await beforeCommit(db, async () => void (await countAgain(db, done, { at, times })));
      return found;
    }
    const counted = {
      times: found.times + times,
      // A read may be recorded late, after newer ones.
      last_at: Math.max(found.last_at, at),
    };
    const changed = await db
      .updateTable("audit_entry")
      .set({ ...counted, open_count_hash: openCountHash(found.hash ?? "", counted.times, counted.last_at) })
      .where("id", "=", found.id)
      // Another process may have counted meanwhile.
      .where("times", "=", found.times)
      .returning("id")
      .executeTakeFirst();
    if (changed) return { ...found, ...counted };
  }
  return null;
};

/** The entry of the same hour, with the hash of its link. */
const countedRead = (
  db: Kysely<Database>,
  done: AuditRecord,
  now: EpochMs,
): Promise<CountingEntry | undefined> => {
  let earlier = db
    .selectFrom("audit_entry")
    .leftJoin("audit_link", (join) =>
      join.onRef("audit_link.entry_id", "=", "audit_entry.id").on("audit_link.counts", "is", null),
    )
    .select([
      "audit_entry.id",
      "audit_entry.at",
      "audit_entry.times",
      "audit_entry.last_at",
      "audit_link.hash",
    ])
    .where("at", ">", now - sameReadMs);
  for (const [column, value] of Object.entries(columnsOf(done)) as [keyof AuditEntryTable, string | null][]) {
    const named = `audit_entry.${column}` as const;
    earlier = value === null ? earlier.where(named, "is", null) : earlier.where(named, "=", value);
  }
  return earlier.orderBy("at", "desc").orderBy("sequence", "desc").limit(1).executeTakeFirst();
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
