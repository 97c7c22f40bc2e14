// Which line a row began on, for a file that was read as it is: no row of it spans lines, so rows are the lines after the
// header that are neither blank nor malformed. Only asked for rejected rows, because it reads the file once more.

import { readBytes } from "./bytes.js";
import { syntaxOf } from "./dialect.js";
import type { FileRead } from "./read.js";
import { recordBatches } from "./records.js";

/** 1-based lines of the rows with these ordinals, which ascend from 0. */
export const linesOf = async (file: FileRead, ordinals: readonly number[]): Promise<number[]> => {
  const { path, dialect } = file.source;
  const isRow = rowTest(file);
  const lines: number[] = [];
  let ordinal = -1;
  for await (const records of recordBatches(readBytes(path, dialect.compression), syntaxOf(dialect))) {
    for (const { start, end, line } of records)
      if (isRow(line, end === start) && ++ordinal === ordinals[lines.length]) lines.push(line);
    if (lines.length === ordinals.length) break;
  }
  return lines;
};

/** The engine passes over blank lines, unless there is but one column: then a blank line is a row without a value. */
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
