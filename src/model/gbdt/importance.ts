// What a feature is worth to a model: its share of all that the splits gained.

import type { GbdtModel } from "./tree.js";

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
