// Blocking rules: which pairs of profiles are worth comparing. A million profiles have half a trillion pairs,
// so only pairs that agree in something are compared: two profiles are in one block of a rule if all parts of
// the rule are equal. No single rule finds everyone, since a name can have a typo and people move. Together
// they do, because each tolerates another error.

import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";

export interface BlockingRule {
  name: string;
  parts: readonly BlockPart[];
  /** Budget of pairs per profile. */
  pairsPerProfile: number;
  /** Budget of pairs of a small file. */
  minPairs: number;
}

/** Parts of rules. Profiles that lack a part are in no block of a rule with that part. */
const partValues = {
  national_id: sql`profile.national_id`,
  birth_date: sql`profile.birth_date`,
  email: sql`profile.email`,
  phone: sql`profile.phone`,
  first_name: sql`profile.first_canonical`,
  last_name: sql`profile.last_name`,
  both_names: sql`case when profile.first_name <> profile.last_name then
    concat_ws(' ', least(profile.first_name, profile.last_name), greatest(profile.first_name, profile.last_name)) end`,
  house_number: sql`profile.house_number`,
  street: sql`profile.street`,
  postcode: sql`profile.postcode`,
  city: sql`profile.city`,
  state: sql`profile.state`,
  area: sql`coalesce(profile.postcode, profile.city)`,
};

export type BlockPart = keyof typeof partValues;

/**
 * Shares that match weights depend on, with the column of `blockParts` that has equal values for equal names
 * or postcodes.
 */
const ownName = "own_name";
export const shareColumns = [
  ["first_name_share", ownName],
  ["last_name_share", "last_name"],
  ["postcode_share", "postcode"],
] as const;

/** Columns of `blockParts` except node. */
export const partColumns: readonly string[] = [...Object.keys(partValues), ownName];

/** Small files can afford every rule. */
const usualMinPairs = 300_000;

const rulesOf = (
  pairsPerProfile: number,
  partsOfRules: readonly BlockPart[][],
  minPairs = usualMinPairs,
): BlockingRule[] =>
  partsOfRules.map((parts) => ({ name: parts.join(" + "), parts, pairsPerProfile, minPairs }));

/** Specific: hardly anyone but the same person or household agrees in these. */
const specificRules = rulesOf(4, [
  ["national_id"],
  ["email"],
  ["phone"],
  ["birth_date", "last_name"],
  ["birth_date", "first_name"],
  ["house_number", "street", "postcode"],
  ["first_name", "house_number", "street"],
  ["first_name", "house_number", "postcode"],
  ["last_name", "house_number", "state"],
  ["last_name", "street", "city"],
  ["both_names", "area"],
]);

/**
 * Rules by name and area: namesakes agree in these, too. For a common name, no match could be recognised
 * anyway.
 */
const nameRules = rulesOf(2, [
  ["last_name", "postcode"],
  ["first_name", "last_name", "state"],
]);

/** Broad: many strangers agree in these. They contribute rare names and streets, and everything in a small file. */
const broadRules = rulesOf(0.2, [
  ["both_names"],
  ["first_name", "last_name"],
  ["first_name", "postcode"],
  ["street", "postcode"],
  ["house_number", "street"],
  ["first_name"],
  ["last_name"],
  ["postcode"],
  ["birth_date"],
]);

/** Streets are named alike everywhere: whoever has nothing but a street in common is hardly ever one person. */
const streetRules = rulesOf(0.2, [["street"]], 50_000);

export const blockingRules: readonly BlockingRule[] = [
  ...specificRules,
  ...nameRules,
  ...broadRules,
  ...streetRules,
];

/**
 * One row per profile: node, and 64 bits of the MD5 of each part and of the first name as written; null where
 * missing. In DuckDB 1.5 all 128 bits and a shift take a third of the time of md5_number_upper.
 */
export const blockParts = (profiles: Relation): Sql => {
  const parts = [...Object.entries(partValues), [ownName, sql`profile.first_name`] as const].map(
    ([name, value]) =>
      sql`cast(md5_number(${literal(`${name}:`)} || ${value}) >> 64 as ubigint) as ${ident(name)}`,
  );
  return sql`select profile.node, ${join(parts)} from ${profiles} as profile`;
};

/**
 * One row per profile with all parts of the rule: node, block, rule (its position). Blocks of different rules are
 * different, as are their parts.
 */
export const blockMembers = (parts: Relation, rule: BlockingRule): Sql => sql`
  select part.node, ${blockOf(rule.parts)} as block, cast(${blockingRules.indexOf(rule)} as tinyint) as rule
  from ${parts} as part
  where ${join(
    rule.parts.map((part) => sql`${ident("part", part)} is not null`),
    " and ",
  )}`;

