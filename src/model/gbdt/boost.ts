// Gradient boosting: each tree is fitted to what the trees before it still get wrong. With validation rows, the model keeps
// the number of trees that served those best; they lie in memory after the rows that are learned from.

import { assert } from "../../errors/refusal.js";
import { logitLoss } from "../logit.js";
import { seededRandom } from "../random.js";
import { assignBins, binBytes, binLayout, planBins } from "./bins.js";
import { fillSigmoids, sigmoidEntries, unitsFor } from "./gradients.js";
import { type GrowRules, growLayout, treeGrower } from "./grow.js";
import { histogramLayout } from "./histogram.js";
import type { OpenKernel } from "./kernel.js";
import { openKernel } from "./kernel.open.js";
import { dealRows } from "./sample.js";
import type { GbdtModel, Tree } from "./tree.js";

export interface GbdtParams extends GrowRules {
  trees: number;
  /** With validation rows: stop after this many trees without a gain on them. */
  patience: number;
  seed: number;
}

export const defaultParams: GbdtParams = {
  trees: 200,
  learningRate: 0.1,
  maxLeaves: 31,
  maxDepth: 12,
  l1: 0,
  l2: 1,
  minHessian: 1,
  minRows: 20,
  minGain: 1e-6,
  monotone: null,
  rowShare: 1,
  columnShare: 1,
  patience: 20,
  seed: 1,
};

export interface LabelledColumns {
  columns: Float32Array[];
  label: Uint8Array;
}

/** Columns hold finite numbers, or NaN where missing; labels are 0 and 1 and both occur, else it throws. */
export const fitGbdt = (
  columns: Float32Array[],
  label: Uint8Array,
  params: Partial<GbdtParams> = {},
  validation?: LabelledColumns,
  weight: Float64Array | null = null,
  open: OpenKernel = openKernel,
): GbdtModel => {
  const rules = { ...defaultParams, ...params };
  checkInput(columns, label, weight);
  assert(
    (rules.monotone?.length ?? columns.length) === columns.length,
    "directions and columns differ in number",
  );
  const random = seededRandom(rules.seed);
  const units = unitsFor(weight?.reduce((a, b) => Math.max(a, b), 0) ?? 1);
  const base = baseLogOdds(label, weight);
  const { kernel, memory, binning } = load(columns, label, rules, validation, weight, open);
  const { bins, index, nodes, leafValues, score, gradients, sigmoids } = memory;
  const weights = weight && memory.weight;
  const grow = treeGrower(kernel, memory, binning, rules, units, random);

  const nextTree = (): Tree => {
    const chance = Math.floor(random() * 2 ** 32);
    kernel.packGradients(score, memory.label, weights, sigmoids, chance, units, gradients);
    const sampled = dealRows(index, label.length, rules.rowShare, random);
    const { tree, leaves } = grow(sampled);
    for (const { node, start, end } of leaves)
      kernel.addValue(index, start, end - start, leafValues[node]!, score);
    kernel.walkBins(bins, index, sampled, index.length - sampled, nodes, leafValues, score);
    return tree;
  };

  score.fill(base);
  const watch = validation && watchLoss(score.subarray(label.length), validation.label);
  const trees: Tree[] = [];
  while (trees.length < rules.trees && (watch?.treesSinceBest() ?? 0) < rules.patience) {
    trees.push(nextTree());
    watch?.look();
  }
  return { kind: "gbdt", features: columns.length, base, trees: trees.slice(0, watch?.bestTrees()) };
};

const checkInput = (columns: Float32Array[], label: Uint8Array, weight: Float64Array | null): void => {
  assert(columns.length > 0, "there is no feature to learn from");
  assert(
    columns.every((c) => c.length === label.length),
    "columns and labels differ in length",
  );
  assert(weight === null || weight.length === label.length, "weights and labels differ in length");
  assert(label.includes(0) && label.includes(1), "labels of one class cannot be learned from");
};

/** Takes all memory of a fit at once, and fills in what stays the same from tree to tree. */
const load = (
  columns: Float32Array[],
  label: Uint8Array,
  rules: GbdtParams,
  validation: LabelledColumns | undefined,
  weight: Float64Array | null,
  open: OpenKernel,
) => {
  const trained = label.length;
  const rows = trained + (validation?.label.length ?? 0);
  assert(binBytes(columns.length, rows) < 2 ** 31, "bins of more than 2 GiB are out of reach");
  const binning = planBins(columns);
  const { kernel, memory } = open({
    ...binLayout(columns.length, rows),
    ...histogramLayout(trained),
    ...growLayout(trained, binning.totalBins, rules.maxLeaves),
    index: ["i32", rows],
    score: ["f64", rows],
    label: ["u8", trained],
    weight: ["f64", weight?.length ?? 0],
    sigmoids: ["f64", sigmoidEntries],
  });
  binning.edges.forEach((cuts, f) => {
    assignBins(kernel, memory, cuts, columns[f]!, f, 0, rows);
    if (validation) assignBins(kernel, memory, cuts, validation.columns[f]!, f, trained, rows);
  });
  memory.label.set(label);
  if (weight) memory.weight.set(weight);
  fillSigmoids(memory.sigmoids);
  return { kernel, memory, binning };
};

const baseLogOdds = (label: Uint8Array, weight: Float64Array | null): number => {
  const mass = [0, 0];
  label.forEach((y, i) => {
    mass[y]! += weight?.[i] ?? 1;
  });
  return Math.log(mass[1]! / mass[0]!);
};

/** Follows the loss on rows that no tree is fitted to. */
const watchLoss = (score: Float64Array, label: Uint8Array) => {
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
