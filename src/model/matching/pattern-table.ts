// Table of patterns: each pattern of compared pairs once, with its number of pairs. Millions of pairs have a
// few thousand patterns, so the fit goes through the table instead of the pairs.

import { comparisons, weighedLevelsOf } from "../../domain/people/matching.js";

/** Number of pairs of each pattern. Millions of pairs have a few thousand patterns. */
export interface PatternCounts {
  pattern: Int32Array | Float64Array;
  pairs: Float64Array;
}

export interface PatternTable {
  rows: number;
  /** Row by row, the level of each comparison. */
  levels: Uint8Array;
  pairs: Float64Array;
}

/** Each pattern once, ascending, so that sums do not depend on the order of the input. */
export const patternTable = ({ pattern, pairs }: PatternCounts): PatternTable => {
  const order = Array.from(pattern.keys()).sort((a, b) => pattern[a]! - pattern[b]! || pairs[a]! - pairs[b]!);
  const counted = new Map<number, number>();
  for (const i of order) counted.set(pattern[i]!, (counted.get(pattern[i]!) ?? 0) + pairs[i]!);
  const levels = new Uint8Array(counted.size * comparisons.length);
  let row = 0;
  for (const code of counted.keys()) levels.set(weighedLevelsOf(code), comparisons.length * row++);
  return { rows: counted.size, levels, pairs: Float64Array.from(counted.values()) };
};
