// How often strangers agree by chance is seen in pairs that nobody chose. Who is in the sample depends on what the profiles
// say, and on nothing else: not on their order, their numbers or a seed.

import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { comparedPairs } from "./compare.js";

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
