// Edges, values and placeholder values kept from the previous build. An edge stays valid while both records
// are there and so is its reason: an equal value whose holders are the same, or a row of a file. A value is
// touched if an added or a removed record has it; the holders of touched values are joined again. Column
// `about` is the hash of a value, see `valueHash`.

import { rowsAmong, rowsWithout, unionOf } from "../rows.js";
import { ident, type Relation, type Sql, sql } from "../sql/sql.js";
import { edgesOfBoth, hashedContacts, valueHash } from "./edges.js";
import type { ValueKind } from "./shared-contacts.js";

/** One row per pair of identities in one row of a file: left_node, right_node, left_key, right_key. */
export const rowLinkNodes = (links: Relation, numbered: Relation): Sql => sql`
  select distinct l.node as left_node, r.node as right_node, link.left_key, link.right_key
  from ${links} as link
  join ${numbered} as l on l.identity_key = link.left_key
  join ${numbered} as r on r.identity_key = link.right_key`;

/**
 * All edges, see `stageEdges`: those `before` by untouched values, those of rows that are kept, and those that
 * were found now.
 */
export const updatedEdges = (
  before: Relation,
  touched: Relation,
  keptRows: Relation,
  found: Relation,
): Relation => unionOf(edgesOfBoth(rowsWithout(before, touched, "about"), keptRows), found);

/** A tentative edge has the nameless record on the left, whichever it is in the row. */
const isSamePair = sql`least(linked.left_node, linked.right_node) = least(edge.left_node, edge.right_node)
  and greatest(linked.left_node, linked.right_node) = greatest(edge.left_node, edge.right_node)`;

/** Edges of a row that is still in a file. */
export const keptRowEdges = (rowEdges: Relation, linked: Relation): Sql => sql`
  select edge.left_node, edge.right_node, edge.about, edge.strength
  from ${rowEdges} as edge
  semi join ${linked} as linked on ${isSamePair}`;

/** Pairs in one row that have no edge yet: the columns of `rowLinkNodes`. */
export const pendingRowLinks = (linked: Relation, kept: Relation): Sql => sql`
  select linked.*
  from ${linked} as linked
  anti join ${kept} as edge on ${isSamePair}`;

/** Pairs with an edge of a row that share no row any more: left_node, right_node. */
export const removedRowLinks = (rowEdges: Relation, linked: Relation): Sql => sql`
  select edge.left_node, edge.right_node
  from ${rowEdges} as edge
  anti join ${linked} as linked on ${isSamePair}`;

/** Stored pairs (left_node, right_node) whose records are both still there. */
export const pairsOfKept = (pairs: Relation, removed: Relation): Relation => sql`(
  select pair.*
  from ${pairs} as pair
  where pair.left_node not in (select removed.node from ${removed} as removed)
    and pair.right_node not in (select removed.node from ${removed} as removed))`;

/** One row per value of an added or removed identity: about. See `keyValues`. */
export const touchedValues = (values: Relation, addedValues: Relation, removed: Relation): Sql => sql`
  select added.about from ${addedValues} as added
  union
  select value.about from ${values} as value semi join ${removed} as removed on removed.node = value.node`;

/** One row per identity and touched value that it has: node, about, is_address. */
export const holdersOf = (
  values: Relation,
  added: Relation,
  touched: Relation,
  removed: Relation,
): Relation => unionOf(rowsWithout(rowsAmong(values, touched, "about"), removed, "node"), added);

/** The holders of touched addresses, as `addressKeys` has them. */
export const touchedAddressKeys = (holders: Relation): Relation =>
  sql`(select own.node, own.about as key, own.about from ${holders} as own where own.is_address)`;

/** One row per identity and touched value of this kind: node, value. */
export const touchedContacts = (kind: ValueKind, contacts: Relation, touched: Relation): Relation => sql`(
  select holder.node, holder.value
  from (${hashedContacts(kind, contacts)}) as holder
  semi join ${touched} as touched on touched.about = holder.about)`;

/** One row per identity with a value in this column: node, value. See `normalisedIdentities`. */
export const normalisedColumn = (normalised: Relation, column: string): Relation =>
  sql`(select own.node, own.${ident(column)} as value from ${normalised} as own where own.${ident(column)} is not null)`;

/** The e-mails (value) that are the hash of one of these addresses (address). */
export const emailsOfHashes = (emails: Relation, mailboxes: Relation): Relation => sql`(
  select email.value
  from ${emails} as email
  semi join (select sha256(mailbox.address) as hash from ${mailboxes} as mailbox) as hashed on hashed.hash = email.value)`;

/**
 * Placeholder values now (kind, value, by_share): the touched values among `found`, and the untouched among
 * those `before`. Whether a value is a placeholder depends on all records that have it; a birth date is
 * compared with all birth dates, and a share is one of all records.
 */
export const updatedPlaceholders = (before: Relation, found: Relation, touched: Relation): Sql => sql`
  select placeholder.kind, placeholder.value, placeholder.by_share
  from ${before} as placeholder
  where placeholder.kind <> 'birth date' and not placeholder.by_share
    and ${placeholderHash} not in (select touched.about from ${touched} as touched)
  union all
  select placeholder.kind, placeholder.value, placeholder.by_share
  from ${found} as placeholder
  where placeholder.kind = 'birth date' or placeholder.by_share
    or ${placeholderHash} in (select touched.about from ${touched} as touched)`;

const placeholderHash = valueHash(sql`placeholder.kind`, sql`placeholder.value`);

/**
 * One row: changed, how many values of kept identities became placeholders, or are none any more. Their
 * holders change people.
 */
export const changedPlaceholders = (
  before: Relation,
  now: Relation,
  values: Relation,
  normalised: Relation,
): Sql => sql`
  with placeholder as (
    (select * from ${before} except select * from ${now}) union all (select * from ${now} except select * from ${before})
  )
  select (select count(*) from ${values} as value join placeholder on ${placeholderHash} = value.about)
    + (select count(*) from ${normalised} as own join placeholder on placeholder.kind = 'birth date' and placeholder.value = own.birth_date)
    as changed`;
