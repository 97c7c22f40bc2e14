// Tables of Databricks, by the information schema of Unity Catalog. One query reads a table, so the rows are those of one
// moment. Moments and fractions are written here, because their texts depend on settings of the warehouse.

import type { DatabricksOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { ConnectionAccess } from "../access.js";
import type { OpenTables } from "../database.js";
import type { FoundColumn, ReadDialect } from "../dialect.js";
import { saveTable } from "../table-file.js";
import { type Databricks, openDatabricks } from "./session.js";

export const withDatabricks: OpenTables<ConnectionAccess<DatabricksOptions>> = (access, work) => {
  const dialect = dialectOf(openDatabricks(access), access.options);
  return work({
    listTables: () => dialect.listTables(),
    saveTable: (table, file) => saveTable(dialect, table, file),
  });
};

const dialectOf = (session: Databricks, { catalog, schema }: DatabricksOptions): ReadDialect => ({
  place: schema,
  run: (statement) => session.rows(statement),

  listTables: async () => {
    const schemas = sql`
select s.schema_name from ${ident(catalog, "information_schema", "schemata")} as s where s.schema_name = lower(:schema)`;
    if ((await session.rows(schemas, { schema })).length === 0)
      throw refuse("connection-failed", { detail: `there is no schema ${schema} in the catalog ${catalog}` });
    const tables = sql`
select t.table_name from ${ident(catalog, "information_schema", "tables")} as t
where t.table_schema = lower(:schema) order by t.table_name`;
    return (await session.rows(tables, { schema })).map(([name]) => name!);
  },
  columnsOf: async (table) => {
    const columns = sql`
select c.column_name, c.data_type from ${ident(catalog, "information_schema", "columns")} as c
where c.table_schema = lower(:schema) and c.table_name = :table order by c.ordinal_position`;
    const found = await session.rows(columns, { schema, table });
    return found.map(([name, type]) => ({ name: name!, type: type! }));
  },
  async *rowsOf(table, columns) {
    const values = columns.map(selected);
    const rows = sql`select ${join(values)} from ${ident(catalog, schema, table)} as t`;
    const texts = columns.map(({ type }) => textOf[type] ?? same);
    for await (const batch of session.batches(rows))
      yield batch.map((row) =>
        texts.map((text, i) => {
          const value = row[i] ?? null;
          return value === null ? null : text(value);
        }),
      );
  },
});

/** Bytes are base64, and what has parts is JSON. */
const selected = ({ name, type }: FoundColumn): Sql => {
  const value = ident("t", name);
  switch (type) {
    case "STRING":
      return value;
    case "TIMESTAMP":
      return sql`cast(unix_micros(${value}) as string)`;
    case "BINARY":
      return sql`base64(${value})`;
    case "ARRAY":
    case "MAP":
    case "STRUCT":
    case "VARIANT":
      return sql`to_json(${value})`;
    default:
      return sql`cast(${value} as string)`;
  }
};

const same = (text: string): string => text;

/** `1.0E7` → `10000000` */
const numberText = (text: string): string => String(Number(text));

/** `2025-01-02 03:04:05.123456`, in UTC; the number itself for a year that no date has. */
const momentText = (micros: string): string => {
  const all = BigInt(micros);
  const rest = ((all % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = Number((all - rest) / 1_000_000n);
  const date = new Date(seconds * 1_000);
  if (Number.isNaN(date.getTime())) return micros;
  const text = date
    .toISOString()
    .replace("T", " ")
    .replace(/\.000Z$/, "");
  return rest === 0n ? text : `${text}.${String(rest).padStart(6, "0")}`;
};

const textOf: Readonly<Record<string, (text: string) => string>> = {
  TIMESTAMP: momentText,
  DOUBLE: numberText,
  FLOAT: numberText,
};
