// A tree is plain data, one entry per node in each list; node 0 is the root and the right child follows the left one.

export interface Tree {
  /** The feature a node asks about; −1 for a leaf. */
  feature: number[];
  /** A value up to the threshold goes left; null sends every value left and only missing ones right. */
  threshold: (number | null)[];
  missingLeft: boolean[];
  left: number[];
  /** Log-odds that a leaf adds; 0 inside the tree. */
  value: number[];
  /** How much a node's split lowered the loss on the training rows, in nats; 0 for a leaf. */
  gain: number[];
}

export interface GbdtModel {
  kind: "gbdt";
  features: number;
  /** Log-odds before the first tree: those of the base rate. */
  base: number;
  trees: Tree[];
}

/** A tree in typed arrays, for walking. */
export interface PackedTree {
  feature: Int32Array;
  threshold: Float64Array;
  /** 0 where a missing value goes left, 1 where it goes right. */
  missing: Uint8Array;
  left: Int32Array;
  value: Float64Array;
}

export const packTree = (tree: Tree): PackedTree => ({
  feature: Int32Array.from(tree.feature),
  threshold: Float64Array.from(tree.threshold, (t) => t ?? Infinity),
  missing: Uint8Array.from(tree.missingLeft, (left) => (left ? 0 : 1)),
  left: Int32Array.from(tree.left),
  value: Float64Array.from(tree.value),
});

/** Adds each row's leaf to `score`, for the rows from `start` up to `end`. */
export const addTree = (
  tree: PackedTree,
  columns: Float32Array[],
  start: number,
  end: number,
  score: Float64Array,
): void => {
  const { feature, threshold, missing, left, value } = tree;
  for (let i = start; i < end; i++) {
    let node = 0;
    for (let f = feature[0]!; f >= 0; f = feature[node]!) {
      const x = columns[f]![i]!;
      node = left[node]! + (x <= threshold[node]! ? 0 : x > threshold[node]! ? 1 : missing[node]!);
    }
    score[i]! += value[node]!;
  }
};
