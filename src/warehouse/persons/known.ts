// Between two builds few identities come and few go. Those that stay keep their numbers, so that all that is remembered of
// them is still about the same; those that come are numbered after them.

import { ident, type Relation, type Sql, sql } from "../sql/sql.js";
import { aboutValue, contactValues } from "./edges.js";
import type { ValueKind } from "./everybodys.js";
import { heldIdentities, isListed } from "./identities.js";

/**
 * One row per identity as the next build has to know it: node, identity_key, first_seen, row_count, is_listed, is_identified,
 * and household as in `identifiedIdentities`.
 */
export const knownIdentities = (numbered: Relation, identified: Relation): Sql => sql`
  select numbered.node, numbered.identity_key, numbered.first_seen, numbered.row_count, numbered.is_listed,
    somebody.node is not null as is_identified, somebody.household
  from ${numbered} as numbered
  left join ${identified} as somebody on somebody.node = numbered.node`;

/** The rows of `knownIdentities` for those that were known, and are known as others now: see `seenIdentities`. */
export const knownAsOthers = (seen: Relation): Sql => sql`
  select node, identity_key, first_seen, row_count, is_listed, is_identified, household
  from ${seen}
  where is_changed and is_identified is not null`;

/**
 * One row per identity that any dataset holds: identity_key, source (of the first), first_seen, row_count, is_listed, what is
 * `known`, is_changed, whether it is new or known as another, and is_older, whether a file has it that is older than those known.
 */
export const seenIdentities = (
  datasets: readonly Relation[],
  lists: readonly number[],
  known: Relation,
): Sql => sql`
  select seen.identity_key, seen.source, seen.row_count, seen.is_listed,
    coalesce(known.first_seen, seen.first_seen) as first_seen, known.node, known.is_identified, known.household,
    coalesce(known.row_count <> seen.row_count or known.is_listed <> seen.is_listed, true) as is_changed,
    coalesce(seen.first_seen < known.first_seen, false) as is_older
  from ${datasets.length === 1 ? heldByOne(datasets, lists) : heldByAny(datasets, lists)} as seen
  left join ${known} as known on known.identity_key = seen.identity_key`;

const heldByOne = (datasets: readonly Relation[], lists: readonly number[]): Relation =>
  sql`(select held.*, ${lists.length > 0} as is_listed from (${heldIdentities(datasets)}) as held)`;

const heldByAny = (datasets: readonly Relation[], lists: readonly number[]): Relation => sql`(
  select held.identity_key, min(held.source) as source, min(held.first_seen) as first_seen,
    cast(sum(held.row_count) as bigint) as row_count, ${isListed(lists)} as is_listed
  from (${heldIdentities(datasets)}) as held
  group by held.identity_key)`;

/** Of those that are seen, the unknown, numbered after `last` from the earliest on. */
export const newlyNumbered = (seen: Relation, last: number): Sql => sql`
  select seen.* replace (cast(${last} + row_number() over (order by seen.first_seen, seen.identity_key) as integer) as node)
  from ${seen} as seen
  where seen.node is null`;

/**
 * One row of what has changed between those who are `known` and those that are `seen` and not yet numbered: last (node) and
 * newest (first_seen) of the known, how many arrived and are gone, and older, of how many a file is not newer than all known.
 */
export const presentCounts = (known: Relation, seen: Relation): Sql => sql`
  select known.last, known.newest, present.arrived, known.count - present.still as gone, present.older
  from (select max(node) as last, max(first_seen) as newest, count(*) as count from ${known}) as known,
    (
      select count(*) - count(seen.node) as arrived, count(seen.node) as still,
        count(*) filter (
          where seen.is_older or seen.node is null and seen.first_seen <= (select max(first_seen) from ${known})) as older
      from ${seen} as seen
    ) as present`;

/** One row per known identity that no dataset holds any more: node, identity_key. */
export const goneIdentities = (known: Relation, numbered: Relation): Sql => sql`
  select known.node, known.identity_key
  from ${known} as known anti join ${numbered} as numbered on numbered.node = known.node`;

