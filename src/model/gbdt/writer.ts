// A tree is written down twice while it grows: as data, with the values that the splits lie between, and as words for
// walking the binned rows it was not fitted to.

import { type Binning, placeOfBins } from "./bins.js";
import type { NodeSums } from "./histogram.js";
import type { Units } from "./kernel.js";
import { rightBins, type Split } from "./split.js";
import type { Tree } from "./tree.js";

export interface WalkMemory {
  /** Four words a node: where its feature's bins are or −1, first bin to the right, how many, left child. */
  nodes: Int32Array;
  leafValues: Float64Array;
}

export interface TreeWriter {
  tree: Tree;
  /** Adds two leaves below a node and returns the left one; the right one is next to it. */
  split(node: number, split: Split, sums: NodeSums): number;
  leaf(node: number, step: number, sums: NodeSums): void;
}

/** `rows` is the number of binned rows. A new tree overwrites the words of the last. */
export const writeTree = (
  { nodes, leafValues }: WalkMemory,
  { edges }: Binning,
  rows: number,
  units: Units,
  learningRate: number,
): TreeWriter => {
  const tree: Tree = {
    feature: [-1],
    threshold: [null],
    missingLeft: [false],
    left: [-1],
    value: [0],
    gain: [0],
    cover: [0],
  };
  return {
    tree,
    split(node, split, sums) {
      const left = tree.feature.length;
      const cuts = edges[split.feature]!;
      const right = rightBins(split, cuts);
      nodes.set([placeOfBins(split.feature, rows), right.from, right.span, left], 4 * node);
      tree.feature[node] = split.feature;
      tree.threshold[node] = cuts[split.bin] ?? null;
      tree.missingLeft[node] = split.missingLeft;
      tree.left[node] = left;
      tree.gain[node] = split.gain;
      tree.cover[node] = sums.hessian * units.hessian;
      addLeaf(tree);
      addLeaf(tree);
      return left;
    },
    leaf(node, step, sums) {
      nodes[4 * node] = -1;
      // In single precision, as other programs that read the model will hold it.
      leafValues[node] = Math.fround((learningRate * step * units.gradient) / units.hessian);
      tree.value[node] = leafValues[node]!;
      tree.cover[node] = sums.hessian * units.hessian;
    },
  };
};

const addLeaf = (tree: Tree): void => {
  tree.feature.push(-1);
  tree.threshold.push(null);
  tree.missingLeft.push(false);
  tree.left.push(-1);
  tree.value.push(0);
  tree.gain.push(0);
  tree.cover.push(0);
};
