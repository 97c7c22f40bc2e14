// Follows the loss on rows that no tree is fitted to, to know how many trees serve them best.

import { logitLoss } from "../logit.js";

/** Scores change with every tree; they are looked at before the first and whenever asked. */
export const watchLoss = (score: Float64Array, label: Uint8Array) => {
  let [count, best, bestLoss] = [0, 0, meanLoss(score, label)];
  return {
    look() {
      const loss = meanLoss(score, label);
      count++;
      if (loss < bestLoss) [best, bestLoss] = [count, loss];
    },
    treesSinceBest: () => count - best,
    bestTrees: () => best,
  };
};

const meanLoss = (score: Float64Array, label: Uint8Array): number => {
  let sum = 0;
  for (let i = 0; i < score.length; i++) sum += logitLoss(score[i]!, label[i]!);
  return sum / score.length;
};
