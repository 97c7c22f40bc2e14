// Links lead from one record to the next, and may end at somebody else. So inside a component every pair is compared, not
// only those that a blocking rule brought together.

import { type Relation, type Sql, sql } from "../sql/sql.js";
import { comparedPairs } from "./compare.js";

/** Two records have no third between them; the pairs of more than the most would cost more than they can tell. */
const fewestRecords = 3;
export const mostRecords = 400;

/** The relation of `comparedPairs` for all pairs of profiles of one component. `components`: node, root. */
export const pairsWithin = (profiles: Relation, components: Relation): Sql =>
  comparedPairs(profiles, sql`(${pairsOf(components)})`);

/** One row per pair of a component of 3 to 400 nodes: left_node < right_node. */
const pairsOf = (components: Relation): Sql => sql`
  select l.node as left_node, r.node as right_node
  from (
    select component.root
    from ${components} as component
    group by component.root
    having count(*) >= ${fewestRecords} and count(*) <= ${mostRecords}
  ) as counted
  join ${components} as l on l.root = counted.root
  join ${components} as r on r.root = counted.root and l.node < r.node`;

/** One row per node of a component that holds one of `nodes` (node): node, root. */
export const componentsWith = (components: Relation, nodes: Relation): Sql => sql`
  select component.node, component.root
  from ${components} as component
  where component.root in (
    select touched.root
    from ${components} as touched
    where touched.node in (select chosen.node from ${nodes} as chosen))`;

/** Remembered pairs within components that were not `touched`: the columns of `unlike`. What links join no more is forgotten. */
export const unlikeElsewhere = (unlike: Relation, components: Relation, touched: Relation): Sql => sql`
  select pair.*
  from ${unlike} as pair
  join ${components} as l on l.node = pair.left_node
  join ${components} as r on r.node = pair.right_node and r.root = l.root
  anti join (select distinct chosen.root from ${touched} as chosen) as chosen on chosen.root = l.root`;
