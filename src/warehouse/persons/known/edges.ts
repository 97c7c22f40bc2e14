// An edge stands for as long as the records do that it joins, and what it is about: a value that all of its bearers still bear,
// or a row of a file.

import { type Relation, type Sql, sql } from "../../sql/sql.js";

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
