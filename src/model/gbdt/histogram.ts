// A histogram holds, for every bin of every feature, the sums of gradient and hessian over a node's rows. That is all a
// split needs, and a child's is its parent's minus its sibling's, so only the smaller child is ever counted.

import type { BinnedColumns } from "./bins.js";
import { addUnpacked, packedBlock } from "./gradients.js";

/** Gradient and hessian of bin b of feature f are at 2 · (offset[f] + b) and the place after. */
export type Histogram = Float64Array;

/** Rows of a node: `index` says which, `packed` carries their gradients along, both from `start` up to `end`. */
export interface RowRange {
  index: Int32Array;
  packed: Float64Array;
  start: number;
  end: number;
}

const even = new Float64Array(256);
const odd = new Float64Array(256);

export const fillHistogram = (
  columns: BinnedColumns,
  features: Int32Array,
  rows: RowRange,
  histogram: Histogram,
): void => {
  for (const f of features) {
    const first = columns.offset[f]!;
    const count = columns.edges[f]!.length + 2;
    histogram.fill(0, 2 * first, 2 * (first + count));
    for (let start = rows.start; start < rows.end; start += packedBlock) {
      addBlock(columns.bins[f]!, rows.index, rows.packed, start, Math.min(rows.end, start + packedBlock));
      for (let b = 0; b < count; b++) addUnpacked(even[b]! + odd[b]!, histogram, 2 * (first + b));
      even.fill(0, 0, count);
      odd.fill(0, 0, count);
    }
  }
};

export const subtractHistogram = (from: Histogram, part: Histogram): void => {
  for (let i = 0; i < from.length; i++) from[i]! -= part[i]!;
};

/** Neighbouring rows often share a bin; two accumulators let the processor add them at the same time. */
const addBlock = (
  bins: Uint8Array,
  index: Int32Array,
  packed: Float64Array,
  start: number,
  end: number,
): void => {
  const pairs = end - ((end - start) & 1);
  for (let i = start; i < pairs; i += 2) {
    even[bins[index[i]!]!]! += packed[i]!;
    odd[bins[index[i + 1]!]!]! += packed[i + 1]!;
  }
  if (pairs < end) even[bins[index[pairs]!]!]! += packed[pairs]!;
};
