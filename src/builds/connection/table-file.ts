// The CSV file of a table's rows: a line of names, and a line for each row; null is empty.

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "../../errors/refusal.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { FoundColumn, ReadDialect, TableRow } from "./dialect.js";

/** Writes the rows of one moment, in no order. Refuses `table-unknown`. */
export const saveTable = async <C extends FoundColumn>(
  dialect: ReadDialect<C>,
  table: string,
  file: string,
): Promise<void> => {
  const { begin, place, whileComputing = (work) => work() } = dialect;
  if (begin?.reading) await dialect.run(begin.reading);
  const tables = await dialect.listTables();
  if (!tables.includes(table))
    throw refuse("table-unknown", { table, schema: place, tables: tables.join(", ") || "none" });
  const columns = await dialect.columnsOf(table);
  const rows = lines(columns, dialect.rowsOf(table, columns));
  await whileComputing(() => pipeline(Readable.from(rows), createWriteStream(file)));
  if (begin?.reading) await dialect.run(sql`commit`);
};

async function* lines(
  columns: readonly FoundColumn[],
  batches: AsyncIterable<readonly TableRow[]>,
): AsyncGenerator<string> {
  yield line(columns.map(({ name }) => name));
  for await (const rows of batches) yield rows.map(line).join("");
}

const line = (fields: TableRow): string => `${fields.map(quoted).join(",")}\n`;

const quoted = (field: string | null): string => (field === null ? "" : `"${field.replaceAll('"', '""')}"`);
