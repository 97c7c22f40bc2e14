// One fit: its plan, its memory, and the context that its functions share. The plan is plain data, so that
// worker threads can be sent it. The memory holds everything that grows with rows, features or leaves,
// because threads and the kernel share it.

import type { LaidOut } from "../numeric/kernel-memory.js";
import type { Random } from "../numeric/random.js";
import {
  binSlots,
  candidateWords,
  type Kernel,
  lanes,
  maxBins,
  sigmoidEntries,
  sortCounts,
  type Units,
} from "./kernel.js";
import type { GbdtParams } from "./params.js";
import type { ThreadPool } from "./thread-pool.js";

/** Penalties on a leaf's value, in units of the histograms. */
export interface Penalties {
  l1: number;
  l2: number;
}

export interface FitPlan {
  features: number;
  trainingRows: number;
  /** Training rows and, after them, validation rows. */
  rows: number;
  isWeighted: boolean;
  threads: number;
  params: GbdtParams;
  units: Units;
  penalties: Penalties;
}

/** A fit as one of its threads sees it; thread 0 leads. */
export interface FitContext extends FitPlan {
  kernel: Kernel;
  memory: FitMemory;
  thread: number;
}

/** A fit as its leading thread sees it. */
export interface Fit extends FitContext {
  pool: ThreadPool;
  random: Random;
  /** Codes of the categories that have bins, in the order of the bins; null for a feature that holds numbers. */
  codes: (Int32Array | null)[];
}

export interface LabelledColumns {
  columns: Float32Array[];
  label: Uint8Array;
}

export interface TrainingData extends LabelledColumns {
  weight: Float64Array | undefined;
  validation: LabelledColumns | undefined;
}

/** Rows of a block, the piece of work where work goes row by row. */
export const blockRows = 16_384;
export const rowBlocks = (rows: number): number => Math.ceil(rows / blockRows);

/** Features that are searched for a split together; each such group has a candidate per node. */
export const searchedFeatures = 4;
export const searchGroups = (features: number): number => Math.ceil(features / searchedFeatures);

/** Edges of bins come from at most this many values, evenly spaced over the rows: quantiles need no more. */
const maxSampledValues = 100_000;
export const sampledValues = (rows: number): number => Math.min(rows, maxSampledValues);
/** Values that are put into bins by one piece of work. */
export const stagedValues = 16_384;

/** Words of a leaf task: what to count, and then of each of two leaves what its search needs. */
export const leafTaskWords = { header: 5, leaf: 6 } as const;

/** Number of features that a tree may use. */
export const featuresPerTree = (features: number, { columnShare }: GbdtParams): number =>
  columnShare >= 1 ? features : Math.max(1, Math.round(features * columnShare));

/** Arrays of a fit. All are reserved at once; a page that is never touched takes no memory. */
export const fitLayout = ({ features, trainingRows, rows, isWeighted, threads, params }: FitPlan) => {
  const { maxLeaves } = params;
  const staged = Math.max(stagedValues, threads * sampledValues(trainingRows));
  const perTree = featuresPerTree(features, params);
  return {
    /** Bin of each row in each feature; `binOffset` says where. */
    bins: ["u8", binBytes(features, rows)],
    /** Per feature the upper edges of all bins of values but the last, which is open; padded to 255 with infinity. */
    edges: ["f32", features * maxBins],
    /** Per feature the bin of missing values, which is also the number of bins of values. */
    missingBin: ["i32", features],
    /** The features that the current tree may use, ascending, and how many they are. */
    treeFeatures: ["i32", perTree],
    /** Bin of each training row in each of these features, as in `bins`; not used where a tree may use all. */
    treeBins: ["u8", perTree < features ? binBytes(perTree, trainingRows) : 0],
    /** Where the bins of each of these features begin when they are laid end to end, and where the last ones end. */
    firstBin: ["i32", perTree + 1],
    /** Values on their way into bins; feature, first row and number of values of each piece. */
    staged: ["f32", staged],
    stagedPieces: ["i32", 3 * Math.max(threads, Math.floor(staged / stagedValues))],
    /** Room of each thread for sorting. */
    sortRoom: ["i32", threads * (sortCounts + sampledValues(trainingRows))],

    label: ["u8", trainingRows],
    weight: ["f64", isWeighted ? trainingRows : 0],
    score: ["f64", rows],
    sigmoids: ["f64", sigmoidEntries],
    /** All rows: those of each leaf side by side, then training rows that the tree leaves out, then validation rows. */
    index: ["i32", rows],
    /** Seed by which the gradients of the current tree are rounded. */
    roundingSeed: ["f64", 1],
    /** Leaves of the current tree; node, first and last row of each; then the first row that the tree leaves out. */
    leafCount: ["i32", 1],
    leafRows: ["i32", 3 * maxLeaves + 1],

    /**
     * Histograms of every leaf; gradient and hessian of bin b of the tree's f-th feature are at 2 ·
     * (firstBin[f] + b) and the place after.
     */
    histograms: ["f64", 2 * perTree * binSlots * maxLeaves],
    /** Packed sums of eight features, for each thread. */
    packedSums: ["f64", threads * lanes * binSlots],

    /** The best cut of each search group, for each of two nodes. */
    candidates: ["f64", 2 * searchGroups(perTree) * candidateWords],
    /** Sums of a feature's categories in sorted order, for each thread. */
    sortedSums: ["f64", threads * 2 * binSlots],

    /** Packed gradients by row, and those of a leaf's rows in the order of `index`. */
    gradients: ["f64", trainingRows],
    gatheredGradients: ["f64", trainingRows],
    leafTask: ["f64", leafTaskWords.header + 2 * leafTaskWords.leaf],

    ...treeLayout(trainingRows, 2 * maxLeaves - 1),
  } as const;
};

/** Arrays of the tree that grows, and of the node that is partitioned. */
const treeLayout = (trainingRows: number, nodes: number) =>
  ({
    /** Rows that go right, while a node is partitioned. */
    rightRows: ["i32", trainingRows],
    /** Per node, for each bin of its feature: 1 if its rows go right, else 0. */
    goesRight: ["u8", binSlots * nodes],
    /** The node that is partitioned: first row, number of rows, offset of its feature's bins and of its `goesRight`. */
    partitioned: ["f64", 4],
    /** Rows of each block that go left. */
    leftCounts: ["i32", rowBlocks(trainingRows)],

    /** The current tree by bins, two words a node: the offset of its feature's bins or −1, and its left child. */
    nodes: ["i32", 2 * nodes],
    leafValues: ["f64", nodes],
  }) as const;
export type FitMemory = LaidOut<ReturnType<typeof fitLayout>>;

export const binBytes = (features: number, rows: number): number =>
  Math.ceil(features / lanes) * lanes * rows;

/** Offset of a feature's first bin; row r is `lanes` · r further on. */
export const binOffset = (feature: number, rows: number): number =>
  (feature - (feature % lanes)) * rows + (feature % lanes);
