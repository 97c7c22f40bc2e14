// Trees look at a feature through at most 255 bins of about equal mass, so that a node's best split is found from sums
// per bin and a value costs one byte. Bin b holds edge[b − 1] < x ≤ edge[b]; the bin after the last is for missing values.

import { type Kernel, type Laid, lanes } from "./kernel.js";
import type { ThreadPool } from "./thread-pool.js";

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

// Columns of numbers on their way into bins. Threads see only what lies in the memory of the fit, so values pass through it
// part by part: first a sample of each feature, to find its edges, then all of them, to be told their bins.

/** Edges come from at most this many values, evenly spaced over the rows: quantiles need no more. */
const mostSampled = 100_000;
const valuesAtOnce = 16_384;

const sampledOf = (rows: number): number => Math.min(rows, mostSampled);
const roomFor = (rows: number, threads: number): number => Math.max(valuesAtOnce, threads * sampledOf(rows));

export const stagingLayout = (rows: number, threads: number) =>
  ({
    staged: ["f32", roomFor(rows, threads)],
    /** Feature, first row and number of values of each part. */
    parts: ["i32", 3 * Math.max(threads, Math.floor(roomFor(rows, threads) / valuesAtOnce))],
  }) as const;
export type StagingMemory = Laid<ReturnType<typeof stagingLayout>>;

/** Finds the edges of some of the columns. */
export const planBins = (
  crew: ThreadPool,
  { staged, parts }: StagingMemory,
  columns: Float32Array[],
  features: number[],
  threads: number,
): void => {
  for (let first = 0; first < features.length; first += threads) {
    const batch = features.slice(first, first + threads);
    batch.forEach((feature, i) => {
      const size = sampleKnown(columns[feature]!, staged, i * sampledOf(columns[feature]!.length));
      parts.set([feature, 0, size], 3 * i);
    });
    crew.run("edges", batch.length);
  }
};

/** Copies the values that are not missing to `staged[at]` and after; returns how many there are. */
const sampleKnown = (column: Float32Array, staged: Float32Array, at: number): number => {
  const sampled = sampledOf(column.length);
  const step = column.length / sampled;
  let size = 0;
  for (let i = 0; i < sampled; i++) {
    const x = column[Math.floor(i * step)]!;
    if (!Number.isNaN(x)) staged[at + size++] = x;
  }
  return size;
};

/** Puts some of the columns into the bins of `firstRow` and the rows that follow it. */
export const fillBins = (
  crew: ThreadPool,
  { staged, parts }: StagingMemory,
  columns: Float32Array[],
  features: number[],
  firstRow: number,
): void => {
  const most = Math.floor(staged.length / valuesAtOnce);
  let size = 0;
  const flush = () => {
    crew.run("bins", size);
    size = 0;
  };
  for (const feature of features)
    for (let row = 0; row < columns[feature]!.length; row += valuesAtOnce) {
      const values = columns[feature]!.subarray(row, row + valuesAtOnce);
      staged.set(values, size * valuesAtOnce);
      parts.set([feature, firstRow + row, values.length], 3 * size);
      if (++size === most) flush();
    }
  flush();
};

/** Pieces of that work. `trained` rows are sampled, `rows` have bins. */
export const binningWork = (
  kernel: Kernel,
  { bins, edges, missing, staged, parts }: StagingMemory & BinMemory,
  trained: number,
  rows: number,
) => {
  const room = { known: new Float32Array(sampledOf(trained)), counts: new Int32Array(sampledOf(trained)) };
  const partAt = (piece: number) =>
    [parts[3 * piece]!, parts[3 * piece + 1]!, parts[3 * piece + 2]!] as const;
  return {
    edges(piece: number): void {
      const [feature, , size] = partAt(piece);
      const at = piece * sampledOf(trained);
      const known = room.known.subarray(0, size);
      known.set(staged.subarray(at, at + size));
      const found = findEdges(known, room.counts);
      edgesOf({ edges }, feature).fill(Infinity).set(found);
      missing[feature] = found.length + 1;
    },
    bins(piece: number): void {
      const [feature, row, size] = partAt(piece);
      const to = placeOfBins(feature, rows) + lanes * row;
      kernel.assignBins(
        staged,
        piece * valuesAtOnce,
        size,
        edges,
        feature * mostBins,
        missing[feature]!,
        bins,
        to,
      );
    },
  };
};
