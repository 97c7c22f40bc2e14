// Boosted trees on all features, sized by the people there are to learn from. Rows of one person from several landmarks share
// days, so they are fewer than they look: leaves grow with the square root of the rarer class, steps are small, and each
// tree sees half of the features. The mean of a few models that differ by chance alone is steadier than any one of them
// (Breiman 1996), and as a sum of trees it is itself such a model.

import { fitGbdt } from "../../gbdt/boosting.js";
import type { GbdtParams } from "../../gbdt/params.js";
import { predictGbdt } from "../../gbdt/predictor.js";
import type { GbdtModel } from "../../gbdt/tree.js";
import type { WorkerThreads } from "../../gbdt/worker-threads.js";
import { countMinority } from "../../numeric/labels.js";
import type { LabelledFrame } from "../rows.js";

/** How many trees a model may have: boosting is judged at each of these. */
export const treeCounts = [10, 20, 40, 60, 80, 100, 130, 160, 200];
const mostTrees = treeCounts.at(-1)!;
/** Beyond this many rows chance differs little from model to model, and one serves. */
const maxAveragedRows = 60_000;

export const fitTrees = (
  frame: LabelledFrame,
  seed: number,
  trees: number,
  averaged = frame.rows > maxAveragedRows ? 1 : 3,
  threads?: WorkerThreads,
): GbdtModel => {
  return meanOf(Array.from({ length: averaged }, (_, m) => fitOne(frame, seed + m, trees, threads)));
};

/** Raw scores of other rows by a growing model: one array per entry of `treeCounts`. */
export const growTrees = (
  frame: LabelledFrame,
  seed: number,
  held: Float32Array[],
  rows: number,
  threads?: WorkerThreads,
): Float64Array[] => {
  const model = fitOne(frame, seed, mostTrees, threads);
  let grown = 0;
  let score = new Float64Array(rows).fill(model.base);
  return treeCounts.map((count) => {
    const more = predictGbdt({ ...model, base: 0, trees: model.trees.slice(grown, count) }, held);
    grown = count;
    score = score.map((s, i) => s + more[i]!);
    return score;
  });
};

const fitOne = (frame: LabelledFrame, seed: number, trees: number, threads?: WorkerThreads): GbdtModel =>
  fitGbdt(frame.columns, frame.label, { ...sizedFor(countMinority(frame.label)), trees, seed }, { threads });

const sizedFor = (rarer: number): Partial<GbdtParams> => ({
  learningRate: rarer < 10_000 ? 0.05 : 0.1,
  maxLeaves: between(4, 31, Math.sqrt(rarer) / 8),
  minRows: between(20, 100, Math.sqrt(rarer) / 2),
  l2: 5,
  rowShare: 0.7,
  columnShare: 0.5,
});

const between = (least: number, most: number, wanted: number): number =>
  Math.round(Math.min(most, Math.max(least, wanted)));

/** Models of the same rows have the same base, and a leaf's share of the mean is its value over their number. */
const meanOf = (models: GbdtModel[]): GbdtModel => ({
  ...models[0]!,
  trees: models.flatMap(({ trees }) =>
    trees.map((tree) => ({ ...tree, value: tree.value.map((v) => v / models.length) })),
  ),
});
