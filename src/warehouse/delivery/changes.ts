// Changes between two builds of a file: its rows by person, with a hash of the values as written.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type FileColumn, fileColumns, inOrder, type RowOrder } from "./file.js";

/** Columns of a row's person and of its place in the file; no column of a file has such names. */
export const personKey = "\u001fperson_id";
export const placeKey = "\u001fplace";

/** Rows as `fileRows` delivers them, with the two keys. */
export const keyedFileRows = (rows: Relation, columns: readonly FileColumn[], order: RowOrder): Sql => sql`
  select r.person_id as ${ident(personKey)}, row_number() over (order by ${inOrder(order)}) as ${ident(placeKey)},
    ${fileColumns(columns)}
  from ${rows} as r`;

/** Column of a tracked row, by its index in the file. */
const stored = (index: number): Sql => ident(`c${index}`);

/**
 * One row per row of the file, in its order: person_id, row_hash, place, c0, c1, …; the names of the columns
 * are in the hash.
 */
export const trackedRows = (keyed: Sql, columns: readonly string[]): Sql => {
  const values = columns.map((name) => sql`${name}: ${ident("k", name)}`);
  const text = columns.length > 0 ? sql`cast(to_json({${join(values)}}) as varchar)` : sql`''`;
  const row = [
    sql`k.${ident(personKey)} as person_id`,
    sql`md5_number_lower(${text}) as row_hash`,
    sql`k.${ident(placeKey)} as place`,
    ...columns.map((name, i) => sql`${ident("k", name)} as ${stored(i)}`),
  ];
  return sql`select ${join(row)} from (${keyed}) as k order by place`;
};

/** One row: `print`, which is the same for the same people with the same values, in any order. */
export const printOfRows = (tracked: Relation): Sql => sql`
  select coalesce(cast(bit_xor(md5_number(concat_ws(':', t.person_id, t.row_hash))) as varchar), '') as print
  from ${tracked} as t`;

/**
 * One row per row of a former file: person_id, row_hash. Of people whom the account no longer knows, nothing
 * else is kept.
 */
export const formerRows = (tracked: Relation, people: Relation): Sql => sql`
  select t.person_id, case when p.person_id is not null then t.row_hash end as row_hash
  from ${tracked} as t left join ${people} as p on p.person_id = t.person_id
  order by t.person_id`;

/** One row: how many of the rows have a hash, and a person whom the account no longer knows. */
export const strangersAmong = (former: Relation, people: Relation): Sql => sql`
  select count(*) as strangers
  from ${former} as f anti join ${people} as p on p.person_id = f.person_id
  where f.row_hash is not null`;

export interface ChangeColumns {
  /** Names of the columns `change` and `person_id` in the file of changes. */
  change: string;
  person: string;
  /** Columns of the file, in its order; null for one that is left out, as it is the person's id itself. */
  columns: readonly (string | null)[];
}

/**
 * One row per person whose row was added, changed or removed since the former build, in the order of the file
 * and those removed last. With no former build everyone is added.
 */
export const changedRows = (
  tracked: Relation,
  former: Relation | null,
  { change, person, columns }: ChangeColumns,
): Sql => {
  const shown = columns.flatMap((name, i) => (name === null ? [] : [{ name, column: stored(i) }]));
  const header = (kind: Sql, id: Sql, place: Sql) =>
    sql`${kind} as ${ident(change)}, cast(${id} as varchar) as ${ident(person)}, ${place} as ${ident(placeKey)}`;
  const values = shown.map(({ name, column }) => sql`n.${column} as ${ident(name)}`);
  const now = (kind: Sql) => sql`select ${join([header(kind, sql`n.person_id`, sql`n.place`), ...values])}`;
  const all =
    former === null
      ? sql`${now(sql`'added'`)} from ${tracked} as n`
      : sql`
    ${now(sql`case when b.person_id is null then 'added' else 'changed' end`)}
    from ${tracked} as n left join ${former} as b on b.person_id = n.person_id
    where b.person_id is null or n.row_hash is distinct from b.row_hash
    union all by name
    select ${header(sql`'removed'`, sql`b.person_id`, sql`cast(null as bigint)`)}
    from ${former} as b anti join ${tracked} as n on n.person_id = b.person_id`;
  const names = [change, person, ...shown.map(({ name }) => name)].map((name) => ident(name));
  return sql`select ${join(names)} from (${all}) order by ${ident(placeKey)} nulls last, length(${ident(person)}), ${ident(person)}`;
};
