// An identity is what one identity set says of a row: a tuple of values, as written, in the order of `identityFields`.
// A row belongs to the first of its identities; the others of the row are linked to that one.

import { type IdentityField, type IdentitySet, identityFields } from "../../domain/dataset.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { findColumn } from "./columns.js";
import { keyOf } from "./keys.js";

/** One VARCHAR expression per identity field; absent where the set does not map it. */
export type IdentityColumns = Partial<Record<IdentityField, Sql>>;

/** Refuses `column-unknown`. Without any set there is one that never has a value: then nobody is known. */
export const resolveIdentities = (
  sets: Record<string, IdentitySet>,
  names: readonly string[],
): IdentityColumns[] => {
  const resolved = Object.entries(sets).map(([name, set]) => resolveSet(`identity_sets.${name}`, set, names));
  return resolved.length > 0 ? resolved : [{}];
};

const resolveSet = (setName: string, set: IdentitySet, names: readonly string[]): IdentityColumns => {
  const resolved: IdentityColumns = {};
  for (const field of identityFields) {
    const column = (name: string): Sql => findColumn(names, name, `${setName}.${field}`).sql;
    const mapped = set[field];
    if (mapped === undefined) continue;
    resolved[field] = Array.isArray(mapped)
      ? sql`nullif(concat_ws(' ', ${join(mapped.map(column))}), '')`
      : column(mapped);
  }
  return resolved;
};

/** BIGINT; null where the set has no value at all. */
export const identityKey = (columns: IdentityColumns): Sql => {
  const present = Object.values(columns);
  if (present.length === 0) return sql`cast(null as bigint)`;
  const key = keyOf(identityFields.map((field) => columns[field] ?? sql`null`));
  return sql`case when coalesce(${join(present)}) is not null then ${key} end`;
};

export const keyName = (set: number): string => `key_${set}`;
const keyColumn = (set: number): Sql => ident(keyName(set));

/** The identity that a row belongs to, of its first `sets` identity sets. */
export const firstKey = (sets: number): Sql =>
  sql`coalesce(${join([...Array(sets).keys()].map(keyColumn), ", ", "null")}, cast(null as bigint))`;

// One row per distinct identity; `row_count` counts the rows that belong to it, so its sum is the number of rows with a
// person. Attributes come from the first row that holds the identity: a join by number, where grouping by all the
// texts would spill.
export const identities = (rows: Relation, sets: readonly IdentityColumns[]): Sql => {
  const occurrences = sets.map(
    (_, i) => sql`select ${keyColumn(i)} as identity_key, r.seq * ${sets.length} + ${i} as place,
      case when ${firstKey(i)} is null then 1 else 0 end as owned
    from ${rows} as r where ${keyColumn(i)} is not null`,
  );
  const attributes = sets.map(
    (
      columns,
      i,
    ) => sql`select f.identity_key, r.arrival_time as first_seen, f.row_count, ${fieldColumns(columns)}
    from firsts as f inner join ${rows} as r on r.seq * ${sets.length} + ${i} = f.place`,
  );
  return sql`with firsts as materialized (
    select o.identity_key, min(o.place) as place, cast(sum(o.owned) as bigint) as row_count
    from (${join(occurrences, " union all ")}) as o group by o.identity_key
  ) select a.* from (${join(attributes, " union all ")}) as a order by a.identity_key`;
};

const fieldColumns = (columns: IdentityColumns): Sql =>
  join(identityFields.map((field) => sql`cast(${columns[field] ?? null} as varchar) as ${ident(field)}`));

// One row per pair of identities that stand in one row of the files.
export const links = (rows: Relation, sets: number): Sql => {
  const pairs = [...Array(sets).keys()].slice(1).map(
    (i) => sql`select ${firstKey(sets)} as left_key, ${keyColumn(i)} as right_key from ${rows}
    where ${keyColumn(i)} <> ${firstKey(sets)}`,
  );
  const none = sql`select cast(null as bigint) as left_key, cast(null as bigint) as right_key where false`;
  return sql`select distinct p.left_key, p.right_key from (${join(pairs, " union all ", none.text)}) as p
  order by p.left_key, p.right_key`;
};
