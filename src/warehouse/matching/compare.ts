// Every candidate is compared field by field, and what comes of it is one number, its pattern: tens of millions of pairs
// have a few thousand patterns, and the model learns from these. What a pattern cannot hold is how common an equal value
// is, so that goes along as its share.

import { type ComparisonName, comparisons, placeValues } from "../../domain/matching.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import {
  address,
  area,
  birthDate,
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

// How often strangers agree by chance is seen in pairs that nobody chose. Who is in the sample depends on what the profiles
// say, and on nothing else: not on their order, their numbers or a seed.

/** So many have about a million pairs. */
const sampledProfiles = 1_415;

/** The relation of `comparedPairs` for all pairs of a sample of profiles. */
export const chancePairs = async (engine: Engine, profiles: Relation): Promise<Relation> => {
  const sample = await engine.createTable("sampled_profile", sampled(profiles));
  return engine.createTable("chance_pair", comparedPairs(sample, sql`(${allPairs(sample)})`));
};

/** One row per sampled profile. Profiles of equal content may stand for one another. */
const sampled = (profiles: Relation): Sql => sql`
  select profile.*
  from ${profiles} as profile
  order by ${contentBits}
  limit ${sampledProfiles}`;

const contents = [
  ...[
    "first_name",
    "middle_name",
    "last_name",
    "last_start",
    "last_end",
    "suffix",
    "birth_date",
    "national_id",
  ],
  ...["house_number", "street", "unit", "city", "state", "postcode", "email", "phone"],
];

const contentBits = sql`md5_number(concat_ws(chr(31), ${join(
  contents.map((column) => sql`coalesce(${ident("profile", column)}, '')`),
)}))`;

/** One row per pair of the sample: left_node, right_node. */
const allPairs = (sample: Relation): Sql => sql`
  select l.node as left_node, r.node as right_node
  from ${sample} as l
  join ${sample} as r on l.node < r.node`;
