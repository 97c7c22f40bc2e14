// Scoring walks every tree over a block of rows small enough to stay in the cache, then goes on to the next block.

import { assert } from "../../errors/refusal.js";
import { addTree, type GbdtModel, packTree } from "./tree.js";

const blockRows = 2048;

/** Raw scores: log-odds, one per row. */
export const predictGbdt = (model: GbdtModel, columns: Float32Array[]): Float64Array => {
  assert(
    columns.length === model.features,
    `the model has ${model.features} features, not ${columns.length}`,
  );
  const rows = columns[0]?.length ?? 0;
  const score = new Float64Array(rows).fill(model.base);
  const trees = model.trees.map(packTree);
  for (let start = 0; start < rows; start += blockRows)
    for (const tree of trees) addTree(tree, columns, start, Math.min(rows, start + blockRows), score);
  return score;
};
