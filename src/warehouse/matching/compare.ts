// Compared pairs: each pair of profiles with its pattern, one number for the levels of all comparisons. Tens
// of millions of pairs have a few thousand patterns, and the model is fitted to their counts. A pattern does
// not say how common an equal value is, so shares go along.

import { type ComparisonName, comparisons, placeValues } from "../../domain/people/matching.js";
import { join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  address,
  area,
  birthDate,
  customerId,
  email,
  firstName,
  firstNameShare,
  lastName,
  lastNameShare,
  middleName,
  nationalId,
  phone,
  postcodeShare,
  suffix,
  unit,
} from "./comparisons.js";

/** The level of each comparison of the profiles `l` and `r`. */
const levels: Record<ComparisonName, Sql> = {
  first_name: firstName,
  last_name: lastName,
  address,
  unit,
  area,
  email,
  phone,
  suffix,
  middle_name: middleName,
  birth_date: birthDate,
  national_id: nationalId,
  customer_id: customerId,
};

const pattern = join(
  comparisons.map(({ name }, i) => sql`(${levels[name]}) * ${placeValues[i]!}`),
  " + ",
);

/**
 * One row per candidate pair with two profiles: left_node, right_node, pattern INTEGER, first_name_share,
 * last_name_share, postcode_share DOUBLE, each null where it does not apply.
 */
export const comparedPairs = (profiles: Relation, candidates: Relation): Sql => sql`
  select pair.left_node, pair.right_node,
    cast(${pattern} as integer) as pattern,
    cast(${firstNameShare} as double) as first_name_share,
    cast(${lastNameShare} as double) as last_name_share,
    cast(${postcodeShare} as double) as postcode_share
  from ${candidates} as pair
  join ${profiles} as l on l.node = pair.left_node
  join ${profiles} as r on r.node = pair.right_node`;

/** One row per pair with two profiles: pattern INTEGER and the pair's weight. */
export const weighedPatterns = (profiles: Relation, pairs: Relation): Sql => sql`
  select cast(${pattern} as integer) as pattern, pair.weight
  from ${pairs} as pair
  join ${profiles} as l on l.node = pair.left_node
  join ${profiles} as r on r.node = pair.right_node`;

/** One row per pair: left_node < right_node, left_key, right_key. `nodes`: node, identity_key. */
export const pairsBetween = (
  nodes: Relation,
  ours: readonly bigint[],
  theirs: readonly bigint[],
): Relation => sql`(
  select least(l.node, r.node) as left_node, greatest(l.node, r.node) as right_node,
    any_value(l.identity_key) as left_key, any_value(r.identity_key) as right_key
  from ${nodes} as l join ${nodes} as r on r.node <> l.node
  where l.identity_key in (${list(ours)}) and r.identity_key in (${list(theirs)})
  group by all)`;

/** One row per pair with two profiles: its keys l and r VARCHAR, and the columns of `comparedPairs`. */
export const comparedRecords = (profiles: Relation, pairs: Relation): Sql => sql`
  select cast(pair.left_key as varchar) as l, cast(pair.right_key as varchar) as r, compared.* exclude (left_node, right_node)
  from (${comparedPairs(profiles, pairs)}) as compared
  join ${pairs} as pair on pair.left_node = compared.left_node and pair.right_node = compared.right_node`;

/** One row per pattern, ascending: pattern INTEGER, pairs DOUBLE. */
export const patternCounts = (compared: Relation): Sql => sql`
  select pair.pattern, cast(count(*) as double) as pairs
  from ${compared} as pair
  group by pair.pattern
  order by pair.pattern`;
