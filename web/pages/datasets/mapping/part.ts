// What each part of the form is given.

import type { ColumnInfo } from "./columns.js";
import type { Draft } from "./draft.js";

export interface PartProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  columns: readonly ColumnInfo[];
  /** A few rows of the files, by column. */
  rows: readonly Readonly<Record<string, string | null>>[];
}
