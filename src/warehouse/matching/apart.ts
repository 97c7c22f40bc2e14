// Which records of a component are surely two people. A long chain of links is the less to be believed, and so is one that
// leads from one first name to another of the same family behind one door, as an initial does: there, less is enough.

import { type ComparisonName, comparisons, placeValues } from "../../domain/matching.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { level } from "./comparisons/level.js";

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