/** One row per value that an identity bears who came or went: about. See `shareableValues`. */
export const touchedValues = (values: Relation, freshValues: Relation, gone: Relation): Sql => sql`
  select fresh.about from ${freshValues} as fresh
  union
  select value.about from ${values} as value semi join ${gone} as gone on gone.node = value.node`;

/** One row per identity that bears a touched value: node, about, is_address. */
export const bearersOf = (values: Relation, touched: Relation, gone: Relation): Sql => sql`
  select value.node, value.about, value.is_address
  from ${values} as value
  semi join ${touched} as touched on touched.about = value.about
  where value.node not in (select gone.node from ${gone} as gone)`;

/** One row per identity that tells it: node, value. See `spelledIdentities`. */
export const toldIn = (spelled: Relation, column: string): Relation =>
  sql`(select told.node, told.${ident(column)} as value from ${spelled} as told where told.${ident(column)} is not null)`;

/** One row: found, whether any of the e-mails (value) is the hash of one of these addresses (address). */
export const areHashed = (emails: Relation, mailboxes: Relation): Sql => sql`
  select count(*) > 0 as found
  from ${emails} as told
  semi join (select sha256(mailbox.address) as hash from ${mailboxes} as mailbox) as known on known.hash = told.value`;

/** One row per identity and touched value of this kind: node, value. */
export const touchedContacts = (kind: ValueKind, contacts: Relation, touched: Relation): Relation => sql`(
  select bearer.node, bearer.value
  from (${contactValues(kind, contacts)}) as bearer
  semi join ${touched} as touched on touched.about = bearer.about)`;

/** One row per pair of identities that stand in one row: left_node, right_node, left_key, right_key. */
export const linkedNodes = (links: Relation, numbered: Relation): Sql => sql`
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
export const keptRows = (rowEdges: Relation, linked: Relation): Sql => sql`
  select edge.left_node, edge.right_node, edge.about
  from ${rowEdges} as edge
  semi join ${linked} as linked on linked.left_node = edge.left_node and linked.right_node = edge.right_node`;

/** Pairs that stand in one row and are not known to be one person: the columns of `linkedNodes`. */
export const openLinks = (linked: Relation, kept: Relation): Sql => sql`
  select linked.*
  from ${linked} as linked
  anti join ${kept} as edge on edge.left_node = linked.left_node and edge.right_node = linked.right_node`;

/** Pairs that stood in one row and are in no row together any more: left_node, right_node. */
export const closedLinks = (rowEdges: Relation, linked: Relation): Sql => sql`
  select edge.left_node, edge.right_node
  from ${rowEdges} as edge
  anti join ${linked} as linked on linked.left_node = edge.left_node and linked.right_node = edge.right_node`;

/** Remembered pairs (left_node, right_node) whose records are both still there. */
export const stillPaired = (pairs: Relation, gone: Relation): Relation => sql`(
  select pair.*
  from ${pairs} as pair
  where pair.left_node not in (select gone.node from ${gone} as gone)
    and pair.right_node not in (select gone.node from ${gone} as gone))`;

/** Values of everybody now (kind, value): of touched values those that are `found`, of others those that were. */
export const everybodysNow = (before: Relation, found: Relation, touched: Relation): Sql => sql`
  select crowd.kind, crowd.value
  from ${before} as crowd
  where crowd.kind <> 'birth date' and ${aboutCrowd} not in (select touched.about from ${touched} as touched)
  union all
  select crowd.kind, crowd.value
  from ${found} as crowd
  where crowd.kind = 'birth date' or ${aboutCrowd} in (select touched.about from ${touched} as touched)`;

const aboutCrowd = aboutValue(sql`crowd.kind`, sql`crowd.value`);

/** One row: changed, how many values have become everybody's, or no longer are, that known identities bear. */
export const changedOfKnown = (
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
