// Trees look at a feature through at most 255 bins of about equal mass, so that a node's best split is found from sums
// per bin and a value costs one byte. Bin b holds edge[b − 1] < x ≤ edge[b]; the bin after the last is for missing values.

import { type Kernel, type Laid, lanes } from "./kernel.js";

const maxBins = 255;
const valuesAtOnce = 16_384;
/** Edges come from at most this many values, evenly spaced over the rows: quantiles need no more. */
const maxSampled = 100_000;

export interface Binning {
  /** Per feature, the upper edges of all bins of values but the last, which is open. */
  edges: Float32Array[];
  /** Where each feature's bins begin when those of all features, missing included, are laid end to end. */
  offset: Int32Array;
  totalBins: number;
}

/** Columns hold finite numbers, or NaN where missing. */
export const planBins = (columns: Float32Array[]): Binning => {
  const room = roomFor(columns[0]?.length ?? 0);
  const edges = columns.map((column) => findEdges(column, room));
  const offset = new Int32Array(columns.length);
  let totalBins = 0;
  edges.forEach((e, f) => {
    offset[f] = totalBins;
    totalBins += missingBin(e) + 1;
  });
  return { edges, offset, totalBins };
};

/** Bytes that the bins of so many features and rows take. */
export const binBytes = (features: number, rows: number): number =>
  Math.ceil(features / lanes) * lanes * rows;

/** Where among the bins a feature's are: in row r, `lanes` · r further on. */
export const placeOfBins = (feature: number, rows: number): number =>
  (feature - (feature % lanes)) * rows + (feature % lanes);

/** What assigning works with: values pass through `values`, and 255 `edges` are room for those of one feature. */
export const binLayout = (features: number, rows: number) =>
  ({
    bins: ["u8", binBytes(features, rows)],
    edges: ["f32", maxBins],
    values: ["f32", valuesAtOnce],
  }) as const;
export type BinMemory = Laid<ReturnType<typeof binLayout>>;

/** Puts a feature's values into the bins of `firstRow` and the rows that follow it, of `rows` in all. */
export const assignBins = (
  kernel: Kernel,
  { bins, edges, values }: BinMemory,
  cuts: Float32Array,
  column: Float32Array,
  feature: number,
  firstRow: number,
  rows: number,
): void => {
  edges.fill(Infinity).set(cuts);
  const first = placeOfBins(feature, rows) + lanes * firstRow;
  for (let start = 0; start < column.length; start += valuesAtOnce) {
    const part = column.subarray(start, start + valuesAtOnce);
    values.set(part);
    kernel.assignBins(values, part.length, edges, missingBin(cuts), bins, first + lanes * start);
  }
};

/** The bin of missing values, which is also the number of bins of values. */
export const missingBin = (edges: Float32Array): number => edges.length + 1;

/** Increasing cuts between neighbouring values: every one while there are few, quantiles when there are many. */
export const findEdges = (column: Float32Array, room = roomFor(column.length)): Float32Array => {
  const known = sampleKnown(column, room.known);
  const { values, counts } = countDistinct(known, room.counts);
  const edges: number[] = [];
  let remaining = known.length;
  let held = 0;
  for (let i = 0; i + 1 < values.length && edges.length < maxBins - 1; i++) {
    held += counts[i]!;
    const fair = remaining / (maxBins - edges.length);
    const nextIsLarge = counts[i + 1]! > fair && held + counts[i + 1]! / 2 > fair;
    if (values.length > maxBins && held < fair && !nextIsLarge) continue;
    edges.push(between(values[i]!, values[i + 1]!));
    remaining -= held;
    held = 0;
  }
  return Float32Array.from(edges);
};

/** Room to work in, taken once for all columns. */
const roomFor = (rows: number) => {
  const size = Math.min(rows, maxSampled);
  return { known: new Float32Array(size), counts: new Int32Array(size) };
};

const sampleKnown = (column: Float32Array, known: Float32Array): Float32Array => {
  const step = Math.max(1, column.length / maxSampled);
  let size = 0;
  for (let i = 0; i < known.length; i++) {
    const x = column[Math.floor(i * step)]!;
    if (!Number.isNaN(x)) known[size++] = x;
  }
  return known.subarray(0, size).sort();
};

/** Gathers equal values at the front of the sorted ones, and says how often each is there. */
const countDistinct = (sorted: Float32Array, counts: Int32Array) => {
  counts.fill(0);
  let size = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[size - 1]) sorted[size++] = sorted[i]!;
    counts[size - 1]!++;
  }
  return { values: sorted.subarray(0, size), counts };
};

/** A cut with a ≤ cut < b, half-way where single precision has a number there. */
const between = (a: number, b: number): number => {
  const middle = Math.fround(a + (b - a) / 2);
  return middle >= a && middle < b ? middle : a;
};
