// Columns of numbers on their way into bins. Threads see only what lies in the memory of the fit, so values pass through it
// part by part: first a sample of each feature, to find its edges, then all of them, to be told their bins.

import { type BinMemory, edgesOf, findEdges, mostBins, placeOfBins } from "./bins.js";
import type { Crew } from "./crew.js";
import { type Kernel, type Laid, lanes } from "./kernel.js";

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
  crew: Crew,
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
  crew: Crew,
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
