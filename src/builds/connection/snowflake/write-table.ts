// The table that a target writes in Snowflake. Rows are inserted into a staged table, and one atomic
// statement brings them into the table, so readers see the old rows or the new ones, and a killed step leaves
// the old ones. While the columns stay the same, so does the table, with its grants and views. Snowflake does
// not enforce keys, so that of a merge is checked here.

import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import type { Snowflake } from "./session.js";
import { columnsOf, informationSchema, type Place, tableIn } from "./tables.js";

/** Refuses what `WrittenTable` says. */
export const writeTable = async (
  session: Snowflake,
  place: Place,
  { table, mark, columns, key }: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const stagedTable = `${table}__staged`;
  const [target, staged] = [tableIn(place, table), tableIn(place, stagedTable)];
  const isThere = await isOurs(session, place, table, mark);
  await isOurs(session, place, stagedTable, mark);
  const isSame = isThere && hasColumns(await columnsOf(session, place, table), columns);
  await session.rows(created(staged, columns, mark));
  for await (const rows of batches)
    for (const text of jsonOf(rows, columns)) await session.rows(insertion(staged, columns), [text]);
  if (key) await checkKey(session, staged, key);
  for (const statement of broughtIn(target, staged, { isThere, isSame, columns, key }))
    await session.rows(statement);
};

/** False if there is no such table. */
const isOurs = async (
  session: Snowflake,
  { database, schema }: Place,
  table: string,
  mark: string,
): Promise<boolean> => {
  const found = await session.rows(
    sql`
select t.comment from ${informationSchema(database, "tables")} as t where t.table_schema = ? and t.table_name = ?`,
    [schema, table],
  );
  if (found.length > 0 && found[0]![0] !== mark) throw refuse("table-foreign", { schema, table });
  return found.length > 0;
};

const types: Record<WrittenColumn["type"], { written: Sql; found: string }> = {
  text: { written: sql`varchar`, found: "TEXT" },
  "double precision": { written: sql`double`, found: "FLOAT" },
  bigint: { written: sql`number(38, 0)`, found: "NUMBER" },
  boolean: { written: sql`boolean`, found: "BOOLEAN" },
};

const hasColumns = (
  found: readonly { name: string; type: string }[],
  columns: readonly WrittenColumn[],
): boolean =>
  found.length === columns.length &&
  columns.every(({ name, type }, i) => found[i]!.name === name && found[i]!.type === types[type].found);

/** Empty. What stands under the name is replaced. */
const created = (table: Sql, columns: readonly WrittenColumn[], mark: string): Sql => {
  const fields = columns.map(({ name, type }) => sql`${ident(name)} ${types[type].written}`);
  return sql`create or replace table ${table} (${join(fields)}) comment = ${mark}`;
};

/** Inserts the rows of a JSON array of arrays: one binding, whatever the number of rows. */
const insertion = (into: Sql, columns: readonly WrittenColumn[]): Sql => {
  const values = columns.map(({ type }, i) => sql`cast(f.value[${i}] as ${types[type].written})`);
  return sql`
insert into ${into} (${identifiers(columns)})
select ${join(values)} from table(flatten(input => parse_json(?))) as f`;
};

/** A text of Snowflake has 16 MB at most. */
const jsonCharacters = 4_000_000;

/** Every value is a text, so that no number is rounded. */
function* jsonOf(rows: readonly Row[], columns: readonly WrittenColumn[]): Generator<string> {
  let [lines, characters]: [string[], number] = [[], 0];
  for (const row of rows) {
    const line = JSON.stringify(columns.map(({ name }) => textOf(row[name] ?? null)));
    if (lines.length > 0 && characters + line.length > jsonCharacters) {
      yield `[${lines.join(",")}]`;
      [lines, characters] = [[], 0];
    }
    lines.push(line);
    characters += line.length + 1;
  }
  if (lines.length > 0) yield `[${lines.join(",")}]`;
}

const textOf = (value: Row[string]): string | null => (value === null ? null : String(value));

/** Refuses `table-key-repeated`. */
const checkKey = async (session: Snowflake, staged: Sql, key: readonly string[]): Promise<void> => {
  const isNull = join(
    key.map((name) => sql`${ident("s", name)} is null`),
    " or ",
  );
  const repeated = sql`
select 1 as one from ${staged} as s group by ${fields("s", key)} having count(*) > 1 or ${isNull} limit 1`;
  if ((await session.rows(repeated)).length > 0)
    throw refuse("table-key-repeated", { columns: key.join(", ") });
};

interface Change {
  isThere: boolean;
  isSame: boolean;
  columns: readonly WrittenColumn[];
  key: readonly string[] | null;
}

/** The first statement is the one that readers see. */
const broughtIn = (target: Sql, staged: Sql, { isThere, isSame, columns, key }: Change): Sql[] => {
  const drop = sql`drop table ${staged}`;
  if (!isThere) return [sql`alter table ${staged} rename to ${target}`];
  if (!isSame) return [sql`alter table ${staged} swap with ${target}`, drop];
  if (key) return [merge(target, staged, columns, key), drop];
  const rows = sql`select ${fields("s", namesOf(columns))} from ${staged} as s`;
  return [sql`insert overwrite into ${target} (${identifiers(columns)}) ${rows}`, drop];
};

/**
 * Writes what is different. The rows that are gone come from the table itself: a merge sees only rows that
 * its source has.
 */
const merge = (target: Sql, staged: Sql, columns: readonly WrittenColumn[], key: readonly string[]): Sql => {
  const names = namesOf(columns);
  const others = names.filter((name) => !key.includes(name));
  const placed = (name: string): Sql => ident("c", `c${names.indexOf(name)}`);
  const isSameKey = (one: (name: string) => Sql, other: (name: string) => Sql): Sql =>
    join(
      key.map((name) => sql`${one(name)} = ${other(name)}`),
      " and ",
    );
  const [ofStaged, ofTarget] = ["s", "d"].map((row) => (name: string) => ident(row, name)) as [
    (name: string) => Sql,
    (name: string) => Sql,
  ];
  const first = key[0]!;
  const changed = [
    sql`${ofStaged(first)} is null`,
    sql`${ofTarget(first)} is null`,
    ...others.map((name) => sql`${ofStaged(name)} is distinct from ${ofTarget(name)}`),
  ];
  const values = names.map((name, i) => {
    const value = key.includes(name) ? sql`coalesce(${ofStaged(name)}, ${ofTarget(name)})` : ofStaged(name);
    return sql`${value} as ${ident(`c${i}`)}`;
  });
  const updates = others.map((name) => sql`${ident(name)} = ${placed(name)}`);
  return sql`
merge into ${target} as t using (
  select ${join(values)}, ${ofStaged(first)} is null as is_gone
  from ${staged} as s full outer join ${target} as d on ${isSameKey(ofStaged, ofTarget)}
  where ${join(changed, " or ")}
) as c on ${isSameKey((name) => ident("t", name), placed)}
when matched and c.is_gone then delete
${others.length > 0 ? sql`when matched then update set ${join(updates)}` : sql``}
when not matched and not c.is_gone then insert (${identifiers(columns)}) values (${join(names.map(placed))})`;
};

const namesOf = (columns: readonly WrittenColumn[]): string[] => columns.map(({ name }) => name);

const identifiers = (columns: readonly WrittenColumn[]): Sql => join(columns.map(({ name }) => ident(name)));

const fields = (row: string, names: readonly string[]): Sql => join(names.map((name) => ident(row, name)));
