// Group of the sheets of a workbook that are read as one table. They share the texts of the workbook, which
// may be half a gigabyte and are read once for all, and the limit on what it unpacks to: a thousand small
// sheets may refer to the same long texts.

import { readSharedStrings, type SharedStrings } from "./shared-strings.js";
import type { Workbook } from "./workbook.js";

export class SheetGroup {
  private texts: SharedStrings | undefined;
  private left: Set<string>;
  private readonly bytes = new Map<string, number>();
  private allBytes = 0;

  constructor(private readonly sheets: readonly string[]) {
    this.left = new Set(sheets);
  }

  /** Throws `BrokenArchive`. */
  async stringsOf(workbook: Workbook): Promise<SharedStrings> {
    this.texts ??= await readSharedStrings(workbook);
    return this.texts;
  }

  /** Bytes of all sheets, with those that were read of this one so far. */
  count(sheet: string, bytes: number): number {
    this.allBytes += bytes - (this.bytes.get(sheet) ?? 0);
    this.bytes.set(sheet, bytes);
    return this.allBytes;
  }

  /** Forgets the texts once the last sheet is read. */
  end(sheet: string): void {
    this.left.delete(sheet);
    if (this.left.size > 0) return;
    this.texts = undefined;
    this.left = new Set(this.sheets);
  }
}
