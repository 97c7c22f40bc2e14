// Records that links join are a component, and those of a component that are one person a cluster of it. A relation of
// `clusters` has one row per record that a link joins to another: node, component (its smallest node) and root (the smallest
// node of its person).

import { type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per identity, also of those that nothing joins to another: node, root. */
export const rootsOf = (numbered: Relation, clusters: Relation): Relation => sql`(
  select numbered.node, coalesce(cluster.root, numbered.node) as root
  from ${numbered} as numbered
  left join ${clusters} as cluster on cluster.node = numbered.node)`;

/** One row per node that is touched (node), or in a component with one that is, and not gone: node. */
export const affectedNodes = (touched: Relation, clusters: Relation, gone: Relation): Sql => sql`
  select reached.node
  from (
    select touched.node from ${touched} as touched
    union
    select cluster.node
    from ${clusters} as cluster
    where cluster.component in (
      select met.component from ${clusters} as met semi join ${touched} as touched on touched.node = met.node)
  ) as reached
  anti join ${gone} as gone on gone.node = reached.node`;

/** The rows of `clusters` whose components are not affected: see `affectedNodes`. */
export const unaffectedClusters = (clusters: Relation, affected: Relation, gone: Relation): Sql => sql`
  select cluster.*
  from ${clusters} as cluster
  anti join ${affected} as affected on affected.node = cluster.node
  anti join ${gone} as gone on gone.node = cluster.node`;
