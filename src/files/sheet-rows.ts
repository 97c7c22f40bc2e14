// Rows of a sheet as CSV records, whose lines are the rows' numbers in the sheet. A formula is its stored
// result, an error is empty, and of merged cells only the first has the value, as in the CSV files that
// spreadsheets write.

import { limits } from "../domain/resource/limits.js";
import { BrokenArchive } from "./archive.js";
import { numberText, plain, unescaped } from "./cell.js";
import { csvCell } from "./csv-cell.js";
import { type CsvRecord, maxRecordBytes } from "./records.js";
import type { SharedStrings } from "./shared-strings.js";
import { type Sheet, scanPart, type Workbook } from "./workbook.js";
import { attributeOf, type XmlHandler } from "./xml.js";

/** The largest sheet. */
const maxSheetRows = 1_048_576;
const maxSheetColumns = 16_384;

export interface SheetRow {
  /** 1-based. */
  number: number;
  cells: string[];
  /** Longer than a row may be: the rest of its cells is left out. */
  isLong: boolean;
}

/** The rows that have a value, in batches. Throws `BrokenArchive`. */
export async function* sheetRows(
  workbook: Workbook,
  sheet: Sheet,
  strings: SharedStrings,
): AsyncGenerator<SheetRow[]> {
  const reader = new RowReader(workbook, strings);
  const step = stepBytes(strings.longest);
  for await (const _ of scanPart(workbook.file, sheet.part, reader, step)) yield reader.takeRows();
}

/** `<c t="s"><v>0</v></c>` */
const shortestReferenceBytes = 22;
const maxStepCharacters = 64 << 20;

/** Few enough bytes of a sheet that the texts to which their cells refer fit in memory, however long they are. */
const stepBytes = (longestText: number): number =>
  Math.ceil((maxStepCharacters / Math.max(1, longestText)) * shortestReferenceBytes);

/** A record that the rest of the reading takes like a line of a file with commas. */
export const recordOf = ({ number, cells, isLong }: SheetRow): CsvRecord => {
  // A row that is wider than any file may be is rejected by its number of fields; its text is cut.
  const bytes = Buffer.from(
    cells
      .slice(0, limits.columns.is + 1)
      .map(csvCell)
      .join(","),
  );
  const fault = isLong || bytes.length > maxRecordBytes ? "long" : null;
  return { bytes, start: 0, end: bytes.length, line: number, fields: cells.length, fault };
};

class RowReader implements XmlHandler {
  private rows: SheetRow[] = [];
  private cells: string[] = [];
  private row = 0;
  private rowCharacters = 0;
  private column = -1;
  private type: string | undefined;
  private style = 0;
  private value = "";
  /** Inside an element whose text is part of the cell's value. */
  private isValue = false;
  private isInData = false;
  private aids = 0;

  constructor(
    private readonly workbook: Workbook,
    private readonly strings: SharedStrings,
  ) {}

  takeRows(): SheetRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    if (name === "sheetData") this.isInData = true;
    if (!this.isInData) return;
    switch (name) {
      case "row":
        this.openRow(attributes);
        return;
      case "c":
        this.openCell(attributes);
        return;
      case "rPh":
        this.aids++;
        return;
      case "v":
      case "t":
        this.isValue = this.aids === 0;
    }
  }

  close(name: string): void {
    if (!this.isInData) return;
    switch (name) {
      case "sheetData":
        this.isInData = false;
        return;
      case "row":
        this.closeRow();
        return;
      case "c":
        this.closeCell();
        return;
      case "rPh":
        this.aids--;
        return;
      case "v":
      case "t":
        this.isValue = false;
    }
  }

  text(text: string): void {
    if (this.isValue && this.value.length < maxRecordBytes) this.value += text;
  }

  private openRow(attributes: string): void {
    const next = this.row + 1;
    this.row = Math.max(Number(attributeOf(attributes, "r") ?? next) || next, next);
    if (this.row > maxSheetRows) throw new BrokenArchive(new Error("a sheet has too many rows"));
    this.cells = [];
    this.rowCharacters = 0;
    this.column = -1;
  }

  private closeRow(): void {
    const isLong = this.rowCharacters > maxRecordBytes;
    if (this.cells.length > 0) this.rows.push({ number: this.row, cells: this.cells, isLong });
  }

  private openCell(attributes: string): void {
    const place = attributeOf(attributes, "r");
    this.column = place === undefined ? this.column + 1 : columnOf(place);
    if (!(this.column >= 0 && this.column < maxSheetColumns))
      throw new BrokenArchive(new Error("a cell is outside of the sheet"));
    this.type = attributeOf(attributes, "t");
    this.style = Number(attributeOf(attributes, "s") ?? 0);
    this.value = "";
  }

  private closeCell(): void {
    const text = this.cellText();
    this.rowCharacters += text.length;
    if (text === "" || this.rowCharacters > maxRecordBytes) return;
    while (this.cells.length < this.column) this.cells.push("");
    this.cells[this.column] = text;
  }

  private cellText(): string {
    const { type, value, style, workbook } = this;
    switch (type) {
      case "s":
        return value === "" ? "" : this.strings.at(Number(value));
      case "inlineStr":
      case "str":
        return unescaped(value);
      case "b":
        return value.trim() === "1" || value.trim() === "true" ? "true" : value === "" ? "" : "false";
      case "e":
        return "";
      case "d":
        return value.trim();
      default:
        return numberText(value, workbook.styles[style] ?? plain, workbook.is1904);
    }
  }
}

/** `AB12` → 27; negative without letters. */
const columnOf = (place: string): number => {
  let column = 0;
  for (let at = 0; at < place.length && at < 8; at++) {
    const letter = place.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = 26 * column + letter - 64;
  }
  return column - 1;
};
