// Prediction: the rows of a fit by the bins of one tree, and any rows by all trees of a model.
//
// For a model, all trees are in one array, and rows come in blocks small enough for the cache: a walk has the
// same length for every row of a tree, so that four can go abreast. A node is four words: where in the block
// its feature is (bytes), threshold, left child (bytes; the right one follows it) and value, of which
// threshold and value are float32. A leaf leads to itself. A node that splits on categories has one more in
// its first word, and in place of a threshold the place of its set among the sets (bytes): the number of
// codes that the set covers, and a bit for each, 1 for those that go right.

import { assert } from "../../errors/refusal.js";
import type { LaidOut } from "../numeric/kernel-memory.js";
import { blockRows, type Fit, type FitContext, rowBlocks } from "./fit.js";
import type { Kernel, OpenKernel } from "./kernel.js";
import { openKernel } from "./kernel.wasm.js";
import type { Leaf } from "./leaf-evaluation.js";
import type { GbdtModel, Tree } from "./tree.js";

/** Adds the current tree to the scores of all rows, of which the first `sampled` in the list are in its leaves. */
export const addTree = ({ pool, memory, rows }: Fit, leaves: readonly Leaf[], sampled: number): void => {
  const { leafCount, leafRows } = memory;
  leafCount[0] = leaves.length;
  leaves.forEach(({ node, start, end }, i) => {
    leafRows.set([node, start, end], 3 * i);
  });
  leafRows[3 * leaves.length] = sampled;
  pool.run("scores", leaves.length + rowBlocks(rows - sampled));
};

/** Rows that a tree was grown from are in its leaves already; the others walk down the tree. */
export const scoreTask = ({ kernel, memory, rows }: FitContext) => {
  const { bins, score, index, leafCount, leafRows, leafValues, nodes, goesRight } = memory;
  const tree = { nodes, goesRight, leafValues };
  const addLeaf = (leaf: number): void => {
    const [node, start, end] = [leafRows[3 * leaf]!, leafRows[3 * leaf + 1]!, leafRows[3 * leaf + 2]!];
    kernel.addValue({ index, start, count: end - start }, leafValues[node]!, score);
  };
  const walkBlock = (block: number): void => {
    const start = leafRows[3 * leafCount[0]!]! + block * blockRows;
    kernel.walkBins(bins, { index, start, count: Math.min(blockRows, rows - start) }, tree, score);
  };
  return (piece: number): void => (piece < leafCount[0]! ? addLeaf(piece) : walkBlock(piece - leafCount[0]!));
};

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
  const { kernel, memory } = forestOf(model, open);
  const score = new Float64Array(columns[0]?.length ?? 0);
  for (let start = 0; start < score.length; start += scoredRows)
    score.set(scoreBlock(kernel, memory, model.base, columns, start), start);
  return score;
};

type Forest = ReturnType<typeof openForest>;

/** Laying a model out takes as long as scoring some hundred rows, and somebody may score one after the other. */
const forests = new WeakMap<GbdtModel, { open: OpenKernel; trees: number; forest: Forest }>();

const forestOf = (model: GbdtModel, open: OpenKernel): Forest => {
  const known = forests.get(model);
  if (known?.open === open && known.trees === model.trees.length) return known.forest;
  const forest = openForest(model, open);
  forests.set(model, { open, trees: model.trees.length, forest });
  return forest;
};

const openForest = (model: GbdtModel, open: OpenKernel) => {
  const opened = open(forestLayout(model));
  fillForest(opened.memory, model);
  return opened;
};

/** Rows scored together: a multiple of four; the block of 40 features then takes 80 KB. */
const scoredRows = 256;

const nodeBytes = 16;
const nodeWords = 4;

const forestLayout = (model: GbdtModel) =>
  ({
    nodes: ["i32", nodeWords * model.trees.reduce((sum, tree) => sum + tree.feature.length, 0)],
    sets: ["i32", model.trees.reduce((sum, tree) => sum + wordsOfSets(tree), 0)],
    roots: ["i32", model.trees.length],
    depths: ["i32", model.trees.length],
    block: ["f32", 2 * model.features * scoredRows],
    score: ["f64", scoredRows],
  }) as const;
type ForestMemory = LaidOut<ReturnType<typeof forestLayout>>;

const fillForest = ({ nodes, sets, roots, depths }: ForestMemory, model: GbdtModel): void => {
  let first = 0;
  let firstSet = 0;
  model.trees.forEach((tree, t) => {
    roots[t] = first * nodeBytes;
    depths[t] = depthOf(tree, 0);
    writeNodes(nodes, tree, first);
    tree.categories?.forEach((codes, node) => {
      if (codes === null) return;
      nodes[nodeWords * (first + node)]! += 1;
      nodes[nodeWords * (first + node) + 1] = 4 * firstSet;
      writeSet(sets.subarray(firstSet), codes);
      firstSet += wordsOfSet(codes);
    });
    first += tree.feature.length;
  });
};

const codesIn = (codes: readonly number[]): number => 1 + Math.max(-1, ...codes);
const wordsOfSet = (codes: readonly number[]): number => 1 + Math.ceil(codesIn(codes) / 32);
const wordsOfSets = ({ categories = [] }: Tree): number =>
  categories.reduce((sum, codes) => sum + (codes === null ? 0 : wordsOfSet(codes)), 0);

const writeSet = (words: Int32Array, codes: readonly number[]): void => {
  words.fill(0, 0, wordsOfSet(codes));
  words[0] = codesIn(codes);
  for (const code of codes) words[1 + (code >> 5)]! |= 1 << (code & 31);
};

const depthOf = (tree: Tree, node: number): number => {
  if (tree.feature[node]! < 0) return 0;
  const left = tree.left[node]!;
  return 1 + Math.max(depthOf(tree, left), depthOf(tree, left + 1));
};

const writeNodes = (nodes: Int32Array, tree: Tree, first: number): void => {
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  tree.feature.forEach((feature, node) => {
    const at = nodeWords * (first + node);
    const isLeaf = feature < 0;
    nodes[at] = isLeaf ? featureOffset(0, true) : featureOffset(feature, tree.missingLeft[node]!);
    floats[at + 1] = tree.threshold[node] ?? Infinity;
    nodes[at + 2] = nodeBytes * (first + (isLeaf ? node : tree.left[node]!));
    floats[at + 3] = tree.value[node]!;
  });
};

/**
 * Bytes. A feature is in the block twice: with missing values as they are, which go right, and as −∞, which
 * goes left.
 */
const featureOffset = (feature: number, missingLeft: boolean): number =>
  4 * scoredRows * (2 * feature + (missingLeft ? 1 : 0));

/** Scores the rows of a block from `start`; returns them in memory that the next block overwrites. */
const scoreBlock = (
  kernel: Kernel,
  memory: ForestMemory,
  base: number,
  columns: Float32Array[],
  start: number,
): Float64Array => {
  const rows = Math.min(columns[0]!.length - start, scoredRows);
  const { block, score } = memory;
  columns.forEach((column, f) => {
    fillFeature(block.subarray(2 * f * scoredRows), column.subarray(start, start + rows));
  });
  score.fill(base);
  kernel.walkForest(memory, block, Math.ceil(rows / 4) * 4, score);
  return score.subarray(0, rows);
};

const fillFeature = (block: Float32Array, values: Float32Array): void => {
  block.set(values);
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    block[scoredRows + i] = Number.isNaN(x) ? -Infinity : x;
  }
};
