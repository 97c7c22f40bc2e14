// Rows that cannot be split into the columns of the header. All are counted, the first thousand are kept to be shown.

import type { RejectedRow } from "../../domain/dataset.js";

export const shownRejects = 1000;
export const shownCharacters = 200;

export const tooWide = (expected: number, found: number): string =>
  `the row has ${found} columns, the header ${expected}`;

/** Rows of one file that could not be split into columns. Add them in the order of their lines. */
export class MalformedRows {
  readonly shown: RejectedRow[] = [];
  count = 0;

  constructor(private readonly file: string) {}

  add(line: number, value: string, reason: string): void {
    this.count++;
    if (this.shown.length < shownRejects)
      this.shown.push({
        file: this.file,
        line,
        column: null,
        value: value.slice(0, shownCharacters),
        reason,
      });
  }
}
