// CSV file written row by row in blocks: a file of any length takes the memory of one block.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

export type Field = string | number;

export interface CsvFile {
  /** Returns a promise when the disk is behind; await it. */
  write(row: readonly Field[]): Promise<void> | undefined;
  close(): Promise<void>;
}

const blockCharacters = 1 << 18;

export const openCsv = (path: string, header: readonly string[]): CsvFile => {
  const stream = createWriteStream(path);
  let block = csvLine(header);
  const flush = (): boolean => {
    const whole = block;
    block = "";
    return stream.write(whole);
  };
  return {
    write(row) {
      block += csvLine(row);
      if (block.length < blockCharacters || flush()) return undefined;
      return once(stream, "drain").then(() => undefined);
    },
    async close() {
      stream.end(block);
      await finished(stream);
    },
  };
};

const csvLine = (fields: readonly Field[]): string => `${fields.map(csvField).join(",")}\n`;

const csvField = (field: Field): string => {
  const text = String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
