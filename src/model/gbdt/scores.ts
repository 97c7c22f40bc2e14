// What a fit does row by row: gradients before each tree, and after it the tree's leaves added to the scores.

import { golden, type Kernel, type Laid, type Units } from "./kernel.js";
import { sigmoidEntries } from "./loss.js";
import { rowsAtOnce, stretches, type ThreadPool } from "./thread-pool.js";

/** `rows` are those to learn from and then those of validation; `trained` are the former. */
export const rowsLayout = (trained: number, rows: number, isWeighted: boolean, maxLeaves: number) =>
  ({
    label: ["u8", trained],
    weight: ["f64", isWeighted ? trained : 0],
    score: ["f64", rows],
    sigmoids: ["f64", sigmoidEntries],
    /** All rows; those of a leaf are side by side. */
    index: ["i32", rows],
    /** By which the gradients of a tree are rounded, and how many leaves it has. */
    rounded: ["f64", 1],
    grown: ["i32", 1],
    /** Node, first and last row of each leaf; then the first row that the tree was not fitted to. */
    leaves: ["i32", 3 * maxLeaves + 1],
  }) as const;

export type RowsMemory = Laid<ReturnType<typeof rowsLayout>>;

/** What of a leaf matters here. */
interface Grown {
  node: number;
  start: number;
  end: number;
}

/** Chance is a whole number below 2^32. `besides` is done at the same time. */
export const findGradients = (
  crew: ThreadPool,
  { rounded, label }: RowsMemory,
  chance: number,
  besides: () => void,
): void => {
  rounded[0] = chance;
  crew.run("gradients", stretches(label.length), besides);
};

/** Adds the current tree to the scores of all rows, of which the first `sampled` in the list are in its leaves. */
export const addTree = (
  crew: ThreadPool,
  memory: RowsMemory,
  grown: readonly Grown[],
  sampled: number,
): void => {
  const { leaves, index } = memory;
  memory.grown[0] = grown.length;
  grown.forEach(({ node, start, end }, i) => {
    leaves.set([node, start, end], 3 * i);
  });
  leaves[3 * grown.length] = sampled;
  crew.run("scores", grown.length + stretches(index.length - sampled));
};

export const rowsWork = (
  kernel: Kernel,
  memory: RowsMemory & {
    bins: Uint8Array;
    gradients: Float64Array;
    nodes: Int32Array;
    sides: Uint8Array;
    leafValues: Float64Array;
  },
  units: Units,
) => {
  const { label, weight, score, sigmoids, index, rounded, grown, leaves } = memory;
  const { bins, gradients, nodes, sides, leafValues } = memory;
  const weights = weight.length > 0 ? weight : null;
  const addLeaf = (leaf: number): void => {
    const [node, start, end] = [leaves[3 * leaf]!, leaves[3 * leaf + 1]!, leaves[3 * leaf + 2]!];
    kernel.addValue(index, start, end - start, leafValues[node]!, score);
  };
  const walkRest = (piece: number): void => {
    const start = leaves[3 * grown[0]!]! + piece * rowsAtOnce;
    const size = Math.min(rowsAtOnce, index.length - start);
    kernel.walkBins(bins, index, start, size, nodes, sides, leafValues, score);
  };
  return {
    gradients(piece: number): void {
      const start = piece * rowsAtOnce;
      const size = Math.min(rowsAtOnce, label.length - start);
      const chance = (rounded[0]! + Math.imul(golden, start)) >>> 0;
      kernel.packGradients(score, label, weights, start, size, sigmoids, chance, units, gradients);
    },
    scores: (piece: number): void => (piece < grown[0]! ? addLeaf(piece) : walkRest(piece - grown[0]!)),
  };
};
