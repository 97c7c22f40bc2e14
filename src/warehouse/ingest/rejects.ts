// Rejected rows of a dataset: rows that were read but are not events, with reason and line. All are counted,
// a thousand shown.

import type { RejectedRow } from "../../domain/data/dataset-findings.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { readBytes } from "../../files/bytes.js";
import { recordBatches } from "../../files/records.js";
import type { Engine, Row } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { syntaxOf } from "./dialect.js";
import { type EventColumns, type EventFault, faultsOf, noFaultyRows } from "./events.js";
import { shownCharacters, shownRejects } from "./normalised-copy.js";
import type { FileRead } from "./read.js";

/** The faulty rows among those that could be read. */
export interface FaultyRows {
  count: number;
  shown: RejectedRow[];
  /** The time of the earliest event in the future. */
  nextDue: EpochSeconds | null;
}

/** The faulty rows of a stream: seq, event_time, fault (an index of `faultsOf`). */
export interface FaultyStream {
  stream: EventColumns;
  rows: Relation;
}

/** `files` are by index, from `first` on; `records` are those of `readFiles`. */
export const findFaultyRows = async (
  engine: Engine,
  records: Relation,
  streams: readonly FaultyStream[],
  files: readonly FileRead[],
  now: EpochSeconds,
  first = 0,
): Promise<FaultyRows> => {
  const faults = streams.flatMap(({ stream }) => faultsOf(stream).map((fault) => ({ ...fault, stream })));
  const faulty = await engine.createTable("faulty", faultyRows(streams));
  const { count, next_due } = await engine.row<{ count: number; next_due: number | null }>(
    sql`select count(distinct f.seq) as count, min(f.event_time) filter (where f.event_time > ${now}) as next_due
    from ${faulty} as f`,
  );
  const shown = count === 0 ? [] : await engine.rows<ShownRow>(firstFaultyRows(records, faulty, faults));
  return { count, shown: await withLines(shown, faults, files, first), nextDue: next_due };
};

type Fault = EventFault & { stream: EventColumns };

/** `fault` is numbered across all streams, so that one number identifies the column and the reason. */
interface ShownRow extends Row {
  file: number;
  ordinal: number;
  line: number | null;
  fault: number;
  value: string | null;
}

/** One row per faulty record and stream: seq, event_time, fault. */
const faultyRows = (streams: readonly FaultyStream[]): Sql => {
  let before = 0;
  const each = streams.map(({ stream, rows }) => {
    const first = before;
    before += faultsOf(stream).length;
    return sql`select f.seq, f.event_time, f.fault + ${first} as fault from ${rows} as f`;
  });
  return join(each, " union all ", noFaultyRows.text);
};

/** One row per rejected record, the first thousand in the order of the files. */
const firstFaultyRows = (records: Relation, faulty: Relation, faults: readonly Fault[]): Sql => {
  const values = faults.map(({ column }, i) => sql`when ${i} then ${column?.sql ?? null}`);
  return sql`select r.file, r.ordinal, r.line, f.fault, left(case f.fault ${join(values, " ")} end, ${shownCharacters}) as value
  from (select seq, min(fault) as fault from ${faulty} group by seq order by seq limit ${shownRejects}) as f
  inner join ${records} as r on r.seq = f.seq order by r.seq`;
};

const withLines = async (
  shown: readonly ShownRow[],
  faults: readonly Fault[],
  files: readonly FileRead[],
  first: number,
): Promise<RejectedRow[]> => {
  const rejects: RejectedRow[] = [];
  for (const [i, file] of files.entries()) {
    const rows = shown.filter((row) => row.file === first + i);
    const ordinals = [...new Set(rows.map(({ ordinal }) => ordinal))].sort((a, b) => a - b);
    const isNumbered = rows.every(({ line }) => line !== null);
    const found = isNumbered ? [] : await lineNumbersOf(file, ordinals);
    for (const row of rows) {
      const line = row.line ?? found[ordinals.indexOf(row.ordinal)]!;
      const fault = faults[row.fault]!;
      const column = fault.column?.name ?? null;
      const reason = reasonOf(fault, row.value);
      const place = { line, ...(file.source.dialect.places === "records" && { is_record: true as const }) };
      rejects.push({ file: file.source.filename, ...place, column, value: row.value, reason });
    }
  }
  return rejects;
};

const reasonOf = ({ of, stream: { timeFormat } }: Fault, value: string | null): string => {
  switch (of) {
    case "no date":
      return value === null ? "is empty" : "stands for a missing date";
    case "not a date":
      return `is not a date of the format ${timeFormat}`;
    case "in the future":
      return "is in the future";
    case "not a number":
      return "is not a number";
  }
};

/**
 * The 1-based lines of rows of a file that was read directly, by ascending ordinals from 0. No row of such a
 * file spans lines, so its rows are the lines after the header that are neither blank nor malformed. This
 * reads the file once more, so it is done for rejected rows only. A Parquet file has rows and no lines: their
 * numbers count from 1.
 */
export const lineNumbersOf = async (file: FileRead, ordinals: readonly number[]): Promise<number[]> => {
  const { source } = file;
  const { dialect } = source;
  if (dialect.parquet) return ordinals.map((ordinal) => ordinal + 1);
  const isRow = rowTest(file);
  const lines: number[] = [];
  let ordinal = -1;
  for await (const records of recordBatches(readBytes(source, dialect.compression), syntaxOf(dialect))) {
    for (const { start, end, line } of records)
      if (isRow(line, end === start) && ++ordinal === ordinals[lines.length]) lines.push(line);
    if (lines.length === ordinals.length) break;
  }
  return lines;
};

/** The engine skips blank lines, unless there is only one column: then a blank line is a row without a value. */
const rowTest = ({ source, malformedLines }: FileRead) => {
  const { headerLine, names } = source.dialect;
  let passed = 0;
  return (line: number, isBlank: boolean): boolean => {
    if (line <= headerLine || (isBlank && names.length > 1)) return false;
    const isMalformed = malformedLines !== null && Number(malformedLines[passed]) === line;
    if (isMalformed) passed++;
    return !isMalformed;
  };
};
