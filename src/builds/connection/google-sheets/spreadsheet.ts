// Spreadsheet as tables: its sheets and named ranges. Rows are kept beside the file until all are read, because the
// widest one says how many columns there are.

import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { GoogleSheetsOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import { csvCell } from "../../../files/csv-cell.js";
import type { ConnectionAccess } from "../access.js";
import type { OpenTables } from "../database.js";
import { rangeOf } from "./range.js";
import { openGoogleSheets } from "./session.js";

export const withSpreadsheet: OpenTables<ConnectionAccess<GoogleSheetsOptions>> = (access, work) => {
  const session = openGoogleSheets(access);
  const namesIn = ({ sheets, namedRanges }: Awaited<ReturnType<typeof session.describe>>): string[] => [
    ...new Set([...sheets.map(({ title }) => title), ...namedRanges.map(({ name }) => name)]),
  ];
  return work({
    listTables: async () => namesIn(await session.describe()).sort(),
    async saveTable(table, file) {
      const spreadsheet = await session.describe();
      const range = rangeOf(table, spreadsheet.sheets, spreadsheet.namedRanges);
      if (!range) {
        const tables = namesIn(spreadsheet).join(", ") || "none";
        throw refuse("table-unknown", { table, schema: access.options.spreadsheet_id, tables });
      }
      const kept = `${file}.rows`;
      try {
        const width = await keepRows(session.rows(range), kept);
        await pipeline(Readable.from(csvLines(kept, width)), createWriteStream(file));
      } finally {
        await rm(kept, { force: true });
      }
    },
  });
};

/** Writes the rows that have a value, one JSON array a line. Returns the number of columns up to the last value. */
const keepRows = async (batches: AsyncIterable<string[][]>, file: string): Promise<number> => {
  let width = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const rows of batches) {
      const filled = rows.map((row) => row.slice(0, row.findLastIndex((text) => text !== "") + 1));
      width = filled.reduce((most, { length }) => Math.max(most, length), width);
      yield filled
        .filter((row) => row.length > 0)
        .map(lineOf)
        .join("");
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  return width;
};

/** Readers of lines also end them at these two separators, which JSON leaves as they are. */
const lineOf = (row: readonly string[]): string =>
  `${JSON.stringify(row).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;

async function* csvLines(file: string, width: number): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const row = JSON.parse(line) as string[];
    yield `${Array.from({ length: width }, (_, i) => csvCell(row[i] ?? "")).join(",")}\n`;
  }
}
