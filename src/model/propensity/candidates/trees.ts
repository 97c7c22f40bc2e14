// Gradient-boosted trees on all features, sized by the number of people to learn from. Rows of one person at
// several landmarks share days, so they count for less than their number: leaves grow with the square root of
// the rarer class, steps are small, and each tree sees half of the features. The mean of a few models that
// differ by chance alone is more stable than any of them (Breiman 1996), and as a sum of trees it is itself
// such a model.

import { fitGbdt } from "../../gbdt/boosting.js";
import type { GbdtParams } from "../../gbdt/params.js";
import { predictGbdt } from "../../gbdt/predictor.js";
import { shapValues } from "../../gbdt/shap.js";
import { type GbdtModel, gainShares } from "../../gbdt/tree.js";
import { countMinority } from "../../numeric/labels.js";
import type { LabelledFrame } from "../rows.js";
import type { Candidate, CandidateOptions, Growth } from "./candidate.js";

/** Numbers of trees that validation chooses among. */
const treeCounts = [10, 20, 40, 60, 80, 100, 130, 160, 200];
const maxTrees = treeCounts.at(-1)!;
/** Above this number of rows, models differ little by chance, and one is enough. */
const maxAveragedRows = 60_000;

/**
 * Growth ends once this many trees have not helped the rows that are scored; larger sizes then have the last
 * one's scores.
 */
const patience = 30;

const growth: Growth<GbdtModel> = {
  sizes: treeCounts,
  scoresBySize(training, scored, { seed, threads }, atLeast) {
    const { columns, rows } = scored;
    const params = { ...paramsFor(countMinority(training.label)), trees: maxTrees, patience, seed };
    const model = fitGbdt(training.columns, training.label, params, {
      threads,
      validation: scored,
      keepsAll: true,
      atLeast,
    });
    let grown = 0;
    let score = new Float64Array(rows).fill(model.base);
    return treeCounts.map((count) => {
      const more = model.trees.slice(grown, count);
      if (more.length > 0) score = sumOf(score, predictGbdt({ ...model, base: 0, trees: more }, columns));
      grown = count;
      return score;
    });
  },
  averaged(training, { averaged = training.rows > maxAveragedRows ? 1 : 3, ...options }) {
    return Array.from({ length: averaged }, (_, m) => ({ ...options, averaged: 1, seed: options.seed + m }));
  },
  /** Models of the same rows have the same base, and each leaf's value is divided by the number of models. */
  meanOf: (models) => ({
    ...models[0]!,
    trees: models.flatMap((model) =>
      model.trees.map((tree) => ({ ...tree, value: tree.value.map((v) => v / models.length) })),
    ),
  }),
};

const sumOf = (one: Float64Array, other: Float64Array): Float64Array<ArrayBuffer> =>
  Float64Array.from(one, (s, i) => s + other[i]!);

export const trees: Candidate<"trees", GbdtModel> = {
  name: "trees",
  kind: "gbdt",
  isBaseline: false,
  isNarrow: false,
  isForFew: false,
  growth,
  isPossible: ({ columns }) => columns.length > 0,
  fit: (frame, options, size) =>
    growth.meanOf(
      growth.averaged(frame, options).map(({ seed, threads }) => fitOne(frame, seed, size, threads)),
    ),
  predict: (fitted, columns) => predictGbdt(fitted, columns),
  importances: gainShares,
  contributions: (fitted, columns, rows) =>
    shapValues(
      fitted,
      columns,
      Int32Array.from({ length: rows }, (_, row) => row),
    ),
};

const fitOne = (
  frame: LabelledFrame,
  seed: number,
  count: number,
  threads: CandidateOptions["threads"],
): GbdtModel =>
  fitGbdt(
    frame.columns,
    frame.label,
    { ...paramsFor(countMinority(frame.label)), trees: count, seed },
    { threads },
  );

const paramsFor = (minority: number): Partial<GbdtParams> => ({
  learningRate: minority < 10_000 ? 0.05 : 0.1,
  ...treeShape(minority, 31),
});

/**
 * Shape of trees that learn from so many cases: people of the rarer class, or people who reached the goal.
 */
export const treeShape = (cases: number, mostLeaves: number) => ({
  maxLeaves: between(4, mostLeaves, Math.sqrt(cases) / 8),
  minRows: between(20, 100, Math.sqrt(cases) / 2),
  l2: 5,
  rowShare: 0.7,
  columnShare: 0.5,
});

const between = (min: number, max: number, value: number): number =>
  Math.round(Math.min(max, Math.max(min, value)));
