// An edge stands for as long as the records do that it joins, and what it is about: a value that all of its bearers still bear,
// or a row of a file.

import { ident, type Relation, type Sql, sql } from "../sql/sql.js";
import { hashedContacts, valueHash } from "./edges.js";
import type { ValueKind } from "./shared-contacts.js";

/** One row per pair of identities that stand in one row: left_node, right_node, left_key, right_key. */
export const rowLinkNodes = (links: Relation, numbered: Relation): Sql => sql`
  select distinct l.node as left_node, r.node as right_node, link.left_key, link.right_key
  from ${links} as link
  join ${numbered} as l on l.identity_key = link.left_key
  join ${numbered} as r on r.identity_key = link.right_key`;

/** Edges about values that are not touched, which are as they were: the columns of `gatherEdges`. */
export const keptEdges = (edges: Relation, touched: Relation): Sql => sql`
  select edge.left_node, edge.right_node, edge.about, 'key' as kind
  from ${edges} as edge
  anti join ${touched} as touched on touched.about = edge.about`;

/** Edges of a row that still stand in a file. */
export const keptRowEdges = (rowEdges: Relation, linked: Relation): Sql => sql`
  select edge.left_node, edge.right_node, edge.about
  from ${rowEdges} as edge
  semi join ${linked} as linked on linked.left_node = edge.left_node and linked.right_node = edge.right_node`;

/** Pairs that stand in one row and are not known to be one person: the columns of `linkedNodes`. */
export const pendingRowLinks = (linked: Relation, kept: Relation): Sql => sql`
  select linked.*
  from ${linked} as linked
  anti join ${kept} as edge on edge.left_node = linked.left_node and edge.right_node = linked.right_node`;

/** Pairs that stood in one row and are in no row together any more: left_node, right_node. */
export const removedRowLinks = (rowEdges: Relation, linked: Relation): Sql => sql`
  select edge.left_node, edge.right_node
  from ${rowEdges} as edge
  anti join ${linked} as linked on linked.left_node = edge.left_node and linked.right_node = edge.right_node`;

/** Remembered pairs (left_node, right_node) whose records are both still there. */
export const pairsOfKept = (pairs: Relation, gone: Relation): Relation => sql`(
  select pair.*
  from ${pairs} as pair
  where pair.left_node not in (select gone.node from ${gone} as gone)
    and pair.right_node not in (select gone.node from ${gone} as gone))`;

// What an identity tells is remembered as values, by which records are found that share one. Those that somebody bears who came
// or went are touched: about no other can anything have changed.

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

// Whether a value is everybody's hangs on all who bear it. Where it becomes so, or is no more, all of them are other people than
// they were.

/** Values of everybody now (kind, value): of touched values those that are `found`, of others those that were. */
export const updatedPlaceholders = (before: Relation, found: Relation, touched: Relation): Sql => sql`
  select crowd.kind, crowd.value
  from ${before} as crowd
  where crowd.kind <> 'birth date' and ${aboutCrowd} not in (select touched.about from ${touched} as touched)
  union all
  select crowd.kind, crowd.value
  from ${found} as crowd
  where crowd.kind = 'birth date' or ${aboutCrowd} in (select touched.about from ${touched} as touched)`;

const aboutCrowd = valueHash(sql`crowd.kind`, sql`crowd.value`);

/** One row: changed, how many values have become everybody's, or no longer are, that known identities bear. */
export const changedPlaceholders = (
  before: Relation,
  now: Relation,
  values: Relation,
  spelled: Relation,
): Sql => sql`
  with crowd as (
    (select * from ${before} except select * from ${now}) union all (select * from ${now} except select * from ${before})
  )
  select (select count(*) from ${values} as value join crowd on ${aboutCrowd} = value.about)
    + (select count(*) from ${spelled} as told join crowd on crowd.kind = 'birth date' and crowd.value = told.birth_date)
    as changed`;