/** The hashes of different parts are independent, so their XOR identifies the combination. */
const blockOf = (parts: readonly BlockPart[]): Sql =>
  parts.map((part) => ident("part", part)).reduce((bits, part) => sql`xor(${bits}, ${part})`);

/** One row per block of two or more: rule, block, its members, and records, the number of those below `reference`. */
export const blockSizes = (members: Relation, reference: number): Sql => sql`
  select member.rule, member.block, count(*) as members, count(*) filter (member.node < ${reference}) as records
  from ${members} as member
  group by member.rule, member.block
  having count(*) > 1`;

/**
 * One row per rule and block size, ascending: rule, records, blocks, and the pairs of all blocks of that size. Only
 * reference records count.
 */
export const sizeCounts = (sizes: Relation): Sql => sql`
  select block.rule, block.records, count(*) as blocks, cast(sum(block.records * (block.records - 1) // 2) as bigint) as pairs
  from ${sizes} as block
  where block.records > 1
  group by block.rule, block.records
  order by block.rule, block.records`;

/**
 * One row per member of a block whose pairs are compared: node, block. A block with more than `cap` reference
 * records is skipped, and of one that has outgrown the cap since, the first `cap` members count. So it does
 * not matter when a record was compared.
 */
const comparedMembers = (members: Relation, sizes: Relation, cap: Sql): Sql => sql`
  select member.node, member.block
  from ${members} as member
  join ${sizes} as size on size.block = member.block and size.members <= ${cap}
  union all
  select member.node, member.block
  from ${members} as member
  join ${sizes} as size on size.block = member.block and size.members > ${cap} and size.records <= ${cap}
  qualify row_number() over (partition by member.block order by member.node) <= ${cap}`;

/** One row per pair of a block: left_node < right_node. `caps`: by the position of a rule. See `comparedMembers`. */
export const blockPairs = (members: Relation, sizes: Relation, caps: ReadonlyMap<number, number>): Sql => sql`
  with compared as materialized (${comparedMembers(members, sizes, capIn(caps))})
  select l.node as left_node, r.node as right_node
  from compared as l
  join compared as r on r.block = l.block and l.node < r.node`;

const capIn = (caps: ReadonlyMap<number, number>): Sql =>
  sql`case size.rule ${join(
    [...caps].map(([rule, cap]) => sql`when ${rule} then ${cap}`),
    " ",
  )} end`;

/**
 * The same for pairs with a new profile, looking only at the blocks of new profiles. `newParts` are among the
 * `parts`; their nodes are larger than all others, so that they are the right ones of their pairs.
 */
export const newBlockPairs = (
  parts: Relation,
  newParts: Relation,
  { caps, reference }: BlockLimits,
): Sql => sql`
  with new_member as materialized (${membersOfRules(newParts, caps)}),
  member as materialized (
    select near.*
    from (${membersOfRules(parts, caps)}) as near
    semi join new_member on new_member.block = near.block
  ),
  size as materialized (${blockSizes(sql`member`, reference)}),
  compared as materialized (${comparedMembers(sql`member`, sql`size`, capIn(caps))})
  select l.node as left_node, r.node as right_node
  from new_member
  join compared as r on r.node = new_member.node and r.block = new_member.block
  join compared as l on l.block = r.block and l.node < r.node`;

export interface BlockLimits {
  /** Cap of each rule that is looked at, by its position. */
  caps: ReadonlyMap<number, number>;
  reference: number;
}

const membersOfRules = (parts: Relation, caps: BlockLimits["caps"]): Sql =>
  join(
    [...caps.keys()].map((position) => blockMembers(parts, blockingRules[position]!)),
    " union all ",
  );

/**
 * One row: found, whether a block of a removed profile has outgrown its cap, so that its first members are
 * now others. `parts` include the `removed` (node).
 */
export const isOutgrownBlockReduced = (
  parts: Relation,
  removed: Relation,
  { caps, reference }: BlockLimits,
): Sql => sql`
  with gone as materialized (
    select distinct member.block
    from (${membersOfRules(parts, caps)}) as member
    semi join ${removed} as removed on removed.node = member.node
  ),
  member as (
    select near.*
    from (${membersOfRules(parts, caps)}) as near
    semi join gone on gone.block = near.block
  )
  select count(*) > 0 as found
  from (${blockSizes(sql`member`, reference)}) as size
  where size.members > ${capIn(caps)} and size.records <= ${capIn(caps)}`;
