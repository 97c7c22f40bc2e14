// Records of a source file, whatever it is: a text with delimiters, one of the texts in an archive, or a
// sheet of a workbook.

import { stat } from "node:fs/promises";
import { BrokenArchive, checkUnpacked } from "../../files/archive.js";
import { readBytes } from "../../files/bytes.js";
import { toUtf8 } from "../../files/encoding.js";
import { type CsvRecord, recordBatches } from "../../files/records.js";
import { SheetGroup } from "../../files/sheet-group.js";
import { recordOf, sheetRows } from "../../files/sheet-rows.js";
import { openWorkbook } from "../../files/workbook.js";
import { type Dialect, type SourceFile, syntaxOf } from "./dialect.js";

/** In batches; finish each before the next. Throws `BrokenArchive` and `ArchiveTooLarge`. */
export const recordsOf = (file: SourceFile, dialect: Dialect): AsyncGenerator<Iterable<CsvRecord>> =>
  dialect.sheet === undefined
    ? recordBatches(
        toUtf8(readBytes(file, dialect.compression, file.maxUnpackedBytes), dialect.encoding),
        syntaxOf(dialect),
      )
    : recordsOfSheet(file, dialect.sheet);

/**
 * Cells may refer to one text many times, so the records of all sheets that are read count as what the
 * workbook unpacks to.
 */
async function* recordsOfSheet(
  { path, maxUnpackedBytes = Number.POSITIVE_INFINITY, sheets = new SheetGroup([]) }: SourceFile,
  name: string,
): AsyncGenerator<CsvRecord[]> {
  const { size } = await stat(path);
  const workbook = await openWorkbook(path, maxUnpackedBytes);
  const sheet = workbook.sheets.find((one) => one.name === name);
  if (!sheet) throw new BrokenArchive(new Error(`there is no sheet ${name}`));
  let bytes = 0;
  for await (const rows of sheetRows(workbook, sheet, await sheets.stringsOf(workbook))) {
    const records = rows.map(recordOf);
    bytes += records.reduce((sum, { end }) => sum + end, 0);
    checkUnpacked(sheets.count(name, bytes), size, maxUnpackedBytes);
    yield records;
  }
  sheets.end(name);
}
