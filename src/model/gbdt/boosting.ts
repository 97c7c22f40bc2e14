// Gradient boosting: each tree is fitted to the gradients of the loss that the trees before it leave. With
// validation rows, the model keeps the number of trees that has the lowest loss on them, and growth ends soon
// after it.

import { assert } from "../../errors/refusal.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { logitLoss } from "../numeric/special-functions.js";
import { binColumns } from "./binner.js";
import {
  binBytes,
  type Fit,
  type FitPlan,
  fitLayout,
  type LabelledColumns,
  type TrainingData,
} from "./fit.js";
import { growTree } from "./grower.js";
import type { OpenKernel } from "./kernel.js";
import { openKernel, openSharedKernel } from "./kernel.wasm.js";
import { computeGradients, fillSigmoids, penaltiesIn, unitsFor } from "./loss.js";
import { defaultParams, type GbdtParams } from "./params.js";
import { addTree } from "./predictor.js";
import { leadPool, poolControl } from "./thread-pool.js";
import type { GbdtModel, Tree } from "./tree.js";
import { fitTasks, type WorkerThreads } from "./worker-threads.js";

export interface FitExtras {
  validation?: LabelledColumns;
  /** Keeps the trees after the best number too. */
  keepsAll?: boolean;
  /** Growth does not end before this number of trees; 0 if absent. */
  atLeast?: number;
  /** Weight of each row: how often it counts. */
  weight?: Float64Array;
  /** Threads that make a large fit faster, and do not change the model. */
  threads?: WorkerThreads | undefined;
  open?: OpenKernel;
}

/** A fit with fewer values is over before worker threads have woken. */
const minSharedValues = 200_000;

/**
 * Columns hold finite numbers, or codes of categories, or NaN where missing; labels are 0 and 1 and both occur, else it
 * throws.
 */
export const fitGbdt = (
  columns: Float32Array[],
  label: Uint8Array,
  params: Partial<GbdtParams> = {},
  { validation, keepsAll = false, atLeast = 0, weight, threads, open = openKernel }: FitExtras = {},
): GbdtModel => {
  const data = { columns, label, weight, validation };
  const allParams = { ...defaultParams, ...params };
  checkInput(data, allParams);
  const isLarge = columns.length * label.length >= minSharedValues;
  const fit = openFit(data, allParams, isLarge && threads?.workers ? threads : undefined, open);
  try {
    loadData(fit, data);
    const { best, ...model } = boost(fit, data, atLeast);
    return keepsAll ? model : { ...model, trees: model.trees.slice(0, best) };
  } finally {
    fit.pool.close();
  }
};

const checkInput = (
  { columns, label, weight, validation }: TrainingData,
  { monotone, categorical }: GbdtParams,
): void => {
  assert(columns.length > 0, "there is no feature to learn from");
  assert(
    columns.every((c) => c.length === label.length),
    "columns and labels differ in length",
  );
  const rows = label.length + (validation?.label.length ?? 0);
  assert(binBytes(columns.length, rows) < 2 ** 31, "bins of more than 2 GiB are not supported");
  assert((weight ?? label).length === label.length, "weights and labels differ in length");
  assert(label.includes(0) && label.includes(1), "labels of one class cannot be learned from");
  for (const perFeature of [monotone, categorical])
    assert((perFeature ?? columns).length === columns.length, "parameters and columns differ in number");
  assert(!categorical?.some((is, f) => is && monotone?.[f]), "a categorical feature has no direction");
};

export const openFit = (
  data: TrainingData,
  params: GbdtParams,
  threads: WorkerThreads | undefined,
  open: OpenKernel,
): Fit => {
  const plan = planFit(data, params, 1 + (threads?.workers ?? 0));
  const layout = fitLayout(plan);
  const opened = threads ? openSharedKernel(threads.memory, layout) : open(layout);
  const control = threads ? poolControl() : null;
  if (threads && control) threads.send({ plan, memory: threads.memory, control });
  const context = { ...plan, ...opened, thread: 0 };
  const pool = leadPool(control, fitTasks(context));
  return { ...context, pool, random: seededRandom(params.seed), codes: data.columns.map(() => null) };
};

