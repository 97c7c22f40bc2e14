// A tree grows leaf by leaf: of all leaves, the one whose best split gains most is split next.

import { chooseSorted, type Random } from "../numeric/random.js";
import { type NodeSums, placeOfHistogram, totalOf } from "./histogram.js";
import { type Kernel, sideBins, type Units } from "./kernel.js";
import { type Leaf, type Study, type StudyMemory, study } from "./leaf-evaluation.js";
import { type Bounds, boundedStep, free, penaltiesIn } from "./loss.js";
import { boundsBelow } from "./monotone.js";
import { type DivideMemory, divideRows } from "./partition.js";
import { chooseSplit, type Split, type SplitRules, writeSides } from "./splitter.js";
import type { ThreadPool } from "./thread-pool.js";
import type { Tree } from "./tree.js";
import { type Codes, type WalkMemory, writeTree } from "./writer.js";

export interface GrowRules extends SplitRules {
  learningRate: number;
  maxLeaves: number;
  maxDepth: number;
  /** Share of the rows, and of the features, that each tree sees. */
  rowShare: number;
  columnShare: number;
}

export type GrowMemory = DivideMemory & StudyMemory & WalkMemory;

/** Grows a tree from the gradients of the rows at the front of the list, and says which of them each leaf holds. */
export const treeGrower = (
  crew: ThreadPool,
  kernel: Kernel,
  memory: GrowMemory,
  codes: Codes,
  threads: number,
  rules: GrowRules,
  units: Units,
  random: Random,
) => {
  const penalties = penaltiesIn(units, rules);
  const stepOf = ({ gradient, hessian }: NodeSums, bounds: Bounds): number =>
    boundedStep(gradient, hessian, penalties, bounds);

  /** Both children begin with the parent's histogram; the smaller one gets its own. */
  const childrenOf = (
    { node, depth, start, end, sums, bounds, histogram }: Leaf,
    split: Split,
    left: number,
  ) => {
    const middle = divideRows(crew, kernel, memory, node, split.feature, start, end - start);
    const [ofLeft, ofRight] = divideSums(sums, split, middle - start);
    const direction = rules.monotone?.[split.feature] ?? 0;
    const [below, above] = boundsBelow(bounds, direction, stepOf(ofLeft, bounds), stepOf(ofRight, bounds));
    return [
      leafOf(left, depth + 1, start, middle, ofLeft, below, histogram),
      leafOf(left + 1, depth + 1, middle, end, ofRight, above, histogram),
    ] as const;
  };

  return (rows: number): { tree: Tree; leaves: Leaf[] } => {
    const features = chooseFeatures(memory.chosen, rules.columnShare, random);
    const studyOf = (what: Study) => {
      study(crew, memory, threads, what);
      what.searched.forEach((leaf, i) => {
        leaf.split = chooseSplit(memory, rules, units, leaf.sums, leaf.bounds, i === 1);
      });
    };
    const writer = writeTree(memory, codes, units, rules.learningRate);
    const root = leafOf(0, 0, 0, rows, { gradient: 0, hessian: 0, rows }, free, 0);
    studyOf({ counted: root, remaining: null, searched: [] });
    root.sums = totalOf(memory, root.histogram, features[0]!, rows);
    if (rules.maxDepth > 0) studyOf({ counted: null, remaining: null, searched: [root] });
    const leaves = [root];

    while (leaves.length < rules.maxLeaves) {
      const at = mostGaining(leaves);
      if (at < 0) break;
      const parent = leaves[at]!;
      const split = parent.split!;
      const { node, sums, histogram } = parent;
      writeSides(split, memory, rules, units, sums, histogram, sideBins * node);
      const children = childrenOf(parent, split, writer.split(node, split, sums));
      const [small, large] = bySize(children);
      small.histogram = placeOfHistogram(memory, leaves.length);
      leaves[at] = children[0];
      leaves.push(children[1]);
      if (leaves.length < rules.maxLeaves && small.depth < rules.maxDepth)
        studyOf({ counted: small, remaining: large, searched: [small, large] });
    }
    for (const { node, sums, bounds } of leaves) writer.leaf(node, stepOf(sums, bounds), sums);
    return { tree: writer.tree, leaves };
  };
};

const chooseFeatures = (chosen: Uint8Array, share: number, random: Random): Int32Array => {
  const count = share >= 1 ? chosen.length : Math.max(1, Math.round(chosen.length * share));
  const features = chooseSorted(random, chosen.length, count);
  chosen.fill(0);
  for (const f of features) chosen[f] = 1;
  return features;
};

const leafOf = (
  node: number,
  depth: number,
  start: number,
  end: number,
  sums: NodeSums,
  bounds: Bounds,
  histogram: number,
): Leaf => ({ node, depth, start, end, sums, bounds, histogram, split: null });

const bySize = ([left, right]: readonly [Leaf, Leaf]): readonly [small: Leaf, large: Leaf] =>
  left.sums.rows <= right.sums.rows ? [left, right] : [right, left];

const mostGaining = (leaves: Leaf[]): number => {
  let best = -1;
  leaves.forEach((leaf, i) => {
    if (leaf.split !== null && leaf.split.gain > (leaves[best]?.split?.gain ?? 0)) best = i;
  });
  return best;
};

const divideSums = (sums: NodeSums, split: Split, rows: number): [NodeSums, NodeSums] => {
  const { leftGradient: gradient, leftHessian: hessian } = split;
  return [
    { gradient, hessian, rows },
    { gradient: sums.gradient - gradient, hessian: sums.hessian - hessian, rows: sums.rows - rows },
  ];
};
