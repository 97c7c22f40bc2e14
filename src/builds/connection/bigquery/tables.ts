// Tables of a BigQuery dataset: their list, and a table's rows as a CSV file. One query reads a table, so
// views can be read too, and the rows are those of one moment.

import type { BigqueryOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import { writeRows } from "../table-file.js";
import type { Bigquery } from "./session.js";

export type Place = Pick<BigqueryOptions, "project_id" | "dataset">;

export const listTables = async (session: Bigquery, { dataset }: Place): Promise<string[]> => {
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

/** Writes a header and one line per row, in no order; null is empty. Refuses `table-unknown`. */
export const writeTableFile = async (
  session: Bigquery,
  place: Place,
  table: string,
  file: string,
): Promise<void> => {
  const tables = await listTables(session, place);
  const found = tables.includes(table) ? await findTable(session, place, table) : null;
  if (!found)
    throw refuse("table-unknown", { table, schema: place.dataset, tables: tables.join(", ") || "none" });
  const rows = sql`select ${join(found.fields.map(asText))} from ${tableIn(place, table)} as t`;
  await writeRows(
    file,
    found.fields.map(({ name }) => name),
    session.batches(rows),
  );
};

interface Field {
  name: string;
  /** As the interface names it, which is legacy SQL's. */
  type: string;
  mode?: string;
}

interface FoundTable {
  description: string | null;
  fields: Field[];
}

/** Null if there is none. */
export const findTable = async (
  session: Bigquery,
  { dataset }: Place,
  table: string,
): Promise<FoundTable | null> => {
  const found = (await session.call("GET", `/datasets/${dataset}/tables/${encodeURIComponent(table)}`, {
    missing: 404,
  })) as { description?: string; schema?: { fields?: Field[] } } | null;
  return found && { description: found.description ?? null, fields: found.schema?.fields ?? [] };
};

export const tableIn = ({ project_id, dataset }: Place, table: string): Sql =>
  ident(project_id, dataset, table);

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
