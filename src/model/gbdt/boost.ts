// Gradient boosting: each tree is fitted to what the trees before it still get wrong. With validation rows, the model keeps
// the number of trees that served those best.

import { assert } from "../../errors/refusal.js";
import { logitLoss } from "../logit.js";
import { seededRandom } from "../random.js";
import { binColumns } from "./bins.js";
import { packGradients, unitsFor } from "./gradients.js";
import { type GrowRules, treeGrower } from "./grow.js";
import { addTree, type GbdtModel, packTree, type Tree } from "./tree.js";

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
  l2: 1,
  minHessian: 1,
  minRows: 20,
  minGain: 1e-6,
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
): GbdtModel => {
  const rules = { ...defaultParams, ...params };
  checkInput(columns, label, weight);
  const random = seededRandom(rules.seed);
  const units = unitsFor(weight?.reduce((a, b) => Math.max(a, b), 0) ?? 1);
  const grow = treeGrower(binColumns(columns), rules, units, random);
  const base = baseLogOdds(label, weight);
  const score = new Float64Array(label.length).fill(base);
  const gradients = new Float64Array(label.length);
  const watch = validation && watchValidation(validation, base);
  const trees: Tree[] = [];
  while (trees.length < rules.trees && (watch?.treesSinceBest() ?? 0) < rules.patience) {
    packGradients(score, label, weight, units, random, gradients);
    const tree = grow(gradients);
    trees.push(tree);
    const packed = packTree(tree);
    addTree(packed, columns, 0, score.length, score);
    watch?.add(packed);
  }
  return { kind: "gbdt", features: columns.length, base, trees: trees.slice(0, watch?.bestTrees()) };
};

const checkInput = (columns: Float32Array[], label: Uint8Array, weight: Float64Array | null): void => {
  assert(
    columns.every((c) => c.length === label.length),
    "columns and labels differ in length",
  );
  assert(weight === null || weight.length === label.length, "weights and labels differ in length");
  assert(label.includes(0) && label.includes(1), "labels of one class cannot be learned from");
};

const baseLogOdds = (label: Uint8Array, weight: Float64Array | null): number => {
  const mass = [0, 0];
  label.forEach((y, i) => {
    mass[y]! += weight?.[i] ?? 1;
  });
  return Math.log(mass[1]! / mass[0]!);
};

/** Follows the loss on rows that no tree is fitted to. */
const watchValidation = ({ columns, label }: LabelledColumns, base: number) => {
  const score = new Float64Array(label.length).fill(base);
  let [count, best, bestLoss] = [0, 0, meanLoss(score, label)];
  return {
    add(tree: ReturnType<typeof packTree>) {
      addTree(tree, columns, 0, score.length, score);
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
