// A tree is plain data, one entry per node in each list; node 0 is the root and the right child follows the left one.

export interface Tree {
  /** The feature a node asks about; −1 for a leaf. */
  feature: number[];
  /** A value up to the threshold goes left; null sends every value left and only missing ones right. */
  threshold: (number | null)[];
  missingLeft: boolean[];
  /**
   * Of a node that asks for categories, the codes that go right, in rising order; all others and missing values go left.
   * Null for other nodes; the list is absent from a tree without such questions.
   */
  categories?: (number[] | null)[];
  left: number[];
  /** Log-odds that a leaf adds; 0 inside the tree. */
  value: number[];
  /** How much a node's split lowered the loss on the training rows, in nats; 0 for a leaf. */
  gain: number[];
  /** Hessian of the training rows that came by: how much weight a branch has when nothing is known of a row. */
  cover: number[];
}

export interface GbdtModel {
  kind: "gbdt";
  features: number;
  /** Log-odds before the first tree: those of the base rate. */
  base: number;
  trees: Tree[];
}

// What a feature is worth to a model: its share of all that the splits gained.

/** One share per feature; they sum to 1, or are all 0 where no tree splits. */
export const gainShares = (model: GbdtModel): Float64Array => {
  const shares = new Float64Array(model.features);
  for (const tree of model.trees)
    tree.feature.forEach((feature, node) => {
      if (feature >= 0) shares[feature]! += tree.gain[node]!;
    });
  const total = shares.reduce((a, b) => a + b, 0);
  return total === 0 ? shares : shares.map((gain) => gain / total);
};
