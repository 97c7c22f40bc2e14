// The chain of audit entries: its links, and for each account where it begins and ends. Entries that exist are
// chained as they are, in the order in which they were written.

import { type Kysely, sql } from "kysely";
import {
  type ChainPlace,
  chainedEntry,
  chainStart,
  isoOf,
  linkHash,
} from "../../domain/account/audit-chain.js";
import type { AuditEntryTable, Database } from "../schema.js";
import type { Migration } from "./migration.js";

export const auditChain: Migration = {
  name: "019-audit-chain",
  statements: ({ integer, end }) => [
    "alter table audit_entry add column open_count_hash text",
    "create index audit_entry_open_count on audit_entry (at) where open_count_hash is not null",
    `create table audit_link (
      account_id text not null references account (id) on delete cascade,
      position ${integer} not null,
      entry_id text not null,
      counts ${integer},
      times ${integer},
      last_at ${integer},
      hash text not null,
      primary key (account_id, position)
    ) ${end}`,
    "create index audit_link_of_entry on audit_link (entry_id)",
    `create table audit_chain (
      account_id text not null primary key references account (id) on delete cascade,
      position ${integer} not null,
      hash text not null,
      removed_position ${integer} not null,
      removed_hash text not null,
      announced_position ${integer} not null default 0,
      announced_at ${integer} not null default 0
    ) ${end}`,
  ],
  work: async (trx) => {
    const { rows } = await sql<{ account_id: string }>`select distinct account_id from audit_entry`.execute(
      trx,
    );
    for (const row of rows) await chainEntriesOf(trx, row.account_id);
  },
};

const pageRows = 500;

const chainEntriesOf = async (trx: Kysely<Database>, accountId: string): Promise<void> => {
  let head = chainStart;
  for (let after = 0; ; ) {
    const { rows } = await sql<AuditEntryTable & { sequence: number }>`
      select * from audit_entry where account_id = ${accountId} and sequence > ${after}
      order by sequence limit ${pageRows}`.execute(trx);
    for (const row of rows) {
      head = await addLink(trx, accountId, head, row, null);
      if (row.times > 1) head = await addLink(trx, accountId, head, row, head.position);
    }
    if (rows.length < pageRows) break;
    after = rows.at(-1)!.sequence;
  }
  await sql`insert into audit_chain (account_id, position, hash, removed_position, removed_hash)
    values (${accountId}, ${head.position}, ${head.hash}, ${chainStart.position}, ${chainStart.hash})`.execute(
    trx,
  );
};

/** `counts`: the position of the entry, for a link with its number of reads. */
const addLink = async (
  trx: Kysely<Database>,
  accountId: string,
  before: ChainPlace,
  row: AuditEntryTable & { sequence: number },
  counts: number | null,
): Promise<ChainPlace> => {
  const content =
    counts === null
      ? { entry: chainedEntry(row) }
      : { counts, times: row.times, last_at: isoOf(row.last_at) };
  const place = { position: before.position + 1, hash: linkHash(accountId, before, content) };
  const [times, lastAt] = counts === null ? [null, null] : [row.times, row.last_at];
  await sql`insert into audit_link (account_id, position, entry_id, counts, times, last_at, hash)
    values (${accountId}, ${place.position}, ${row.id}, ${counts}, ${times}, ${lastAt}, ${place.hash})`.execute(
    trx,
  );
  return place;
};
