// Export of a model as XGBoost's own JSON, so that anyone can check our predictions with another
// implementation. In XGBoost a row goes left when x < threshold, here when x ≤ threshold: the exported
// threshold is the next number of single precision. Categories in a node's list go right in both; all others
// go left, as missing values do.

import { sigmoid } from "../numeric/special-functions.js";
import type { GbdtModel, Tree } from "./tree.js";

/** XGBoost 1.7 and later load it from a file that ends in .json. */
export const toXgboostJson = (model: GbdtModel, featureNames: readonly string[]): string =>
  object({
    version: json([1, 7, 4]),
    learner: object({
      attributes: json({}),
      feature_names: json(featureNames),
      feature_types: json(featureTypesOf(model)),
      gradient_booster: object({ name: json("gbtree"), model: forestOf(model) }),
      learner_model_param: json({
        // XGBoost 1.7.4 does not read more than nine digits, and takes one half instead.
        base_score: sigmoid(model.base).toExponential(8),
        num_class: "0",
        num_feature: String(model.features),
        num_target: "1",
      }),
      objective: json({ name: "binary:logistic", reg_loss_param: { scale_pos_weight: "1" } }),
    }),
  });

/** XGBoost's names; a matrix to be predicted must declare the same. */
const featureTypesOf = ({ features, trees }: GbdtModel): string[] => {
  const types = Array.from({ length: features }, () => "float");
  for (const { feature, categories } of trees)
    categories?.forEach((codes, node) => {
      if (codes !== null) types[feature[node]!] = "c";
    });
  return types;
};

const forestOf = ({ trees, features }: GbdtModel): string =>
  object({
    gbtree_model_param: json({
      num_parallel_tree: "1",
      num_trees: String(trees.length),
      size_leaf_vector: "0",
    }),
    tree_info: json(trees.map(() => 0)),
    trees: `[${trees.map((tree, id) => treeOf(tree, id, features)).join()}]`,
  });

/** XGBoost's number for the parent of a root. */
const noParent = 2 ** 31 - 1;
/** Stands for infinity, which JSON lacks: every finite number but this one is below it. */
const maxFloat = 3.4028234663852886e38;

const treeOf = (tree: Tree, id: number, features: number): string =>
  object({
    id: json(id),
    base_weights: floats(tree.value),
    ...categoriesOf(tree),
    default_left: json(tree.missingLeft.map(Number)),
    left_children: json(tree.left),
    right_children: json(tree.left.map((left) => (left < 0 ? -1 : left + 1))),
    loss_changes: floats(tree.gain),
    parents: json(parentsOf(tree)),
    split_conditions: floats(tree.feature.map((_, node) => conditionOf(tree, node))),
    split_indices: json(tree.feature.map((feature) => Math.max(0, feature))),
    split_type: json(tree.feature.map((_, node) => (tree.categories?.[node] ? 1 : 0))),
    sum_hessian: floats(tree.cover),
    tree_param: json({
      num_deleted: "0",
      num_feature: String(features),
      num_nodes: String(tree.feature.length),
      size_leaf_vector: "0",
    }),
  });

/** The categories of all nodes that split on them, end to end. */
const categoriesOf = ({ categories = [] }: Tree): Record<string, string> => {
  const lists = categories.flatMap((codes, node) => (codes === null ? [] : [{ node, codes }]));
  let end = 0;
  const segments = lists.map(({ codes }) => {
    end += codes.length;
    return end - codes.length;
  });
  return {
    categories: json(lists.flatMap(({ codes }) => codes)),
    categories_nodes: json(lists.map(({ node }) => node)),
    categories_segments: json(segments),
    categories_sizes: json(lists.map(({ codes }) => codes.length)),
  };
};

const json = (value: unknown): string => JSON.stringify(value);

/** Fields are JSON already. */
const object = (fields: Record<string, string>): string =>
  `{${Object.entries(fields)
    .map(([name, text]) => `${json(name)}:${text}`)
    .join()}}`;

/** XGBoost refuses a whole number where it expects a float; a number with an exponent is always a float to it. */
const floats = (values: readonly number[]): string => `[${values.map((x) => x.toExponential()).join()}]`;

/** XGBoost keeps the values of leaves among the thresholds. */
const conditionOf = (tree: Tree, node: number): number =>
  tree.feature[node]! < 0 ? tree.value[node]! : nextFloat(tree.threshold[node]!);

const parentsOf = (tree: Tree): number[] => {
  const parents = tree.feature.map(() => noParent);
  tree.left.forEach((left, node) => {
    if (left >= 0) parents[left] = parents[left + 1] = node;
  });
  return parents;
};

/** The smallest number of single precision above this one. */
const nextFloat = (x: number | null): number => {
  if (x === null) return maxFloat;
  const float = Float32Array.of(x === 0 ? 0 : x);
  const bits = new Int32Array(float.buffer);
  bits[0]! += x < 0 ? -1 : 1;
  return float[0]!;
};
