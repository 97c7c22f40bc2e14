// Gradient boosting: each tree is fitted to what the trees before it still get wrong. With validation rows, the model keeps
// the number of trees that served those best; they lie in memory after the rows that are learned from.

import { assert } from "../../errors/refusal.js";
import { logitLoss } from "../numeric/logit.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { binBytes } from "./binner.js";
import { type FitPlan, fitLayout, fitWork, type OpenedFit } from "./fit.js";
import { type GrowRules, treeGrower } from "./grower.js";
import type { OpenKernel } from "./kernel.js";
import { openKernel } from "./kernel.open.js";
import { openSharedKernel } from "./kernel.wasm.js";
import { type FitData, type LabelledColumns, loadFit } from "./load.js";
import { unitsFor } from "./loss.js";
import { addTree, findGradients } from "./scores.js";
import { leadPool, poolControl, type ThreadPool } from "./thread-pool.js";
import type { WorkerThreads } from "./threads.js";
import type { GbdtModel, Tree } from "./tree.js";
import type { Codes } from "./writer.js";

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
  categorical: null,
  categorySmoothing: 10,
  minCategoryRows: 50,
  rowShare: 1,
  columnShare: 1,
  patience: 20,
  seed: 1,
};

export interface FitExtras {
  validation?: LabelledColumns;
  weight?: Float64Array;
  /** They make a large fit faster, and change nothing in the model. */
  threads?: WorkerThreads | undefined;
  open?: OpenKernel;
}

/** A fit with fewer values than this is over before others have looked up. */
const fewValues = 200_000;

/**
 * Columns hold finite numbers, or codes of categories, or NaN where missing; labels are 0 and 1 and both occur, else it
 * throws.
 */
export const fitGbdt = (
  columns: Float32Array[],
  label: Uint8Array,
  params: Partial<GbdtParams> = {},
  { validation, weight, threads, open = openKernel }: FitExtras = {},
): GbdtModel => {
  const rules = { ...defaultParams, ...params };
  const data = { columns, label, weight, validation };
  checkInput(data, rules);
  const isLarge = columns.length * label.length >= fewValues;
  const lent = isLarge && threads?.helpers ? threads : undefined;
  const plan = planOf(data, rules, 1 + (lent?.helpers ?? 0));
  const layout = fitLayout(plan);
  const opened = lent ? openSharedKernel(lent.memory, layout) : open(layout);
  const crew = assemble(opened, plan, lent);
  try {
    return boost(opened, plan, crew, loadFit(opened, plan, crew, data), data, rules);
  } finally {
    crew.dismiss();
  }
};

const planOf = (
  { columns, label, weight, validation }: FitData,
  rules: GbdtParams,
  threads: number,
): FitPlan => ({
  features: columns.length,
  trained: label.length,
  rows: label.length + (validation?.label.length ?? 0),
  isWeighted: weight !== undefined,
  threads,
  rules,
  units: unitsFor(weight?.reduce((a, b) => Math.max(a, b), 0) ?? 1),
});

const checkInput = (
  { columns, label, weight, validation }: FitData,
  { monotone, categorical }: GbdtParams,
): void => {
  assert(columns.length > 0, "there is no feature to learn from");
  assert(
    columns.every((c) => c.length === label.length),
    "columns and labels differ in length",
  );
  const rows = label.length + (validation?.label.length ?? 0);
  assert(binBytes(columns.length, rows) < 2 ** 31, "bins of more than 2 GiB are out of reach");
  assert((weight ?? label).length === label.length, "weights and labels differ in length");
  assert(label.includes(0) && label.includes(1), "labels of one class cannot be learned from");
  for (const perFeature of [monotone, categorical])
    assert((perFeature ?? columns).length === columns.length, "rules and columns differ in number");
  assert(!categorical?.some((is, f) => is && monotone?.[f]), "categories have no direction");
};

const assemble = (opened: OpenedFit, plan: FitPlan, threads: WorkerThreads | undefined): ThreadPool => {
  const control = threads ? poolControl() : null;
  if (threads && control) threads.lend({ plan, memory: threads.memory, control });
  return leadPool(control, fitWork(opened, plan, 0));
};

const boost = (
  { kernel, memory }: OpenedFit,
  { features, trained, threads, units }: FitPlan,
  crew: ThreadPool,
  codes: Codes,
  { label, weight, validation }: FitData,
  rules: GbdtParams,
): GbdtModel => {
  const random = seededRandom(rules.seed);
  const grow = treeGrower(crew, kernel, memory, codes, threads, rules, units, random);
  const nextTree = (): Tree => {
    const chance = Math.floor(random() * 2 ** 32);
    let sampled = trained;
    findGradients(crew, memory, chance, () => {
      sampled = dealRows(memory.index, trained, rules.rowShare, random);
    });
    const { tree, leaves } = grow(sampled);
    addTree(crew, memory, leaves, sampled);
    return tree;
  };

  const base = baseLogOdds(label, weight);
  memory.score.fill(base);
  const watch = validation && watchLoss(memory.score.subarray(trained), validation.label);
  const trees: Tree[] = [];
  while (trees.length < rules.trees && (watch?.treesSinceBest() ?? 0) < rules.patience) {
    trees.push(nextTree());
    watch?.look();
  }
  return { kind: "gbdt", features, base, trees: trees.slice(0, watch?.bestTrees()) };
};

const baseLogOdds = (label: Uint8Array, weight: Float64Array | undefined): number => {
  const mass = [0, 0];
  label.forEach((y, i) => {
    mass[y]! += weight?.[i] ?? 1;
  });
  return Math.log(mass[1]! / mass[0]!);
};

// The list of rows that a tree begins with: those it is fitted to in front, all others after them.

/** Of the first `trained` rows a share is taken; the rest, and the rows after them, follow. Returns how many are in front. */
export const dealRows = (index: Int32Array, trained: number, share: number, random: Random): number => {
  let front = 0;
  let back = index.length;
  for (let row = index.length - 1; row >= trained; row--) index[--back] = row;
  if (share >= 1) {
    for (let row = 0; row < trained; row++) index[row] = row;
    return trained;
  }
  for (let row = 0; row < trained; row++)
    if (random() < share) index[front++] = row;
    else index[--back] = row;
  return front;
};

// Follows the loss on rows that no tree is fitted to, to know how many trees serve them best.

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
