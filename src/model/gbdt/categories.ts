// A categorical column holds codes, whole numbers that only say which values are the same. The most frequent have a bin
// each; what is rarer shares the bin of missing values, as does, when scoring, what no row has had before.

import { assert } from "../../errors/refusal.js";
import { mostBins, placeOfBins } from "./bins.js";
import { lanes } from "./kernel.js";

/** Codes are below this: sets of them are kept as bits. */
const codeLimit = 65_536;

/** The codes that have a bin each, in rising order. NaN is missing; what is not a code throws. */
export const chooseCodes = (column: Float32Array): Int32Array => {
  const counts = new Int32Array(codeLimit);
  for (const x of column) {
    if (Number.isNaN(x)) continue;
    assert(Number.isInteger(x) && x >= 0 && x < codeLimit, `${x} is no code of a category`);
    counts[x]!++;
  }
  const seen = Int32Array.from(counts.keys()).filter((code) => counts[code]! > 0);
  return seen
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .subarray(0, mostBins)
    .sort();
};

/** Puts a column into the bins of `firstRow` and the rows that follow it, of `rows` in all. */
export const assignCodes = (
  bins: Uint8Array,
  codes: Int32Array,
  column: Float32Array,
  feature: number,
  firstRow: number,
  rows: number,
): void => {
  const binOf = new Uint8Array(codeLimit).fill(codes.length);
  codes.forEach((code, bin) => {
    binOf[code] = bin;
  });
  const at = placeOfBins(feature, rows) + lanes * firstRow;
  column.forEach((x, i) => {
    bins[at + lanes * i] = binOf[x] ?? codes.length;
  });
};
