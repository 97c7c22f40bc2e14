// Links lead from one record to the next, and may end at somebody else. So inside a component every pair is compared, not
// only those that a blocking rule brought together; and where these would be too many, enough to part it (`builds/people/large.ts`).

import { type ComparisonName, comparisons, placeValues } from "../../domain/matching.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { comparedPairs } from "./compare.js";
import { level } from "./comparisons.js";

/** Two records have no third between them; the pairs of more than the most would cost more than they can tell. */
const minClusterRecords = 3;
export const maxFullyComparedRecords = 400;

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
    having count(*) >= ${minClusterRecords} and count(*) <= ${maxFullyComparedRecords}
  ) as counted
  join ${components} as l on l.root = counted.root
  join ${components} as r on r.root = counted.root and l.node < r.node`;

/** So many records after it, a record of a larger component is compared with. */
const nearbyRecords = 50;

/**
 * The relation of `comparedPairs` for all pairs of clusters of up to 400 profiles, and in larger ones for pairs in proportion
 * to their records: those that are linked, and each with the next fifty. `clusters`: node, root; `links`: left_node, right_node.
 */
export const pairsWithinLarge = (profiles: Relation, clusters: Relation, links: Relation): Sql =>
  comparedPairs(
    profiles,
    sql`(${pairsOf(clusters)} union all select * from (${nearbyPairs(profiles, clusters, links)}) as near)`,
  );

/** One row per pair of a cluster of more than 400 profiles: left_node < right_node. */
const nearbyPairs = (profiles: Relation, clusters: Relation, links: Relation): Sql => sql`
  with placed as materialized (
    select cluster.node, cluster.root, row_number() over (partition by cluster.root order by cluster.node) as place
    from ${clusters} as cluster
    semi join ${profiles} as profile on profile.node = cluster.node
    where cluster.root in (select root from ${clusters} group by root having count(*) > ${maxFullyComparedRecords})
  )
  select l.node as left_node, r.node as right_node
  from placed as l
  cross join range(1, ${nearbyRecords + 1}) as step(ahead)
  join placed as r on r.root = l.root and r.place = l.place + step.ahead
  union
  select least(l.node, r.node), greatest(l.node, r.node)
  from ${links} as link
  join placed as l on l.node = link.left_node
  join placed as r on r.node = link.right_node and r.root = l.root and r.node <> l.node`;

// Which records of a component are surely two people. A long chain of links is the less to be believed, and so is one that
// leads from one first name to another of the same family behind one door, as an initial does: there, less is enough.

/** Odds against one person of a thousand, sixty and fifteen to one. Natural logarithms. */
const surelyTwo = -10 * Math.LN2;
const mostLikelyTwo = -6 * Math.LN2;
export const maxNonMatchLogOdds = -4 * Math.LN2;
/** Records of a large component. */
const large = 15;

/**
 * One row per pair, ordered: left_node, right_node. `weighed` are pairs within components that weigh no more than
 * `probablyTwo`; `components`: node, root.
 */
export const nonMatchPairs = (weighed: Relation, components: Relation): Sql => sql`
  select pair.left_node, pair.right_node
  from ${weighed} as pair
  join ${components} as component on component.node = pair.left_node
  join (select root, count(*) as records from ${components} group by root) as counted on counted.root = component.root
  where pair.log_odds <= ${surelyTwo}
    or pair.log_odds <= ${mostLikelyTwo} and counted.records > ${large}
    or pair.log_odds <= ${maxNonMatchLogOdds} and ${areOfOneFamily}
  order by pair.left_node, pair.right_node`;

const isAt = (comparison: ComparisonName, words: string): Sql => {
  const at = comparisons.findIndex(({ name }) => name === comparison);
  const base = comparisons[at]!.levels.length + 1;
  return sql`pair.pattern // ${placeValues[at]!} % ${base} = ${level(comparison, words)}`;
};

const areOfOneFamily = sql`(
  ${isAt("first_name", "differs")} and ${isAt("last_name", "is the same")} and ${isAt("address", "is the same")})`;
