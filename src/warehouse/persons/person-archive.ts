// Rows of one person, wherever they stand: in the files of datasets, and in the results of builds.

import { columnSql } from "../ingest/columns.js";
import { keyColumn } from "../ingest/identities.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * Records of a person, those that they superseded included, back to the first: identity_key. A former record that is
 * another person's now, or whose place records of several people took, is nobody's here.
 */
export const recordsEver = (persons: Relation, predecessors: Relation, personId: bigint): Sql => sql`
  with recursive heir(identity_key, person_id) as (
    select own.identity_key, own.person_id from ${persons} as own
    union
    select former.former_key, heir.person_id
    from ${predecessors} as former join heir on heir.identity_key = former.identity_key
    where former.former_key not in (select own.identity_key from ${persons} as own))
  select heir.identity_key from heir
  group by heir.identity_key
  having count(distinct heir.person_id) = 1 and min(heir.person_id) = ${personId}`;

/** Rows with one of these identities. */
export const rowsOfRecords = (rows: Relation, keys: Relation, sets: number): Sql => {
  const tests = [...Array(sets).keys()].map((set) => isOwn(keys, set));
  return sql`select r.* from ${rows} as r where ${join(tests, " or ")}`;
};

/**
 * The value of a column of a row `r`, by its index. What an identity set of somebody else has is null, unless a set with one of
 * these identities has it too. `sets`: the columns of each set.
 */
export const shownValue =
  (keys: Relation, sets: readonly (readonly number[])[]) =>
  (index: number): Sql => {
    const value = sql`r.${columnSql(index)}`;
    const using = [...sets.keys()].filter((set) => sets[set]!.includes(index));
    if (using.length === 0) return value;
    const any = (test: typeof isOwn) =>
      join(
        using.map((set) => test(keys, set)),
        " or ",
      );
    return sql`case when (${any(isOwn)}) or not (${any(isOthers)}) then ${value} end`;
  };

/** BOOLEAN over a row `r`: whether the identity of this set is among these. */
const isOwn = (keys: Relation, set: number): Sql =>
  sql`coalesce(r.${keyColumn(set)} in (select own.identity_key from ${keys} as own), false)`;

/** BOOLEAN over a row `r`: whether it has an identity of this set that is not among these. */
const isOthers = (keys: Relation, set: number): Sql =>
  sql`(r.${keyColumn(set)} is not null and not ${isOwn(keys, set)})`;

/** Ids that the person had before: id VARCHAR. */
export const formerIdsOf = (aliases: Relation, personId: bigint): Sql => sql`
  select cast(own.alias as varchar) as id from ${aliases} as own
  where own.person_id = ${personId} order by own.alias`;

/** The newest value of each trait: trait, value VARCHAR. */
export const traitsOfPerson = (traits: Relation, personId: bigint): Sql => sql`
  select own.trait, own.value from ${traits} as own where own.person_id = ${personId} order by own.trait`;
