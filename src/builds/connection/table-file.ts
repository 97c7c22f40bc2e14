// The CSV file of a table's rows: a line of names, and a line for each row; null is empty.

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The text of a value; null if there is none. */
export type TableRow = readonly (string | null)[];

export const writeRows = (
  file: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly TableRow[]>,
): Promise<void> => pipeline(Readable.from(lines(columns, batches)), createWriteStream(file));

async function* lines(
  columns: readonly string[],
  batches: AsyncIterable<readonly TableRow[]>,
): AsyncGenerator<string> {
  yield line(columns);
  for await (const rows of batches) yield rows.map(line).join("");
}

const line = (fields: TableRow): string => `${fields.map(quoted).join(",")}\n`;

const quoted = (field: string | null): string => (field === null ? "" : `"${field.replaceAll('"', '""')}"`);
