// Trees look at a feature through at most 255 bins of about equal mass, so that a node's best split is found from sums
// per bin and a value costs one byte. Bin b holds edge[b − 1] < x ≤ edge[b]; the bin after the last is for missing values.

import { type Laid, lanes } from "./kernel.js";

/** Of values; that of missing ones comes on top. */
export const mostBins = 255;

export const binLayout = (features: number, rows: number) =>
  ({
    bins: ["u8", binBytes(features, rows)],
    /** Per feature the upper edges of all bins of values but the last, which is open; padded to 255 with infinity. */
    edges: ["f32", features * mostBins],
    /** Per feature the bin of missing values, which is also the number of bins of values. */
    missing: ["i32", features],
    /** Where each feature's bins begin when those of all features are laid end to end, and where the last ones end. */
    offset: ["i32", features + 1],
  }) as const;
export type BinMemory = Laid<ReturnType<typeof binLayout>>;
export type Binning = Omit<BinMemory, "bins">;

/** Bytes that the bins of so many features and rows take. */
export const binBytes = (features: number, rows: number): number =>
  Math.ceil(features / lanes) * lanes * rows;

/** Where among the bins a feature's are: in row r, `lanes` · r further on. */
export const placeOfBins = (feature: number, rows: number): number =>
  (feature - (feature % lanes)) * rows + (feature % lanes);

export const edgesOf = ({ edges }: Pick<Binning, "edges">, feature: number): Float32Array =>
  edges.subarray(feature * mostBins, (feature + 1) * mostBins);

/** Lays the bins of all features end to end, once it is known how many each has. */
export const layBins = ({ missing, offset }: Pick<Binning, "missing" | "offset">): void => {
  offset[0] = 0;
  missing.forEach((bins, f) => {
    offset[f + 1] = offset[f]! + bins + 1;
  });
};

export const totalBins = ({ offset }: Pick<Binning, "offset">): number => offset[offset.length - 1]!;

/**
 * Increasing cuts between neighbouring values: every one while there are few, quantiles when there are many. Sorts the
 * values, which may not be missing, in their place; `counts` is room for as many numbers.
 */
export const findEdges = (known: Float32Array, counts: Int32Array): number[] => {
  const values = countDistinct(known.sort(), counts);
  const edges: number[] = [];
  let remaining = known.length;
  let held = 0;
  for (let i = 0; i + 1 < values.length && edges.length < mostBins - 1; i++) {
    held += counts[i]!;
    const fair = remaining / (mostBins - edges.length);
    const nextIsLarge = counts[i + 1]! > fair && held + counts[i + 1]! / 2 > fair;
    if (values.length > mostBins && held < fair && !nextIsLarge) continue;
    edges.push(between(values[i]!, values[i + 1]!));
    remaining -= held;
    held = 0;
  }
  return edges;
};

/** Gathers equal values at the front of the sorted ones, and says how often each is there. */
const countDistinct = (sorted: Float32Array, counts: Int32Array): Float32Array => {
  counts.fill(0);
  let size = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[size - 1]) sorted[size++] = sorted[i]!;
    counts[size - 1]!++;
  }
  return sorted.subarray(0, size);
};

/** A cut with a ≤ cut < b, half-way where single precision has a number there. */
const between = (a: number, b: number): number => {
  const middle = Math.fround(a + (b - a) / 2);
  return middle >= a && middle < b ? middle : a;
};
