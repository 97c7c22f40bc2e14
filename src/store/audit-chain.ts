// Chain of the audit entries of an account in the store. Links are added as the last work of the transaction that
// writes the entries, one account after the other, so that each chain has one writer at a time and nothing waits for
// it longer than a commit.

import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditChainTable, AuditEntryTable, AuditLinkTable, Database } from "../db/schema.js";
import { afterCommit, beforeCommit, inTransaction, storeOf } from "../db/transaction.js";
import {
  type ChainContent,
  type ChainFault,
  type ChainLink,
  type ChainPlace,
  chainedEntry,
  chainStart,
  findChainFault,
  isoOf,
  linkHash,
  openCountHash,
  type SentLink,
} from "../domain/account/audit-chain.js";
import { grouped } from "../domain/resource/groups.js";
import type { EpochMs } from "../domain/resource/resource.js";

/** Reads of the same thing by the same actor within this time are one entry. */
export const sameReadMs = 3_600_000;

type Entry = Selectable<AuditEntryTable> & { sequence: number };

const listeners = new WeakMap<Kysely<Database>, (link: SentLink) => void>();

/** Calls `listener` with each link that this process has committed to the store. */
export const listenToAudit = (store: Kysely<Database>, listener: (link: SentLink) => void): void => {
  listeners.set(store, listener);
};

const unchained = new WeakMap<Kysely<Database>, Entry[]>();

/** In a transaction: adds the entry to its account's chain before the commit. */
export const chainEntry = async (trx: Kysely<Database>, entry: Entry): Promise<void> => {
  const waiting = unchained.get(trx);
  if (waiting) return void waiting.push(entry);
  const entries = [entry];
  unchained.set(trx, entries);
  await beforeCommit(trx, async () => {
    unchained.delete(trx);
    for (const [accountId, own] of [...grouped(entries, (each) => each.account_id)].sort(byId))
      await addLinks(
        trx,
        accountId,
        own.map((each) => ({ entryId: each.id, content: { entry: chainedEntry(each) } })),
      );
  });
};

/** Whether the entry gets its link before the commit of this transaction. */
export const isUnchained = (trx: Kysely<Database>, entryId: string): boolean =>
  unchained.get(trx)?.some(({ id }) => id === entryId) ?? false;

const byId = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

interface NewLink {
  entryId: string;
  content: ChainContent;
}

const addLinks = async (
  trx: Kysely<Database>,
  accountId: string,
  links: readonly NewLink[],
): Promise<void> => {
  let head: ChainPlace = await lockChain(trx, accountId);
  const rows: AuditLinkTable[] = [];
  for (const { entryId, content } of links) {
    head = { position: head.position + 1, hash: linkHash(accountId, head, content) };
    rows.push({ account_id: accountId, entry_id: entryId, ...head, ...countColumns(content) });
    const sent = { account_id: accountId, ...head, ...content };
    afterCommit(trx, () => listeners.get(storeOf(trx))?.(sent));
  }
  await trx.insertInto("audit_link").values(rows).execute();
  await trx.updateTable("audit_chain").set(head).where("account_id", "=", accountId).execute();
};

const countColumns = (content: ChainContent) =>
  "entry" in content
    ? { counts: null, times: null, last_at: null }
    : { counts: content.counts, times: content.times, last_at: Date.parse(content.last_at) };

