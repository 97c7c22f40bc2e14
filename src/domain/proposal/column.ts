// A column as a proposal looks at it: its name in words, and what its examples look like.

import type { DetectedColumn } from "../dataset.js";
import { type Header, readHeader } from "./header.js";

export interface ReadColumn extends Header {
  column: DetectedColumn;
  name: string;
  examples: readonly string[];
}

export const readColumn = (column: DetectedColumn): ReadColumn => ({
  ...readHeader(column.name),
  column,
  name: column.name,
  examples: column.examples ?? [],
});

/** So of most examples, and of a column without any. */
export const looksLike = (pattern: RegExp, { examples }: Pick<ReadColumn, "examples">): boolean =>
  2 * examples.filter((example) => pattern.test(example)).length >= examples.length;

/** As `looksLike`, but never of a column without examples. */
export const surelyLooksLike = (pattern: RegExp, column: Pick<ReadColumn, "examples">): boolean =>
  column.examples.length > 0 && looksLike(pattern, column);

export const emailShape = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
/** Letters, and neither an address nor a number of anything. */
export const nameShape = /^(?!.*[@#\d])(?=.*\p{L})/u;
/** `$1,234.50`, `12,90 €`. */
export const amountShape = /^[-+(]?\s*(?:[$€£¥]|[A-Z]{3})?\s*[-+]?[\d.,' ]*\d\s*(?:[$€£¥]|[A-Z]{3})?\)?$/;
export const codeShape = /^#?[A-Za-z]{0,6}[-_ ]?\d[\w-]*$/;
