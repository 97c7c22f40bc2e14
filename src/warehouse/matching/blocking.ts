// All pairs of a million profiles are half a trillion, so only those are compared that agree in something: two profiles are
// in one block of a rule if all parts that the rule names are equal. No one rule finds everybody: a name may be mistyped,
// somebody may have moved. Together, rules that each survive another mistake do.

import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";

export interface BlockingRule {
  name: string;
  parts: readonly BlockPart[];
  /** How many pairs it may bring for each profile there is. */
  pairsPerProfile: number;
}

/** What rules look at; two profiles are never in one block of a rule if a part is missing. */
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

/** Whose shares go into comparing, by the column of `blockParts` that tells who has the same: the name as it was written. */
const ownName = "own_name";
export const shareColumns = [
  ["first_name_share", ownName],
  ["last_name_share", "last_name"],
  ["postcode_share", "postcode"],
] as const;

/** Columns of `blockParts` but node. */
export const partColumns: readonly string[] = [...Object.keys(partValues), ownName];

const rulesOf = (pairsPerProfile: number, partsOfRules: readonly BlockPart[][]): BlockingRule[] =>
  partsOfRules.map((parts) => ({ name: parts.join(" + "), parts, pairsPerProfile }));

/** Few but the same person, or their household, agree in these. */
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

/** Namesakes agree in these, too: where a name is common, a match among them could not be told anyway. */
const nameRules = rulesOf(2, [
  ["last_name", "postcode"],
  ["first_name", "last_name", "state"],
]);

/** Many strangers agree in these: they bring the rare names and streets, and everything where there are few profiles. */
const broadRules = rulesOf(0.2, [
  ["both_names"],
  ["first_name", "last_name"],
  ["first_name", "postcode"],
  ["street", "postcode"],
  ["house_number", "street"],
  ["first_name"],
  ["last_name"],
  ["street"],
  ["postcode"],
  ["birth_date"],
]);

export const blockingRules: readonly BlockingRule[] = [...specificRules, ...nameRules, ...broadRules];

/**
 * One row per profile: node, and for each part and the first name as it was written 64 bits of its MD5,
 * null where it is missing. DuckDB 1.5 takes a third of the time for all 128 bits and a shift that md5_number_upper takes
 * for the same.
 */
export const blockParts = (profiles: Relation): Sql => {
  const parts = [...Object.entries(partValues), [ownName, sql`profile.first_name`] as const].map(
    ([name, value]) =>
      sql`cast(md5_number(${literal(`${name}:`)} || ${value}) >> 64 as ubigint) as ${ident(name)}`,
  );
  return sql`select profile.node, ${join(parts)} from ${profiles} as profile`;
};

/** One row per profile that has all parts of the rule: node, block. */
export const blockMembers = (parts: Relation, rule: BlockingRule): Sql => sql`
  select part.node, ${blockOf(rule.parts)} as block
  from ${parts} as part
  where ${join(
    rule.parts.map((part) => sql`${ident("part", part)} is not null`),
    " and ",
  )}`;

/** MD5 of different parts are independent, and so is what their bits come to together. */
const blockOf = (parts: readonly BlockPart[]): Sql =>
  parts.map((part) => ident("part", part)).reduce((bits, part) => sql`xor(${bits}, ${part})`);

/** One row per block of two or more: block, records. */
export const blockSizes = (members: Relation): Sql => sql`
  select member.block, count(*) as records
  from ${members} as member
  group by member.block
  having count(*) > 1`;

/** One row per size of a block, ascending: records, blocks, pairs of all of these. */
export const sizeCounts = (sizes: Relation): Sql => sql`
  select block.records, count(*) as blocks, cast(sum(block.records * (block.records - 1) // 2) as bigint) as pairs
  from ${sizes} as block
  group by block.records
  order by block.records`;

/** One row per pair of a block of at most `cap` records: left_node < right_node. */
export const blockPairs = (members: Relation, sizes: Relation, cap: number): Sql => {
  const taken = sql`(
    select member.node, member.block
    from ${members} as member
    join ${sizes} as size on size.block = member.block and size.records <= ${cap})`;
  return sql`
    select l.node as left_node, r.node as right_node
    from ${taken} as l
    join ${taken} as r on r.block = l.block and l.node < r.node`;
};

/**
 * The same for pairs with a fresh profile, and only its blocks are looked at; a pair of two fresh ones comes twice. The
 * `freshParts` are among the `parts`.
 */
export const newBlockPairs = (
  parts: Relation,
  freshParts: Relation,
  rule: BlockingRule,
  cap: number,
): Sql => sql`
  with fresh as materialized (${blockMembers(freshParts, rule)}),
  member as materialized (
    select near.node, near.block
    from (${blockMembers(parts, rule)}) as near
    semi join fresh on fresh.block = near.block
  ),
  taken as materialized (
    select member.block from member group by member.block having count(*) between 2 and ${cap}
  )
  select least(fresh.node, member.node) as left_node, greatest(fresh.node, member.node) as right_node
  from fresh
  join taken on taken.block = fresh.block
  join member on member.block = fresh.block and member.node <> fresh.node`;
