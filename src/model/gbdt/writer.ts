// A tree is written down twice while it grows: as data, with the values that the splits lie between, and as words and sides
// for the rows that are binned.

import { type Binning, edgesOf, placeOfBins } from "./binner.js";
import type { NodeSums } from "./histogram.js";
import { type Laid, sideBins, type Units } from "./kernel.js";
import type { Split } from "./splitter.js";
import type { Tree } from "./tree.js";

export const walkLayout = (nodes: number) =>
  ({
    /** Two words a node: where its feature's bins are or −1, and its left child. */
    nodes: ["i32", 2 * nodes],
    leafValues: ["f64", nodes],
  }) as const;

export type WalkMemory = Laid<ReturnType<typeof walkLayout>> &
  Binning & { sides: Uint8Array; index: Int32Array };

/** Codes of the categories that have bins, in the order of these, for each feature; null for one that holds numbers. */
export type Codes = readonly (Int32Array | null)[];

export interface TreeWriter {
  tree: Tree;
  /** Adds two leaves below a node, whose sides are written, and returns the left one; the right one is next to it. */
  split(node: number, split: Split, sums: NodeSums): number;
  leaf(node: number, step: number, sums: NodeSums): void;
}

/** A new tree overwrites the words of the last. */
export const writeTree = (
  memory: WalkMemory,
  codes: Codes,
  units: Units,
  learningRate: number,
): TreeWriter => {
  const { nodes, sides, leafValues, index, missing } = memory;
  const tree: Tree = emptyTree();
  return {
    tree,
    split(node, { feature, cut, gain }, sums) {
      const left = tree.feature.length;
      nodes.set([placeOfBins(feature, index.length), left], 2 * node);
      const sideOf = (bin: number): number => sides[sideBins * node + bin]!;
      const known = codes[feature];
      const isAfterLast = known || cut >= missing[feature]! - 1;
      tree.feature[node] = feature;
      tree.threshold[node] = isAfterLast ? null : edgesOf(memory, feature)[cut]!;
      tree.missingLeft[node] = sideOf(missing[feature]!) === 0;
      tree.left[node] = left;
      tree.gain[node] = gain;
      tree.cover[node] = sums.hessian * units.hessian;
      if (known)
        setCategories(
          tree,
          node,
          known.filter((_, bin) => sideOf(bin) === 1),
        );
      addLeaf(tree);
      addLeaf(tree);
      return left;
    },
    leaf(node, step, sums) {
      nodes[2 * node] = -1;
      // In single precision, as other programs that read the model will hold it.
      leafValues[node] = Math.fround((learningRate * step * units.gradient) / units.hessian);
      tree.value[node] = leafValues[node]!;
      tree.cover[node] = sums.hessian * units.hessian;
    },
  };
};

const emptyTree = (): Tree => {
  const tree: Tree = {
    feature: [],
    threshold: [],
    missingLeft: [],
    left: [],
    value: [],
    gain: [],
    cover: [],
  };
  addLeaf(tree);
  return tree;
};

const addLeaf = (tree: Tree): void => {
  tree.feature.push(-1);
  tree.threshold.push(null);
  tree.missingLeft.push(false);
  tree.left.push(-1);
  tree.value.push(0);
  tree.gain.push(0);
  tree.cover.push(0);
  tree.categories?.push(null);
};

/** Trees that ask of numbers alone have no list of categories. */
const setCategories = (tree: Tree, node: number, codes: Int32Array): void => {
  tree.categories ??= tree.feature.map(() => null);
  tree.categories[node] = [...codes];
};