/** The chain, which no other transaction changes before this one ends. */
const lockChain = (trx: Kysely<Database>, accountId: string): Promise<Selectable<AuditChainTable>> =>
  trx
    .insertInto("audit_chain")
    .values({
      account_id: accountId,
      ...chainStart,
      removed_position: chainStart.position,
      removed_hash: chainStart.hash,
    })
    .onConflict((row) =>
      row.column("account_id").doUpdateSet({ account_id: (excluded) => excluded.ref("excluded.account_id") }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

const linkOfEntry = (db: Kysely<Database>, entryId: string): Promise<ChainPlace | undefined> =>
  db
    .selectFrom("audit_link")
    .select(["position", "hash"])
    .where("entry_id", "=", entryId)
    .where("counts", "is", null)
    .executeTakeFirst();

const pageRows = 1000;

/** Gives each count of reads whose hour is over a link. */
export const closeCounts = async (db: Kysely<Database>, now: EpochMs): Promise<void> => {
  const open = await db
    .selectFrom("audit_entry")
    .select(["id", "account_id"])
    .where("open_count_hash", "is not", null)
    .where("at", "<=", now - sameReadMs)
    .orderBy("at")
    .limit(pageRows)
    .execute();
  for (const [accountId, entries] of grouped(open, (entry) => entry.account_id))
    await inTransaction(db, (trx) =>
      closeCountsOf(
        trx,
        accountId,
        entries.map(({ id }) => id),
      ),
    );
};

const closeCountsOf = async (
  trx: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<void> => {
  const rows = await trx
    .updateTable("audit_entry")
    .set({ open_count_hash: null })
    .where("id", "in", ids)
    .where("open_count_hash", "is not", null)
    .returning(["id", "sequence", "times", "last_at"])
    .execute();
  const links: NewLink[] = [];
  for (const { id, times, last_at } of rows.sort((a, b) => a.sequence - b.sequence)) {
    const link = await linkOfEntry(trx, id);
    if (link) links.push({ entryId: id, content: { counts: link.position, times, last_at: isoOf(last_at) } });
  }
  if (links.length > 0) await addLinks(trx, accountId, links);
};

/** Where the account's chain begins, behind what was removed, and ends. */
export const chainEnds = async (
  db: Kysely<Database>,
  accountId: string,
): Promise<{ after: ChainPlace; head: ChainPlace }> => {
  const row = await db
    .selectFrom("audit_chain")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!row) return { after: chainStart, head: chainStart };
  return {
    after: { position: row.removed_position, hash: row.removed_hash },
    head: { position: row.position, hash: row.hash },
  };
};

/** The links after a position, in their order, up to another. */
export const chainLinks = async function* (
  db: Kysely<Database>,
  accountId: string,
  { after, to }: { after: number; to: number },
): AsyncGenerator<ChainLink> {
  for (let from = after; ; ) {
    const rows = await linksAfter(db, accountId, from, to);
    yield* rows.map(toLink);
    if (rows.length < pageRows) return;
    from = rows.at(-1)!.position;
  }
};

type LinkRow = Selectable<AuditLinkTable> & { entry: Entry | null };

const linksAfter = async (
  db: Kysely<Database>,
  accountId: string,
  after: number,
  to: number,
): Promise<LinkRow[]> => {
  const links = await db
    .selectFrom("audit_link")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("position", ">", after)
    .where("position", "<=", to)
    .orderBy("position")
    .limit(pageRows)
    .execute();
  const ids = links.filter(({ counts }) => counts === null).map(({ entry_id }) => entry_id);
  const entries =
    ids.length === 0
      ? []
      : await db
          .selectFrom("audit_entry")
          .selectAll()
          .where("account_id", "=", accountId)
          .where("id", "in", ids)
          .execute();
  const byEntryId = new Map(entries.map((entry) => [entry.id, entry]));
  return links.map((link) => ({
    ...link,
    entry: link.counts === null ? (byEntryId.get(link.entry_id) ?? null) : null,
  }));
};

const toLink = ({ position, hash, counts, times, last_at, entry }: LinkRow): ChainLink =>
  counts === null
    ? { position, hash, entry: entry && chainedEntry(entry) }
    : { position, hash, counts, times: times ?? 0, last_at: isoOf(last_at ?? 0) };

/** Accounts that have entries or a chain. */
export const chainedAccounts = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from audit_chain union select account_id from audit_entry order by account_id`.execute(
    db,
  );
  return rows.map((row) => row.account_id);
};

const mostTries = 5;

/** The first fault of the account's chain, or of an entry beside it. */
export const verifyAudit = async (
  db: Kysely<Database>,
  accountId: string,
  checkpoints: readonly ChainPlace[] = [],
): Promise<{ links: number; head: ChainPlace; fault: ChainFault | null }> => {
  for (let tries = 1; ; tries++) {
    const { after, head } = await chainEnds(db, accountId);
    const links = chainLinks(db, accountId, { after: after.position, to: head.position });
    const fault =
      (await findChainFault(links, { accountId, after, head, checkpoints })) ??
      (await faultBesideChain(db, accountId, head));
    const found = { links: head.position - after.position, head, fault };
    if (!fault || tries === mostTries) return found;
    // Old links may have gone meanwhile, and new ones come.
    const now = await chainEnds(db, accountId);
    if (now.after.position === after.position && now.head.position === head.position) return found;
  }
};

/** Entries without a link, links behind the end, and counts that are not those that were counted. */
const faultBesideChain = async (
  db: Kysely<Database>,
  accountId: string,
  head: ChainPlace,
): Promise<ChainFault | null> => {
  const beyond = await db
    .selectFrom("audit_link")
    .select("position")
    .where("account_id", "=", accountId)
    .where("position", ">", head.position)
    .orderBy("position")
    .executeTakeFirst();
  if (beyond) return { kind: "inserted", position: beyond.position, entry: null };
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const entries = await db
      .selectFrom("audit_entry")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("sequence", ">", after)
      .orderBy("sequence")
      .limit(pageRows)
      .execute();
    const fault = await faultOfEntries(db, entries);
    if (fault || entries.length < pageRows) return fault;
    after = entries.at(-1)!.sequence;
  }
};

const faultOfEntries = async (
  db: Kysely<Database>,
  entries: readonly Entry[],
): Promise<ChainFault | null> => {
  if (entries.length === 0) return null;
  const rows = await db
    .selectFrom("audit_link")
    .selectAll()
    .where(
      "entry_id",
      "in",
      entries.map(({ id }) => id),
    )
    .orderBy("position")
    .execute();
  const byEntry = grouped(rows, (row) => row.entry_id);
  for (const entry of entries) {
    const own = byEntry.get(entry.id) ?? [];
    const [link, ...more] = own.filter(({ counts }) => counts === null);
    const counted = own.filter(({ counts }) => counts !== null);
    if (!link || link.account_id !== entry.account_id || more.length > 0)
      return { kind: "inserted", position: null, entry: chainedEntry(entry) };
    const isCountOfAnother = counted.some(({ counts }) => counts !== link.position);
    if (isCountOfAnother || link.times !== null || link.last_at !== null)
      return { kind: "changed", position: link.position, entry: chainedEntry(entry) };
    if (!isCounted(entry, link, counted.at(-1)))
      return { kind: "uncounted", position: link.position, entry: chainedEntry(entry) };
  }
  return null;
};

/** Whether the number of reads is that of the last link, or sealed until there is one. */
const isCounted = (
  { times, last_at, at, open_count_hash }: Entry,
  { hash }: ChainPlace,
  counted: AuditLinkTable | undefined,
): boolean =>
  open_count_hash === null
    ? times === (counted?.times ?? 1) && last_at === (counted?.last_at ?? at)
    : open_count_hash === openCountHash(hash, times, last_at);

/**
 * Deletes the entries from before `before` that stand at the front of their chains, with their links; returns the
 * number of entries.
 */
export const removeOldAudit = async (db: Kysely<Database>, before: EpochMs): Promise<number> => {
  const old = await db
    .selectFrom("audit_entry")
    .select("account_id")
    .distinct()
    .where("at", "<", before)
    .execute();
  let removed = 0;
  for (const { account_id: accountId } of old)
    for (let isMore = true; isMore; ) {
      const page = await inTransaction(db, (trx) => removePage(trx, accountId, before));
      removed += page.removed;
      isMore = page.isMore;
    }
  return removed;
};

const removePage = async (
  trx: Kysely<Database>,
  accountId: string,
  before: EpochMs,
): Promise<{ removed: number; isMore: boolean }> => {
  const { removed_position: from } = await lockChain(trx, accountId);
  const links = await linksAfter(trx, accountId, from, Number.MAX_SAFE_INTEGER);
  const firstKept = links.findIndex((link) => !isOld(link, before));
  const prefix = firstKept === -1 ? links : links.slice(0, firstKept);
  const last = prefix.at(-1);
  if (!last) return { removed: 0, isMore: false };
  const ids = prefix.flatMap(({ entry }) => entry?.id ?? []);
  if (ids.length > 0) await trx.deleteFrom("audit_entry").where("id", "in", ids).execute();
  await trx
    .deleteFrom("audit_link")
    .where("account_id", "=", accountId)
    .where("position", "<=", last.position)
    .execute();
  await trx
    .updateTable("audit_chain")
    .set({ removed_position: last.position, removed_hash: last.hash })
    .where("account_id", "=", accountId)
    .execute();
  return { removed: ids.length, isMore: prefix.length === pageRows };
};

/** An entry that the store has lost is not taken for an old one, so that it is still found. */
const isOld = ({ counts, last_at, entry }: LinkRow, before: EpochMs): boolean =>
  counts === null ? entry !== null && entry.at < before : (last_at ?? 0) < before;

const dayMs = 86_400_000;

/**
 * Accounts with an endpoint for the event whose chain has grown since the last checkpoint that endpoints got, a day ago or
 * longer.
 */
export const accountsWithoutCheckpoint = async (
  db: Kysely<Database>,
  event: string,
  now: EpochMs,
): Promise<string[]> => {
  const rows = await db
    .selectFrom("audit_chain")
    .select("account_id")
    .where("announced_at", "<=", now - dayMs)
    .whereRef("position", ">", "announced_position")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_endpoint")
          .select("id")
          .whereRef("webhook_endpoint.account_id", "=", "audit_chain.account_id")
          .where("disabled_at", "is", null)
          .where("enabled_events", "like", `%"${event}"%`),
      ),
    )
    .orderBy("account_id")
    .execute();
  return rows.map((row) => row.account_id);
};

/** In the transaction that queues the messages: the end of the chain, which counts as announced. */
export const takeCheckpoint = async (
  trx: Kysely<Database>,
  accountId: string,
  now: EpochMs,
): Promise<ChainPlace> => {
  const { position, hash } = await lockChain(trx, accountId);
  await trx
    .updateTable("audit_chain")
    .set({ announced_position: position, announced_at: now })
    .where("account_id", "=", accountId)
    .execute();
  return { position, hash };
};
