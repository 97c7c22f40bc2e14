// BigQuery's dialect. One query reads a table, so views can be read too, and the rows are those of one moment.
// Rows are loaded into a staged table, which one atomic statement brings into the table. It enforces no keys.

import type { BigqueryOptions } from "../../../domain/data/connection.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../database.js";
import type { Dialect, FoundColumn, OpenDialect, Target } from "../dialect.js";
import {
  type ColumnTypes,
  definitions,
  fields,
  findOwn,
  identifiers,
  paired,
  structureOf,
} from "../staged-table.js";
import { type Bigquery, openBigquery } from "./session.js";

export const withBigqueryDialect: OpenDialect<BigqueryOptions> = async (access, work) =>
  work(dialectOf(await openBigquery(access), access.options));

const dialectOf = (session: Bigquery, { project_id, dataset }: BigqueryOptions): Dialect<Field> => {
  const placeOf = (table: string) => `/datasets/${dataset}/tables/${encodeURIComponent(table)}`;
  const described = (table: string) =>
    session.call("GET", placeOf(table), { missing: 404 }) as Promise<Described | null>;
  const drop = (table: string) => session.call("DELETE", placeOf(table), { missing: 404 });
  const stagedOf = (table: string) => ({
    projectId: project_id,
    datasetId: dataset,
    tableId: `${table}__staged`,
  });
  const replace = ({ name, columns, mark }: Target, staged: Sql): Sql[] => {
    const names = columns.map((column) => column.name);
    return [
      sql`
create or replace table ${name} (${definitions(columns, types)}) options(description = ${mark})
as select ${fields("s", names)} from ${staged} as s`,
    ];
  };
  const dialect: Dialect<Field> = {
    place: dataset,
    run: (statement) => session.run(statement),

    listTables: () => listTables(session, dataset),
    columnsOf: async (table) => (await described(table))?.schema?.fields ?? [],
    rowsOf: (table, columns) =>
      session.batches(sql`select ${join(columns.map(asText))} from ${dialect.named(table)} as t`),

    named: (table) => ident(project_id, dataset, table),
    find: async (table) => {
      const found = await described(table);
      if (!found) return null;
      return { comment: found.description ?? null, structure: structureOf(found.schema?.fields ?? []) };
    },
    structureOf: ({ columns }) =>
      structureOf(columns.map(({ name, type }) => ({ name, type: foundTypes[type] }))),
    stage: async ({ table, mark, columns }, _, work) => {
      const tableReference = stagedOf(table);
      const { tableId } = tableReference;
      if (await findOwn(dialect, tableId, mark)) await drop(tableId);
      const fields = columns.map(({ name, type }) => ({ name, type: foundTypes[type], mode: "NULLABLE" }));
      const body = {
        tableReference,
        description: mark,
        schema: { fields },
        expirationTime: String(Date.now() + stagedMs),
      };
      // A conflict is the table itself, which had arrived.
      await session.call("POST", `/datasets/${dataset}/tables`, { body, missing: 409 });
      await work(dialect.named(tableId));
      await drop(tableId);
    },
    load: (_, { table, columns }, batches) => session.load(stagedOf(table), linesOf(batches, columns)),
    keys: { rows: (statement) => session.rows(statement) },
    bring: {
      place: replace,
      swap: replace,
      merge: (target, staged) => [merge(target, staged)],
      refill: (target, staged) => [merge(target, staged)],
    },
  };
  return dialect;
};

const listTables = async (session: Bigquery, dataset: string): Promise<string[]> => {
  const names: string[] = [];
  let pageToken: string | undefined;
  do {
    const next = pageToken === undefined ? "" : `&pageToken=${encodeURIComponent(pageToken)}`;
    const page = (await session.call(
      "GET",
      `/datasets/${dataset}/tables?maxResults=${tablesAtOnce}${next}`,
    )) as Page;
    names.push(...(page.tables ?? []).map(({ tableReference }) => tableReference.tableId));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return names.sort();
};

const tablesAtOnce = 1_000;

interface Page {
  tables?: { tableReference: { tableId: string } }[];
  nextPageToken?: string;
}

interface Field extends FoundColumn {
  mode?: string;
}

/** Types are spelled as the interface does, which is as in legacy SQL. */
interface Described {
  description?: string;
  schema?: { fields?: Field[] };
}

/** A value as text without loss; times are in UTC, bytes are base64, and what has parts is JSON. */
const asText = ({ name, type, mode }: Field): Sql => {
  const value = ident("t", name);
  if (mode === "REPEATED") return sql`to_json_string(${value})`;
  switch (type) {
    case "STRING":
      return value;
    case "BYTES":
      return sql`to_base64(${value})`;
    case "TIMESTAMP":
      return sql`concat(cast(datetime(${value}, 'UTC') as string), '+00')`;
    case "GEOGRAPHY":
      return sql`st_astext(${value})`;
    case "JSON":
    case "RECORD":
    case "STRUCT":
      // The JSON of null is a text.
      return sql`if(${value} is null, null, to_json_string(${value}))`;
    default:
      return sql`cast(${value} as string)`;
  }
};

/** Should a step be killed, its staged table disappears by itself. */
const stagedMs = 24 * 3_600_000;

const types: ColumnTypes = {
  text: sql`string`,
  "double precision": sql`float64`,
  bigint: sql`int64`,
  boolean: sql`bool`,
};

const foundTypes: Record<WrittenColumn["type"], string> = {
  text: "STRING",
  "double precision": "FLOAT",
  bigint: "INTEGER",
  boolean: "BOOLEAN",
};

/** A line of JSON per row. Large integers are texts, which BigQuery reads exactly. */
async function* linesOf(
  batches: AsyncIterable<Row[string][][]>,
  columns: readonly WrittenColumn[],
): AsyncGenerator<string> {
  for await (const rows of batches)
    yield rows
      .map((values) => {
        const entries = columns.map(({ name, type }, i) => [name, jsonOf(values[i]!, type)]);
        return `${JSON.stringify(Object.fromEntries(entries))}\n`;
      })
      .join("");
}

const jsonOf = (value: Row[string], type: WrittenColumn["type"]): Exclude<Row[string], bigint> => {
  if (value === null || type === "boolean" || (type === "double precision" && Number.isFinite(value)))
    return value as string | number | boolean | null;
  return String(value);
};

/**
 * With a key it writes what is different. Without one no row is the same as another: all are removed and all
 * are added.
 */
const merge = ({ name, columns, key }: Target, staged: Sql): Sql => {
  const names = columns.map((column) => column.name);
  const others = names.filter((column) => !key?.includes(column));
  const isSameRow = key ? paired(["t", "s"], key, (t, s) => sql`${t} = ${s}`, " and ") : sql`false`;
  const isChanged = paired(["t", "s"], others, (t, s) => sql`${t} is distinct from ${s}`, " or ");
  const updates = others.map((column) => sql`${ident(column)} = ${ident("s", column)}`);
  const update = sql`
when matched and (${isChanged}) then update set ${join(updates)}`;
  return sql`
merge into ${name} as t using ${staged} as s on ${isSameRow}${key && others.length > 0 ? update : sql``}
when not matched by target then insert (${identifiers(columns)}) values (${fields("s", names)})
when not matched by source then delete`;
};
