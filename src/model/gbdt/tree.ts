// Trees as plain data: one entry per node in each list. Node 0 is the root; a right child follows its left sibling.

export interface Tree {
  /** Feature that a node splits on; −1 for a leaf. */
  feature: number[];
  /** A value up to the threshold goes left; null sends every value left and only missing ones right. */
  threshold: (number | null)[];
  missingLeft: boolean[];
  /**
   * For a node that splits on categories, the codes that go right, in increasing order; all others and
   * missing values go left. Null for other nodes; absent from a tree without categories.
   */
  categories?: (number[] | null)[];
  left: number[];
  /** Log-odds that a leaf adds; 0 for other nodes. */
  value: number[];
  /** Reduction of the training loss by a node's split, in nats; 0 for a leaf. */
  gain: number[];
  /** Hessian of the training rows in the node: the weight of a branch where a feature is unknown. */
  cover: number[];
}

export interface GbdtModel {
  kind: "gbdt";
  features: number;
  /** Log-odds before the first tree: those of the base rate. */
  base: number;
  trees: Tree[];
}

/**
 * Feature importances: each feature's share of the gain of all splits. They sum to 1, or are all 0 where no
 * tree splits.
 */
export const gainShares = (model: GbdtModel): Float64Array => {
  const shares = new Float64Array(model.features);
  for (const tree of model.trees)
    tree.feature.forEach((feature, node) => {
      if (feature >= 0) shares[feature]! += tree.gain[node]!;
    });
  const total = shares.reduce((a, b) => a + b, 0);
  return total === 0 ? shares : shares.map((gain) => gain / total);
};