const planFit = (
  { columns, label, weight, validation }: TrainingData,
  params: GbdtParams,
  threads: number,
): FitPlan => {
  const units = unitsFor(weight?.reduce((a, b) => Math.max(a, b), 0) ?? 1);
  return {
    features: columns.length,
    trainingRows: label.length,
    rows: label.length + (validation?.label.length ?? 0),
    isWeighted: weight !== undefined,
    threads,
    params,
    units,
    penalties: penaltiesIn(units, params),
  };
};

/** Brings into the memory of the fit what stays the same from tree to tree. */
const loadData = (fit: Fit, data: TrainingData): void => {
  const { memory } = fit;
  binColumns(fit, data);
  memory.label.set(data.label);
  if (data.weight) memory.weight.set(data.weight);
  memory.packedSums.fill(0);
  fillSigmoids(memory.sigmoids);
};

/** All trees, with the best number of them on the validation rows. */
const boost = (
  fit: Fit,
  { label, weight, validation }: TrainingData,
  atLeast: number,
): GbdtModel & { best?: number } => {
  const { memory, params, trainingRows, features } = fit;
  const base = baseLogOdds(label, weight);
  memory.score.fill(base);
  const stopping = validation && earlyStopping(memory.score.subarray(trainingRows), validation.label);
  const trees: Tree[] = [];
  const isGrowing = () => trees.length < atLeast || (stopping?.treesSinceBest() ?? 0) < params.patience;
  while (trees.length < params.trees && isGrowing()) {
    trees.push(nextTree(fit));
    stopping?.addTree();
  }
  return { kind: "gbdt", features, base, trees, ...(stopping && { best: stopping.bestTrees() }) };
};

const nextTree = (fit: Fit): Tree => {
  const { memory, params, trainingRows, random } = fit;
  const roundingSeed = Math.floor(random() * 2 ** 32);
  let sampled = trainingRows;
  computeGradients(fit, roundingSeed, () => {
    sampled = sampleRows(memory.index, trainingRows, params.rowShare, random);
  });
  const { tree, leaves } = growTree(fit, sampled);
  addTree(fit, leaves, sampled);
  return tree;
};

const baseLogOdds = (label: Uint8Array, weight: Float64Array | undefined): number => {
  const mass = [0, 0];
  label.forEach((y, i) => {
    mass[y]! += weight?.[i] ?? 1;
  });
  return Math.log(mass[1]! / mass[0]!);
};

/**
 * Lists a random share of the training rows first, then the rest, then validation rows; returns the size of
 * the share.
 */
const sampleRows = (index: Int32Array, trainingRows: number, share: number, random: Random): number => {
  let front = 0;
  let back = index.length;
  for (let row = index.length - 1; row >= trainingRows; row--) index[--back] = row;
  if (share >= 1) {
    for (let row = 0; row < trainingRows; row++) index[row] = row;
    return trainingRows;
  }
  // Without a branch to mispredict: every row is written to both ends of what is free, and one of them moves on.
  for (let row = 0; row < trainingRows; row++) {
    const taken = Number(random() < share);
    index[front] = row;
    index[back - 1] = row;
    front += taken;
    back -= 1 - taken;
  }
  return front;
};

/** Loss on validation rows, whose scores change with every tree, and the number of trees for which it was lowest. */
const earlyStopping = (score: Float64Array, label: Uint8Array) => {
  let [trees, best, bestLoss] = [0, 0, meanLoss(score, label)];
  return {
    addTree() {
      const loss = meanLoss(score, label);
      trees++;
      if (loss < bestLoss) [best, bestLoss] = [trees, loss];
    },
    treesSinceBest: () => trees - best,
    bestTrees: () => best,
  };
};

const meanLoss = (score: Float64Array, label: Uint8Array): number => {
  let sum = 0;
  for (let i = 0; i < score.length; i++) sum += logitLoss(score[i]!, label[i]!);
  return sum / score.length;
};
