// Compared pairs: each pair of profiles with its pattern, one number for the levels of all comparisons. Tens
// of millions of pairs have a few thousand patterns, and the model is fitted to their counts. A pattern does
// not say how common an equal value is, so shares go along.

import { type ComparisonName, comparisons, placeValues } from "../../domain/people/matching.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
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

/** One row per pattern, ascending: pattern INTEGER, pairs DOUBLE. */
export const patternCounts = (compared: Relation): Sql => sql`
  select pair.pattern, cast(count(*) as double) as pairs
  from ${compared} as pair
  group by pair.pattern
  order by pair.pattern`;
