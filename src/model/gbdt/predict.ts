// Scoring takes every row through every tree, block of rows by block.

import { assert } from "../../errors/refusal.js";
import { blockRows, fillForest, forestLayout, scoreBlock } from "./forest.js";
import type { OpenKernel } from "./kernel.js";
import { openKernel } from "./kernel.open.js";
import type { GbdtModel } from "./tree.js";

/** Raw scores: log-odds, one per row. */
export const predictGbdt = (
  model: GbdtModel,
  columns: Float32Array[],
  open: OpenKernel = openKernel,
): Float64Array => {
  assert(
    columns.length === model.features,
    `the model has ${model.features} features, not ${columns.length}`,
  );
  const { kernel, memory } = open(forestLayout(model));
  fillForest(memory, model);
  const score = new Float64Array(columns[0]?.length ?? 0);
  for (let start = 0; start < score.length; start += blockRows)
    score.set(scoreBlock(kernel, memory, model.base, columns, start), start);
  return score;
};
