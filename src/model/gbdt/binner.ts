// Binning: trees see each feature through at most 255 bins of about equal mass, so that a node's best split
// is found from sums per bin and a value takes one byte. Bin b holds edge[b − 1] < x ≤ edge[b]; the bin after
// the last is for missing values.
//
// Worker threads see only the memory of the fit, so values pass through it piece by piece: first a sample of
// each feature, to find its edges, then all values, to be assigned to bins.

import { assignCodes, chooseCodes } from "./categories.js";
import {
  binOffset,
  type Fit,
  type FitContext,
  sampledValues,
  stagedValues,
  type TrainingData,
} from "./fit.js";
import { lanes, maxBins, sortCounts } from "./kernel.js";

/** Fills the bins of all rows, and with them edges, codes and the number of bins per feature. */
export const binColumns = (fit: Fit, { columns, validation }: TrainingData): void => {
  const { params, memory, trainingRows } = fit;
  const isCategorical = (feature: number): boolean => params.categorical?.[feature] ?? false;
  const features = [...columns.keys()];
  columns.forEach((column, f) => {
    fit.codes[f] = isCategorical(f) ? chooseCodes(column) : null;
  });
  const numeric = features.filter((f) => !isCategorical(f));
  findColumnEdges(fit, columns, numeric);
  assignValues(fit, columns, numeric, 0);
  if (validation) assignValues(fit, validation.columns, numeric, trainingRows);
  for (const f of features.filter(isCategorical)) {
    memory.missingBin[f] = fit.codes[f]!.length;
    assignCodes(fit, f, columns[f]!, 0);
    if (validation) assignCodes(fit, f, validation.columns[f]!, trainingRows);
  }
};

const findColumnEdges = (
  { pool, memory, threads }: Fit,
  columns: Float32Array[],
  features: number[],
): void => {
  const { staged, stagedPieces } = memory;
  for (let first = 0; first < features.length; first += threads) {
    const batch = features.slice(first, first + threads);
    batch.forEach((feature, i) => {
      const column = columns[feature]!;
      const count = stageSample(column, staged, i * sampledValues(column.length));
      stagedPieces.set([feature, 0, count], 3 * i);
    });
    pool.run("edges", batch.length);
  }
};

/** Copies sampled values that are not missing to `staged[at]` and after; returns how many there are. */
const stageSample = (column: Float32Array, staged: Float32Array, at: number): number => {
  const sampled = sampledValues(column.length);
  const step = column.length / sampled;
  let count = 0;
  for (let i = 0; i < sampled; i++) {
    const x = column[Math.floor(i * step)]!;
    if (!Number.isNaN(x)) staged[at + count++] = x;
  }
  return count;
};

/** Assigns values to the bins of `firstRow` and the rows after it. */
const assignValues = (
  { pool, memory }: Fit,
  columns: Float32Array[],
  features: number[],
  firstRow: number,
): void => {
  const { staged, stagedPieces } = memory;
  const maxPieces = Math.floor(staged.length / stagedValues);
  let pieces = 0;
  const flush = () => {
    pool.run("bins", pieces);
    pieces = 0;
  };
  for (const feature of features)
    for (let row = 0; row < columns[feature]!.length; row += stagedValues) {
      const values = columns[feature]!.subarray(row, row + stagedValues);
      staged.set(values, pieces * stagedValues);
      stagedPieces.set([feature, firstRow + row, values.length], 3 * pieces);
      if (++pieces === maxPieces) flush();
    }
  flush();
};

export const binningTasks = ({ kernel, memory, trainingRows, rows, thread }: FitContext) => {
  const { bins, edges, missingBin, staged, stagedPieces, sortRoom } = memory;
  const sampled = sampledValues(trainingRows);
  const counts = new Int32Array(sampled);
  const pieceAt = (piece: number) =>
    [stagedPieces[3 * piece]!, stagedPieces[3 * piece + 1]!, stagedPieces[3 * piece + 2]!] as const;
  return {
    edges(piece: number): void {
      const [feature, , count] = pieceAt(piece);
      const at = piece * sampled;
      kernel.sortValues(staged, at, count, sortRoom, thread * (sortCounts + sampled));
      const found = findEdges(staged.subarray(at, at + count), counts);
      edgesOf(edges, feature).fill(Infinity).set(found);
      missingBin[feature] = found.length + 1;
    },
    bins(piece: number): void {
      const [feature, row, count] = pieceAt(piece);
      const featureEdges = { edges, first: feature * maxBins, missing: missingBin[feature]! };
      const to = binOffset(feature, rows) + lanes * row;
      kernel.assignBins(staged, piece * stagedValues, count, featureEdges, bins, to);
    },
  };
};

export const edgesOf = (edges: Float32Array, feature: number): Float32Array =>
  edges.subarray(feature * maxBins, (feature + 1) * maxBins);

/**
 * Increasing cuts between neighbouring values: every one while there are few, quantiles when there are many.
 * The values are sorted, none is missing, and they are overwritten; `counts` is room for as many numbers.
 */
export const findEdges = (values: Float32Array, counts: Int32Array): number[] => {
  const distinct = countDistinct(values, counts);
  const edges: number[] = [];
  let remaining = values.length;
  let inBin = 0;
  for (let i = 0; i + 1 < distinct.length && edges.length < maxBins - 1; i++) {
    inBin += counts[i]!;
    const fairShare = remaining / (maxBins - edges.length);
    const nextIsLarge = counts[i + 1]! > fairShare && inBin + counts[i + 1]! / 2 > fairShare;
    if (distinct.length > maxBins && inBin < fairShare && !nextIsLarge) continue;
    edges.push(cutBetween(distinct[i]!, distinct[i + 1]!));
    remaining -= inBin;
    inBin = 0;
  }
  return edges;
};

/** Moves the distinct values to the front of the sorted ones, and counts how often each occurs. */
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
const cutBetween = (a: number, b: number): number => {
  const middle = Math.fround(a + (b - a) / 2);
  return middle >= a && middle < b ? middle : a;
};
