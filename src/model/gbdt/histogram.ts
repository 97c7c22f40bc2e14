// A histogram holds, for every bin of every feature, the sums of gradient and hessian over a node's rows. That is all a
// split needs, and a child's is its parent's minus its sibling's, so only the smaller child is ever counted.

import { type Binning, placeOfBins } from "./bins.js";
import { packedBlock } from "./gradients.js";
import { type Kernel, type Laid, laneBins, lanes } from "./kernel.js";

/** Gradient and hessian of bin b of feature f are at 2 · (offset[f] + b) and the place after. */
export type Histogram = Float64Array;

/** Whole units of gradient and hessian, and how many rows they are summed over. */
export interface NodeSums {
  gradient: number;
  hessian: number;
  rows: number;
}

export const histogramLayout = (rows: number) =>
  ({
    gradients: ["f64", rows],
    block: ["f64", packedBlock],
    sums: ["f64", lanes * laneBins],
  }) as const;

export type HistogramMemory = Laid<ReturnType<typeof histogramLayout>> & {
  bins: Uint8Array;
  /** As long as there are rows in the bins. */
  index: Int32Array;
};

/** Counts the rows that `index` names from `start` up to `end`; of each eight features all or none. */
export const fillHistogram = (
  kernel: Kernel,
  memory: HistogramMemory,
  { edges, offset }: Binning,
  features: Int32Array,
  { start, end }: { start: number; end: number },
  histogram: Histogram,
): void => {
  const { bins, index, gradients, block, sums } = memory;
  histogram.fill(0);
  for (let at = start; at < end; at += packedBlock) {
    const count = Math.min(end - at, packedBlock);
    kernel.gather(gradients, index, at, count, block);
    for (let first = 0; first < edges.length; first += lanes) {
      if (!features.some((f) => f - (f % lanes) === first)) continue;
      kernel.addRows(bins, placeOfBins(first, index.length), index, at, count, block, sums);
      for (let f = first; f < Math.min(edges.length, first + lanes); f++)
        kernel.unpack(sums, f - first, edges[f]!.length + 2, histogram, 2 * offset[f]!);
      // The last eight may be padded: what was added for no feature must not be taken for one of the next eight.
      sums.fill(0, Math.min(lanes, edges.length - first) * laneBins);
    }
  }
};

/** What a histogram says of all its rows, by the bins of one feature. */
export const totalOf = (
  histogram: Histogram,
  { edges, offset }: Binning,
  feature: number,
  rows: number,
): NodeSums => {
  const sums = { gradient: 0, hessian: 0, rows };
  for (let b = 0; b < edges[feature]!.length + 2; b++) {
    sums.gradient += histogram[2 * (offset[feature]! + b)]!;
    sums.hessian += histogram[2 * (offset[feature]! + b) + 1]!;
  }
  return sums;
};
