// Every candidate is compared field by field, and what comes of it is one number, its pattern: tens of millions of pairs
// have a few thousand patterns, and the model learns from these. What a pattern cannot hold is how common an equal value
// is, so that goes along as its share.

import { type ComparisonName, comparisons, placeValues } from "../../domain/matching.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { email, phone } from "./comparisons/contacts.js";
import {
  firstName,
  firstNameShare,
  lastName,
  lastNameShare,
  middleName,
  suffix,
} from "./comparisons/names.js";
import { birthDate, nationalId } from "./comparisons/numbers.js";
import { address, area, postcodeShare, unit } from "./comparisons/places.js";

/** The level that each comparison of the profiles `l` and `r` ends in. */
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
};

const pattern = join(
  comparisons.map(({ name }, i) => sql`(${levels[name]}) * ${placeValues[i]!}`),
  " + ",
);

/**
 * One row per candidate of two profiles: left_node, right_node, pattern INTEGER, first_name_share, last_name_share,
 * postcode_share DOUBLE, each null where it does not apply.
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
