// Snowflake's dialect. One query reads a table, so the rows are those of one moment. Rows are inserted into a
// staged table, which one atomic statement brings into the table. It enforces no keys.

import type { SnowflakeOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../database.js";
import type { Dialect, FoundColumn, OpenDialect, Target } from "../dialect.js";
import { type ColumnTypes, definitions, fields, findOwn, identifiers, structureOf } from "../staged-table.js";
import { openSnowflake, type Snowflake } from "./session.js";

export const withSnowflakeDialect: OpenDialect<SnowflakeOptions> = async (access, work) =>
  work(dialectOf(openSnowflake(access), access.options));

const dialectOf = (session: Snowflake, { database, schema }: SnowflakeOptions): Dialect => {
  const columnsOf = async (table: string): Promise<FoundColumn[]> => {
    const columns = sql`
select c.column_name, c.data_type from ${informationSchema(database, "columns")} as c
where c.table_schema = ? and c.table_name = ? order by c.ordinal_position`;
    const found = await session.rows(columns, [schema, table]);
    return found.map(([name, type]) => ({ name: name!, type: type! }));
  };
  const dialect: Dialect = {
    place: schema,
    run: (statement) => session.rows(statement),

    listTables: async () => {
      const schemas = sql`
select s.schema_name from ${informationSchema(database, "schemata")} as s where s.schema_name = ?`;
      if ((await session.rows(schemas, [schema])).length === 0)
        throw refuse("connection-failed", { detail: `there is no schema ${schema}` });
      const tables = sql`
select t.table_name from ${informationSchema(database, "tables")} as t where t.table_schema = ? order by t.table_name`;
      return (await session.rows(tables, [schema])).map(([name]) => name!);
    },
    columnsOf,
    rowsOf: (table, columns) =>
      session.batches(sql`select ${join(columns.map(asText))} from ${dialect.named(table)} as t`),

    named: (table) => ident(database, schema, table),
    find: async (table) => {
      const [found] = await session.rows(
        sql`
select t.comment from ${informationSchema(database, "tables")} as t where t.table_schema = ? and t.table_name = ?`,
        [schema, table],
      );
      return found ? { comment: found[0]!, structure: structureOf(await columnsOf(table)) } : null;
    },
    structureOf: ({ columns }) =>
      structureOf(columns.map(({ name, type }) => ({ name, type: foundTypes[type] }))),
    stage: async ({ table, mark, columns }, _, work) => {
      const name = `${table}__staged`;
      await findOwn(dialect, name, mark);
      const staged = dialect.named(name);
      await session.rows(
        sql`create or replace table ${staged} (${definitions(columns, types)}) comment = ${mark}`,
      );
      await work(staged);
    },
    load: async (staged, { columns }, batches) => {
      for await (const rows of batches)
        for (const text of jsonOf(rows)) await session.rows(insertion(staged, columns), [text]);
    },
    keys: { rows: (statement) => session.rows(statement) },
    bring: {
      place: ({ name }, staged) => [sql`alter table ${staged} rename to ${name}`],
      swap: ({ name }, staged) => [sql`alter table ${staged} swap with ${name}`, sql`drop table ${staged}`],
      merge: (target, staged) => [merge(target, staged), sql`drop table ${staged}`],
      refill: ({ name, columns }, staged) => {
        const names = columns.map((column) => column.name);
        const rows = sql`select ${fields("s", names)} from ${staged} as s`;
        return [
          sql`insert overwrite into ${name} (${identifiers(columns)}) ${rows}`,
          sql`drop table ${staged}`,
        ];
      },
    },
  };
  return dialect;
};

/**
 * View of the information schema. Its names are not quoted: they are upper case, whatever the owner's are.
 */
const informationSchema = (database: string, view: "schemata" | "tables" | "columns"): Sql => {
  const views = { schemata: sql`schemata`, tables: sql`tables`, columns: sql`columns` };
  return sql`${ident(database)}.information_schema.${views[view]}`;
};

/** Below it every integer is a FLOAT. */
const exactIntegers = 2 ** 53;

/**
 * A value as text without loss; times are in UTC, bytes are base64, and what has parts is JSON. A FLOAT as
 * text has some ten digits; within JSON it has 16.
 */
const asText = ({ name, type }: FoundColumn): Sql => {
  const value = ident("t", name);
  switch (type) {
    case "TEXT":
      return value;
    case "FLOAT":
      return sql`case when ${value} = trunc(${value}) and abs(${value}) < ${exactIntegers}
  then to_varchar(cast(${value} as number(38, 0))) else to_json(to_variant(${value})) end`;
    case "TIMESTAMP_LTZ":
    case "TIMESTAMP_TZ":
      return sql`to_varchar(convert_timezone('UTC', ${value}))`;
    case "BINARY":
      return sql`base64_encode(${value})`;
    case "VARIANT":
    case "OBJECT":
    case "ARRAY":
    case "MAP":
    case "VECTOR":
      return sql`to_json(to_variant(${value}))`;
    case "GEOGRAPHY":
    case "GEOMETRY":
      return sql`st_astext(${value})`;
    default:
      return sql`to_varchar(${value})`;
  }
};

const types: ColumnTypes = {
  text: sql`varchar`,
  "double precision": sql`double`,
  bigint: sql`number(38, 0)`,
  boolean: sql`boolean`,
};

/** As the information schema names them. */
const foundTypes: Record<WrittenColumn["type"], string> = {
  text: "TEXT",
  "double precision": "FLOAT",
  bigint: "NUMBER",
  boolean: "BOOLEAN",
};

/** Inserts the rows of a JSON array of arrays: one binding, whatever the number of rows. */
const insertion = (into: Sql, columns: readonly WrittenColumn[]): Sql => {
  const values = columns.map(({ type }, i) => sql`cast(f.value[${i}] as ${types[type]})`);
  return sql`
insert into ${into} (${identifiers(columns)})
select ${join(values)} from table(flatten(input => parse_json(?))) as f`;
};

/** A text of Snowflake has 16 MB at most. */
const jsonCharacters = 4_000_000;

/** Every value is a text, so that no number is rounded. */
function* jsonOf(rows: readonly Row[string][][]): Generator<string> {
  let [lines, characters]: [string[], number] = [[], 0];
  for (const row of rows) {
    const line = JSON.stringify(row.map((value) => (value === null ? null : String(value))));
    if (lines.length > 0 && characters + line.length > jsonCharacters) {
      yield `[${lines.join(",")}]`;
      [lines, characters] = [[], 0];
    }
    lines.push(line);
    characters += line.length + 1;
  }
  if (lines.length > 0) yield `[${lines.join(",")}]`;
}

/**
 * Writes what is different. The rows that are gone come from the table itself: a merge sees only rows that
 * its source has.
 */
const merge = ({ name: target, columns, key: found }: Target, staged: Sql): Sql => {
  const [key, names] = [found!, columns.map(({ name }) => name)];
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
