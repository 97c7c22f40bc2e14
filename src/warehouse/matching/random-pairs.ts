// Random pairs: how alike two profiles are by chance, any two of them and two of one last name. Few random
// pairs share a last name, so namesakes are drawn among themselves.

import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { weighedPatterns } from "./compare.js";

/** From which pairs are drawn. */
const sampledProfiles = 50_000;
/** About so many pairs of any two, and at most so many for each profile: further ones of the same profiles tell little. */
const pairsOfAnyTwo = 120_000;
const pairsOfEach = 40;

/** One row per sampled profile, with content_bits. Which of several equal profiles is sampled makes no difference. */
const sampled = (profiles: Relation): Sql => sql`
  select profile.*, ${contentBits} as content_bits
  from ${profiles} as profile
  order by content_bits
  limit ${sampledProfiles}`;

const contents = [
  ...[
    "first_name",
    "given",
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

/** The engine (1.5) takes seconds for windows over tens of thousands of parts that 128 bits tell apart. */
const contentBits = sql`md5_number_lower(concat_ws(chr(31), ${join(
  contents.map((column) => sql`coalesce(${ident("profile", column)}, '')`),
)}, profile.customer_id))`;

/**
 * Pairs of a sample of profiles. The sample depends on the contents of profiles only, not on their order,
 * their numbers or a seed. `anyTwo`: pattern; `namesakes`: pattern and weight, see `namesakePairs`.
 */
export const randomPairs = async (
  engine: Engine,
  profiles: Relation,
): Promise<{ anyTwo: Relation; namesakes: Relation }> => {
  const sample = await engine.createTable("sampled_profile", sampled(profiles));
  const count = await engine.count(sample);
  // The engine (1.5) compares pairs of a table on all threads, but those of a join of so few rows on one.
  const pairs = await engine.createTable("random_pair", drawnPairs(sample, count));
  const compared = await engine.createTable("random_pattern", weighedPatterns(sample, pairs));
  return {
    anyTwo: sql`(select own.pattern from ${compared} as own where own.weight is null)`,
    namesakes: sql`(select own.pattern, own.weight from ${compared} as own where own.weight is not null)`,
  };
};

/** The rows of `pairsOfFew`, without a weight, and those of `namesakePairs`: compared at once, they are planned once. */
const drawnPairs = (sample: Relation, count: number): Sql => sql`
  select any_two.left_node, any_two.right_node, cast(null as double) as weight
  from (${pairsOfFew(sample, count)}) as any_two
  union all
  select namesake.left_node, namesake.right_node, namesake.weight from (${namesakePairs(sample, count)}) as namesake`;

/**
 * One row per pair: left_node, right_node. Each profile is compared with some that follow it in a random order:
 * many profiles in a few pairs each tell more than a few in all of theirs. Equal ones do not follow each other.
 */
const pairsOfFew = (sample: Relation, count: number): Sql => sql`
  with drawn as materialized (
    select copied.node, md5_number_lower(concat_ws(' ', copied.content_bits, copied.copy)) as place
    from (
      select own.node, own.content_bits, row_number() over (partition by own.content_bits) as copy from ${sample} as own
    ) as copied
  )
  select own.node as left_node, unnest(list(own.node) over (
    order by own.place rows between 1 following and ${Math.min(pairsOfEach, Math.ceil(pairsOfAnyTwo / Math.max(count, 1)))} following)) as right_node
  from drawn as own`;

/** Each profile is compared with at most so many others of its last name, and all with about so many. */
const namesakesOfEach = 4;
const pairsOfNamesakes = 100_000;

/**
 * One row per drawn pair of one last name: left_node, right_node, weight DOUBLE, the pairs of the sample that
 * it stands for.
 */
const namesakePairs = (sample: Relation, count: number): Sql => {
  const each = Math.min(namesakesOfEach, Math.ceil(pairsOfNamesakes / Math.max(count, 1)));
  return sql`
  with placed as materialized (
    select own.node, own.last_name, count(*) over (partition by own.last_name) as members,
      row_number() over (partition by own.last_name order by own.content_bits) as place
    from ${sample} as own
    where own.last_name is not null
  )
  select l.node as left_node, r.node as right_node,
    l.members * (l.members - 1) / 2 / ${drawnOf(sql`l.members`, each)} as weight
  from placed as l
  cross join range(1, ${each + 1}) as step(ahead)
  join placed as r on r.last_name = l.last_name and r.place = l.place + step.ahead`;
};

/** The number of pairs that are drawn among so many profiles, `each` with so many others. */
function drawnOf(members: Sql, each: number): Sql {
  const all = sql`${members} * (${members} - 1) / 2`;
  return sql`case when ${members} <= ${each} then ${all}
    else ${each} * ${members} - ${(each * (each + 1)) / 2} end`;
}

/**
 * The columns of `patternCounts`, with as many pairs as were drawn. The last digit does not depend on the
 * order in which threads add.
 */
export const namesakeCounts = (namesakes: Relation): Sql => sql`
  select pair.pattern, sum(pair.weight order by pair.weight)
    * (select count(*) / sum(each.weight order by each.weight) from ${namesakes} as each) as pairs
  from ${namesakes} as pair
  group by pair.pattern
  order by pair.pattern`;
