// Scoring takes every row through every tree, block of rows by block.

import { assert } from "../../errors/refusal.js";
import type { Kernel, Laid, OpenKernel } from "./kernel.js";
import { openKernel } from "./kernel.open.js";
import type { GbdtModel, Tree } from "./tree.js";

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

// All trees of a model in one array, and rows in blocks small enough for the cache: scoring is a walk of equal length for
// every row, so that four can go abreast. A node is four words: where in the block its feature is (bytes), threshold, left
// child (bytes; the right one follows it) and value, of which threshold and value are float32. A leaf leads to itself. A
// node that asks for categories has one more in its first word, and in place of a threshold it says where among the sets its
// own is (bytes): how many codes the set can tell, and a bit for each, 1 for those that go right.

/** A multiple of four; the block of 40 features then takes 80 KB. */
export const blockRows = 256;

const nodeBytes = 16;
const nodeWords = 4;

export const forestLayout = (model: GbdtModel) =>
  ({
    nodes: ["i32", nodeWords * model.trees.reduce((sum, tree) => sum + tree.feature.length, 0)],
    sets: ["i32", model.trees.reduce((sum, tree) => sum + wordsOfSets(tree), 0)],
    roots: ["i32", model.trees.length],
    depths: ["i32", model.trees.length],
    block: ["f32", 2 * model.features * blockRows],
    score: ["f64", blockRows],
  }) as const;
export type ForestMemory = Laid<ReturnType<typeof forestLayout>>;

export const fillForest = ({ nodes, sets, roots, depths }: ForestMemory, model: GbdtModel): void => {
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

/** Scores up to `blockRows` rows from `start`; returns them in memory that the next block overwrites. */
export const scoreBlock = (
  kernel: Kernel,
  memory: ForestMemory,
  base: number,
  columns: Float32Array[],
  start: number,
): Float64Array => {
  const rows = Math.min(columns[0]!.length - start, blockRows);
  const { nodes, sets, roots, depths, block, score } = memory;
  columns.forEach((column, f) => {
    fillFeature(block.subarray(2 * f * blockRows), column.subarray(start, start + rows));
  });
  score.fill(base);
  kernel.walkBlock(nodes, sets, roots, depths, block, Math.ceil(rows / 4) * 4, score);
  return score.subarray(0, rows);
};

const depthOf = (tree: Tree, node: number): number => {
  if (tree.feature[node]! < 0) return 0;
  const left = tree.left[node]!;
  return 1 + Math.max(depthOf(tree, left), depthOf(tree, left + 1));
};

/** A feature is in the block twice: as it is, where a missing value goes right, and so that it goes left. */
const placeOf = (feature: number, missingLeft: boolean): number =>
  4 * blockRows * (2 * feature + (missingLeft ? 1 : 0));

const writeNodes = (nodes: Int32Array, tree: Tree, first: number): void => {
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  tree.feature.forEach((feature, node) => {
    const at = nodeWords * (first + node);
    const isLeaf = feature < 0;
    nodes[at] = isLeaf ? placeOf(0, true) : placeOf(feature, tree.missingLeft[node]!);
    floats[at + 1] = tree.threshold[node] ?? Infinity;
    nodes[at + 2] = nodeBytes * (first + (isLeaf ? node : tree.left[node]!));
    floats[at + 3] = tree.value[node]!;
  });
};

const fillFeature = (block: Float32Array, values: Float32Array): void => {
  block.set(values);
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    block[blockRows + i] = Number.isNaN(x) ? -Infinity : x;
  }
};
