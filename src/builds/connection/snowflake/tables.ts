// Tables of a Snowflake schema: their list, and a table's rows as a CSV file. One query reads a table, so the
// rows are those of one moment.

import { refuse } from "../../../errors/refusal.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import { writeRows } from "../table-file.js";
import type { Snowflake } from "./session.js";

/** A schema, in its database. */
export interface Place {
  database: string;
  schema: string;
}

/** Refuses `connection-failed` if the schema does not exist. */
export const listTables = async (session: Snowflake, { database, schema }: Place): Promise<string[]> => {
  const schemas = sql`
select s.schema_name from ${informationSchema(database, "schemata")} as s where s.schema_name = ?`;
  if ((await session.rows(schemas, [schema])).length === 0)
    throw refuse("connection-failed", { detail: `there is no schema ${schema}` });
  const tables = sql`
select t.table_name from ${informationSchema(database, "tables")} as t where t.table_schema = ? order by t.table_name`;
  return (await session.rows(tables, [schema])).map(([name]) => name!);
};

/** Writes a header and one line per row, in no order; null is empty. Refuses `table-unknown`. */
export const writeTableFile = async (
  session: Snowflake,
  place: Place,
  table: string,
  file: string,
): Promise<void> => {
  const tables = await listTables(session, place);
  if (!tables.includes(table))
    throw refuse("table-unknown", { table, schema: place.schema, tables: tables.join(", ") || "none" });
  const columns = await columnsOf(session, place, table);
  const texts = join(columns.map(asText));
  const rows = sql`select ${texts} from ${tableIn(place, table)} as t`;
  await writeRows(
    file,
    columns.map(({ name }) => name),
    session.batches(rows),
  );
};

export interface FoundColumn {
  name: string;
  /** As the information schema names it. */
  type: string;
}

/** In order. */
export const columnsOf = async (
  session: Snowflake,
  { database, schema }: Place,
  table: string,
): Promise<FoundColumn[]> => {
  const columns = sql`
select c.column_name, c.data_type from ${informationSchema(database, "columns")} as c
where c.table_schema = ? and c.table_name = ? order by c.ordinal_position`;
  const found = await session.rows(columns, [schema, table]);
  return found.map(([name, type]) => ({ name: name!, type: type! }));
};

/** Its names are not quoted: they are upper case, whatever the owner's are. */
export const informationSchema = (database: string, view: "schemata" | "tables" | "columns"): Sql => {
  const views = { schemata: sql`schemata`, tables: sql`tables`, columns: sql`columns` };
  return sql`${ident(database)}.information_schema.${views[view]}`;
};

export const tableIn = ({ database, schema }: Place, table: string): Sql => ident(database, schema, table);

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
