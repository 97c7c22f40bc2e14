// Normalised copy of a file that the engine cannot read directly: UTF-8, one kind of line break, every row as
// wide as the header and preceded by its line number. Rows that cannot be split into the columns of the
// header are rejected.

import { open } from "node:fs/promises";
import type { RejectedRow } from "../../domain/data/dataset-findings.js";
import { type CsvRecord, faults } from "../../files/records.js";
import { type Dialect, type SourceFile, splitFields } from "./dialect.js";
import { recordsOf } from "./source-records.js";

/** Writes the copy to `target`: the line number, then the unchanged fields, separated by the file's delimiter. */
export const writeNormalisedCopy = async (
  file: SourceFile,
  dialect: Dialect,
  target: string,
): Promise<MalformedRows> => {
  const malformed = new MalformedRows(file.filename);
  const copy = await open(target, "w");
  try {
    for await (const records of recordsOf(file, dialect)) {
      let rows = "";
      for (const record of records) rows += normalisedRow(record, dialect, malformed);
      await copy.appendFile(Buffer.from(rows, "latin1"));
    }
  } finally {
    await copy.close();
  }
  return malformed;
};

/** The row as Latin-1, which keeps bytes unchanged and is fast; empty for rejected or blank lines. */
const normalisedRow = (record: CsvRecord, dialect: Dialect, malformed: MalformedRows): string => {
  const { bytes, start, end, line, fields } = record;
  const { headerLine, names, delimiter, places } = dialect;
  if (line <= headerLine || start === end) return "";
  if (places && !isBroken(record, dialect)) return `${bytes.toString("latin1", start, end)}\n`;
  if (places) {
    const { line, text, reason } = brokenRecord(record, dialect);
    malformed.add(line, text, reason, places === "records");
    return "";
  }
  const reason = reasonOf(record, names.length);
  if (reason === null)
    return `${line}${delimiter}${bytes.toString("latin1", start, end)}${delimiter.repeat(names.length - fields)}\n`;
  malformed.add(line, bytes.toString("utf8", start, Math.min(end, start + 1000)), reason);
  return "";
};

/** A row that cannot be split into columns, as it stands in the file. */
export interface MalformedRow {
  line: number;
  text: string;
  reason: string;
}

/** Malformed rows of a file, in the order of their lines. */
export async function* malformedRows(file: SourceFile, dialect: Dialect): AsyncGenerator<MalformedRow> {
  const { headerLine, names, places } = dialect;
  for await (const records of recordsOf(file, dialect))
    for (const record of records) {
      const { bytes, start, end, line } = record;
      if (line <= headerLine || start === end) continue;
      if (places) {
        if (isBroken(record, dialect)) yield brokenRecord(record, dialect);
        continue;
      }
      const reason = reasonOf(record, names.length);
      if (reason !== null) yield { line, text: bytes.toString("utf8", start, end), reason };
    }
}

/** Rows of a JSON file's table have a place before their values. */
const isBroken = ({ fault, fields }: CsvRecord, { names }: Dialect): boolean =>
  fault !== null || fields > names.length + 1;

/** The record of a JSON file that its table has as a row of another width: its place, its text and the reason. */
const brokenRecord = ({ bytes, start, end, fault }: CsvRecord, { delimiter }: Dialect): MalformedRow => {
  const row = bytes.toString("utf8", start, fault ? Math.min(end, start + 1000) : end);
  const line = Number.parseInt(row, 10);
  if (fault) return { line, text: row.slice(row.indexOf(delimiter) + 1), reason: faults[fault] };
  const [, text, reason] = splitFields(row, delimiter);
  return { line, text: text!, reason: reason! };
};

const reasonOf = ({ fault, fields }: CsvRecord, width: number): string | null => {
  if (fault !== null) return faults[fault];
  return fields > width ? tooWide(width, fields) : null;
};

export const shownRejects = 1000;
export const shownCharacters = 200;

export const tooWide = (expected: number, found: number): string =>
  `the row has ${found} columns, the header ${expected}`;

/** Malformed rows of one file, added in order of their lines: all are counted, the first thousand of all files kept. */
export class MalformedRows {
  readonly shown: RejectedRow[] = [];
  count = 0;

  constructor(private readonly file: string) {}

  /** Forgets all but the first of those that are kept. */
  keepFirst(most: number): void {
    this.shown.splice(Math.max(0, most));
  }

  /** `isRecord`: the line is the number of a record. */
  add(line: number, value: string, reason: string, isRecord = false): void {
    this.count++;
    if (this.shown.length < shownRejects)
      this.shown.push({
        file: this.file,
        line,
        ...(isRecord && { is_record: true }),
        column: null,
        value: value.slice(0, shownCharacters),
        reason,
      });
  }
}
