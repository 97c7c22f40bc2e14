// Columns of a tree: the features that it may use. Where they are a share of all, their bins are gathered
// side by side before the tree grows, so that its histograms cost as much as those of a fit that has no other
// features.

import { chooseSorted } from "../numeric/random.js";
import { binOffset, blockRows, type Fit, type FitContext, featuresPerTree, rowBlocks } from "./fit.js";
import { lanes } from "./kernel.js";

/** Draws the features of the next tree and brings their bins in place. */
export const chooseColumns = ({ pool, memory, params, features, trainingRows, random }: Fit): void => {
  const { treeFeatures } = memory;
  treeFeatures.set(chooseSorted(random, features, featuresPerTree(features, params)));
  placeBins(memory);
  if (treeFeatures.length < features)
    pool.run("columns", rowBlocks(trainingRows) * Math.ceil(treeFeatures.length / lanes));
};

/** Lays the bins of the tree's features end to end. */
const placeBins = ({ treeFeatures, missingBin, firstBin }: Fit["memory"]): void => {
  firstBin[0] = 0;
  treeFeatures.forEach((feature, place) => {
    firstBin[place + 1] = firstBin[place]! + missingBin[feature]! + 1;
  });
};

export const columnTask = ({ kernel, memory, trainingRows, rows }: FitContext) => {
  const { bins, treeBins, treeFeatures } = memory;
  const blocks = rowBlocks(trainingRows);
  return (piece: number): void => {
    const group = Math.floor(piece / blocks);
    const start = (piece % blocks) * blockRows;
    const count = Math.min(blockRows, trainingRows - start);
    // The last group may be padded, by any feature.
    const from = Array.from({ length: lanes }, (_, lane) => {
      const feature = treeFeatures[Math.min(lanes * group + lane, treeFeatures.length - 1)]!;
      return binOffset(feature, rows) + lanes * start;
    });
    kernel.gatherLanes(bins, from, count, treeBins, binOffset(lanes * group, trainingRows) + lanes * start);
  };
};

/** Where the bins of a tree's features are, those of eight of them side by side, and of how many rows. */
export const treeColumns = ({ memory, features, trainingRows, rows }: FitContext) =>
  memory.treeFeatures.length < features
    ? { bins: memory.treeBins, rows: trainingRows }
    : { bins: memory.bins, rows };
