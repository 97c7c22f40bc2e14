// The loops over numbers in which boosting spends its time. They run in WebAssembly (kernel.as); a plain
// TypeScript version, kernel.oracle.ts, does the same operations in the same order and is what tests compare
// them with. All arrays lie in one block of memory, so that threads can share them and the loops can take
// them as pointers.

import type { LaidOut, Layout } from "../numeric/kernel-memory.js";

/** Arrays as laid out, not cleared, and loops that work on these and no others. */
export interface Opened<L extends Layout> {
  memory: LaidOut<L>;
  kernel: Kernel;
}
export type OpenKernel = <const L extends Layout>(layout: L) => Opened<L>;

/** Bins of values; a feature has one more for missing ones. */
export const maxBins = 255;
/** Bins that a byte can name. */
export const binSlots = 256;
/** Bins of eight features stand side by side in every row, so that one read brings them all. */
export const lanes = 8;
/** Log-odds that the table of sigmoids covers on either side of zero, and its entries to a unit. */
export const sigmoidReach = 16;
export const sigmoidSteps = 128;
export const sigmoidEntries = 2 * sigmoidReach * sigmoidSteps + 1;
/**
 * Words of room that sorting takes besides one for each value: three tables of how often each part of a
 * number occurs.
 */
export const sortCounts = 3 * 2048;
/** A packed number is gradient · radix + hessian. */
export const radix = 2 ** 26;
/** The golden ratio in 32 bits: its multiples fill an interval evenly from any beginning. */
export const golden = 0x9e3779b9;

/** Gradient and hessian that one step of the rounded numbers stands for. */
export interface Units {
  gradient: number;
  hessian: number;
}

/** `count` rows of the list from `index[start]` on. */
export interface RowBlock {
  index: Int32Array;
  start: number;
  count: number;
}

/** Four or eight features whose bins stand side by side, the first row's at `bins[at]`. */
export interface FeatureGroup {
  bins: Uint8Array;
  at: number;
  width: 4 | 8;
}

/** The edges of one feature's bins, from `edges[first]` on, and its bin of missing values. */
export interface FeatureEdges {
  edges: Float32Array;
  first: number;
  missing: number;
}

/** A node whose best cut is searched: sums of its rows, limits on its sides, and where the best cut so far is kept. */
export interface CutSearch {
  gradient: number;
  hessian: number;
  l1: number;
  l2: number;
  minHessian: number;
  candidates: Float64Array;
  to: number;
}

/**
 * Words of a candidate: its gain as a fraction, twice the reduction of the loss; the last bin on the near
 * side of the cut; the sums on that side; where missing values go; its feature. The kernel knows the first
 * five.
 */
export const word = {
  numerator: 0,
  denominator: 1,
  cut: 2,
  gradient: 3,
  hessian: 4,
  missingDirection: 5,
  feature: 6,
} as const;
export const candidateWords = 7;

/** A tree by bins: see `nodes`, `goesRight` and `leafValues` in the layout of a fit. */
export interface BinnedTree {
  nodes: Int32Array;
  goesRight: Uint8Array;
  leafValues: Float64Array;
}

/** All trees of a model; predictor.ts says how. */
export interface Forest {
  nodes: Int32Array;
  sets: Int32Array;
  roots: Int32Array;
  depths: Int32Array;
}

export interface GradientInputs {
  score: Float64Array;
  label: Uint8Array;
  /** Empty where all rows count once. */
  weight: Float64Array;
  sigmoids: Float64Array;
}

export interface Kernel {
  /**
   * Bin of each value from the first on, to `bins[at]` and every eighth place after: how many of 255 edges
   * lie below it.
   */
  assignBins(
    values: Float32Array,
    first: number,
    count: number,
    edges: FeatureEdges,
    bins: Uint8Array,
    at: number,
  ): void;
  /** Sorts `count` values from `values[first]` on, none of them missing, with room from `room[at]` on. */
  sortValues(values: Float32Array, first: number, count: number, room: Int32Array, at: number): void;
  /** Brings the bins of eight features side by side: to[at + 8 · i + k] = bins[from[k] + 8 · i] */
  gatherLanes(bins: Uint8Array, from: ArrayLike<number>, count: number, to: Uint8Array, at: number): void;
  /** Derivatives of the log loss for some rows, in whole units, rounded up or down by chance. */
  packGradients(
    inputs: GradientInputs,
    start: number,
    count: number,
    seed: number,
    units: Units,
    packed: Float64Array,
  ): void;
  /** to[at + i] = from[row i of the block] */
  gather(from: Float64Array, rows: RowBlock, to: Float64Array, at: number): void;
  /**
   * Adds the packed numbers of some rows, which begin at `packed[first]`, to the bins of a group of features.
   * Sums are those of one thread, the first of them at `sums[to]`.
   */
  addRows(
    group: FeatureGroup,
    rows: RowBlock,
    packed: Float64Array,
    first: number,
    sums: Float64Array,
    to: number,
  ): void;
  /** Moves packed sums that begin at `sums[from]` into a feature's histogram, which begins at `histogram[to]`. */
  unpack(sums: Float64Array, from: number, count: number, histogram: Float64Array, to: number): void;
  clear(numbers: Float64Array, at: number, count: number): void;
  /** numbers[from + i] −= numbers[part + i], of an even count */
  subtract(numbers: Float64Array, from: number, part: number, count: number): void;
  /**
   * Replaces the candidate by the best cut after bin 0 … `last` if one beats it, and says whether. The bins'
   * sums begin at `sums[at]`; the near side begins with `gradient` and `hessian`.
   */
  bestCut(
    sums: Float64Array,
    at: number,
    last: number,
    gradient: number,
    hessian: number,
    search: CutSearch,
  ): boolean;
  /**
   * Brings the rows that go left to the front of the block and writes the others into the same places of
   * `rightRows`, from the first on, each side in its old order; returns how many go left. `goesRight[to]` is
   * that of bin 0.
   */
  partition(
    bins: Uint8Array,
    at: number,
    rows: RowBlock,
    goesRight: Uint8Array,
    to: number,
    rightRows: Int32Array,
  ): number;
  moveRows(from: Int32Array, start: number, count: number, to: Int32Array, at: number): void;
  addValue(rows: RowBlock, value: number, score: Float64Array): void;
  /** Adds to the score of each row the value of its leaf in one tree. */
  walkBins(bins: Uint8Array, rows: RowBlock, tree: BinnedTree, score: Float64Array): void;
  /** Adds to the score of each row of a block, a multiple of four, the values of its leaves in all trees. */
  walkForest(forest: Forest, block: Float32Array, rows: number, score: Float64Array): void;
}
