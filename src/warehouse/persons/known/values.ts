// What an identity tells is remembered as values, by which records are found that share one. Those that somebody bears who came
// or went are touched: about no other can anything have changed.

import { ident, type Relation, type Sql, sql } from "../../sql/sql.js";
import { hashedContacts } from "../edges.js";
import type { ValueKind } from "../everybodys.js";

/** One row per value that an identity bears who came or went: about. See `shareableValues`. */
export const touchedValues = (values: Relation, freshValues: Relation, gone: Relation): Sql => sql`
  select fresh.about from ${freshValues} as fresh
  union
  select value.about from ${values} as value semi join ${gone} as gone on gone.node = value.node`;

/** One row per identity that bears a touched value: node, about, is_address. */
export const holdersOf = (values: Relation, touched: Relation, gone: Relation): Sql => sql`
  select value.node, value.about, value.is_address
  from ${values} as value
  semi join ${touched} as touched on touched.about = value.about
  where value.node not in (select gone.node from ${gone} as gone)`;

/** One row per identity and touched value of this kind: node, value. */
export const touchedContacts = (kind: ValueKind, contacts: Relation, touched: Relation): Relation => sql`(
  select bearer.node, bearer.value
  from (${hashedContacts(kind, contacts)}) as bearer
  semi join ${touched} as touched on touched.about = bearer.about)`;

/** One row per identity that tells it: node, value. See `spelledIdentities`. */
export const normalisedColumn = (spelled: Relation, column: string): Relation =>
  sql`(select told.node, told.${ident(column)} as value from ${spelled} as told where told.${ident(column)} is not null)`;

/** One row: found, whether any of the e-mails (value) is the hash of one of these addresses (address). */
export const matchesHash = (emails: Relation, mailboxes: Relation): Sql => sql`
  select count(*) > 0 as found
  from ${emails} as told
  semi join (select sha256(mailbox.address) as hash from ${mailboxes} as mailbox) as known on known.hash = told.value`;
