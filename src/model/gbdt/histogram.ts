// A histogram holds, for every bin of every feature, the sums of gradient and hessian over a node's rows. That is all a
// split needs, and a child's is its parent's minus its sibling's, so only the smaller child is ever counted.

import { type Binning, placeOfBins, totalBins } from "./binner.js";
import { type Kernel, type Laid, laneBins, lanes } from "./kernel.js";
import { packedBlock } from "./loss.js";

/** Whole units of gradient and hessian, and how many rows they are summed over. */
export interface NodeSums {
  gradient: number;
  hessian: number;
  rows: number;
}

export const histogramLayout = (features: number, histograms: number, threads: number) =>
  ({
    /** Those of all leaves. Gradient and hessian of bin b of feature f are at 2 · (offset[f] + b) and the place after. */
    histograms: ["f64", 2 * features * laneBins * histograms],
    /** Packed sums of eight features, for each thread. */
    sums: ["f64", threads * lanes * laneBins],
  }) as const;

export type HistogramMemory = Laid<ReturnType<typeof histogramLayout>> &
  Binning & {
    bins: Uint8Array;
    /** As long as there are rows in the bins. */
    index: Int32Array;
  };

/** Where a leaf's histogram begins. */
export const placeOfHistogram = (binning: Binning, leaf: number): number => 2 * totalBins(binning) * leaf;

/** Where the bins of so many features begin in every histogram, and how many numbers they are. */
export const stretchOf = ({ missing, offset }: Binning, first: number, width: number) => {
  const end = Math.min(first + width, missing.length);
  return { from: 2 * offset[first]!, size: 2 * (offset[end]! - offset[first]!), end };
};

/** Counts the rows that `index` names from `start` on, by features from `first` on; `packed` holds their gradients. */
export const countRows = (
  kernel: Kernel,
  memory: HistogramMemory,
  thread: number,
  first: number,
  width: 4 | 8,
  start: number,
  count: number,
  packed: Float64Array,
  histogram: number,
): void => {
  const { bins, index, sums, histograms, missing, offset } = memory;
  const { from, size, end } = stretchOf(memory, first, width);
  const own = thread * lanes * laneBins;
  const place = placeOfBins(first, index.length);
  kernel.clear(histograms, histogram + from, size);
  for (let done = 0; done < count; done += packedBlock) {
    const rows = Math.min(count - done, packedBlock);
    kernel.addRows(width, bins, place, index, start + done, rows, packed, done, sums, own);
    for (let f = first; f < end; f++)
      kernel.unpack(
        sums,
        own + (f - first) * laneBins,
        missing[f]! + 1,
        histograms,
        histogram + 2 * offset[f]!,
      );
  }
  // The last features may be padded: what was added for none must not be taken for one of the next.
  const unused = (first + width - end) * laneBins;
  kernel.clear(sums, own + width * laneBins - unused, unused);
};

/** What a histogram says of all its rows, by the bins of one feature. */
export const totalOf = (
  { histograms, offset }: HistogramMemory,
  histogram: number,
  feature: number,
  rows: number,
): NodeSums => {
  const sums = { gradient: 0, hessian: 0, rows };
  for (let b = offset[feature]!; b < offset[feature + 1]!; b++) {
    sums.gradient += histograms[histogram + 2 * b]!;
    sums.hessian += histograms[histogram + 2 * b + 1]!;
  }
  return sums;
};
