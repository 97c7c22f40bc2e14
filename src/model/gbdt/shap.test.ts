import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { fitGbdt } from "./boosting.js";
import { predictGbdt } from "./predictor.js";
import { shapBase, shapValues } from "./shap.js";
import type { GbdtModel, Tree } from "./tree.js";

/** Prediction of a tree for a row of which only the features of the set are known. */
const predictKnowing = (tree: Tree, known: Set<number>, row: number[], node = 0): number => {
  const feature = tree.feature[node]!;
  if (feature < 0) return tree.value[node]!;
  const left = tree.left[node]!;
  const x = row[feature]!;
  const atMost = Number.isNaN(x) ? tree.missingLeft[node] : x <= (tree.threshold[node] ?? Infinity);
  const right = tree.categories?.[node];
  const goesLeft = right ? !right.includes(x) : atMost;
  if (known.has(feature)) return predictKnowing(tree, known, row, goesLeft ? left : left + 1);
  const mean = [left, left + 1].reduce(
    (sum, n) => sum + tree.cover[n]! * predictKnowing(tree, known, row, n),
    0,
  );
  return mean / tree.cover[node]!;
};

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

/** The definition: the mean, over all orders of features, of what a feature adds to those before it. */
const byDefinition = (model: GbdtModel, row: number[], feature: number): number => {
  const others = [...row.keys()].filter((f) => f !== feature);
  let value = 0;
  for (let mask = 0; mask < 2 ** others.length; mask++) {
    const known = others.filter((_, i) => (mask >> i) & 1);
    const share = (factorial(known.length) * factorial(others.length - known.length)) / factorial(row.length);
    for (const tree of model.trees)
      value +=
        share *
        (predictKnowing(tree, new Set([...known, feature]), row) - predictKnowing(tree, new Set(known), row));
  }
  return value;
};

/** Whole numbers and gaps in a few columns, and labels that depend on all of them. */
const synthetic = (seed: number, rows: number, features: number) => {
  const random = seededRandom(seed);
  const draw = () => (random() < 0.1 ? Number.NaN : Math.floor(random() * 8));
  const columns = Array.from({ length: features }, () => Float32Array.from({ length: rows }, draw));
  const logOdds = (i: number) =>
    columns.reduce((sum, column, f) => sum + (column[i]! > 3 ? 1 : -1) * (f % 2 ? 1 : 0.4), 0);
  const label = Uint8Array.from({ length: rows }, (_, i) =>
    random() < 1 / (1 + Math.exp(-logOdds(i))) ? 1 : 0,
  );
  return { columns, label };
};

test("values equal the definition, summed over all subsets of features", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 7 }), (seed, features) => {
      const { columns, label } = synthetic(seed, 300, features);
      const categorical = columns.map((_, f) => f % 3 === 1);
      const rules = { maxLeaves: 12, minRows: 2, learningRate: 0.5, categorical, minCategoryRows: 5 };
      const model = fitGbdt(columns, label, { trees: 2, ...rules });
      const rows = Int32Array.of(0, 7, 150);
      const values = shapValues(model, columns, rows);
      rows.forEach((row, i) => {
        const x = columns.map((column) => column[row]!);
        for (let f = 0; f < features; f++)
          expect(values[i * features + f]).toBeCloseTo(byDefinition(model, x, f), 10);
      });
    }),
    { seed: 3, numRuns: 20 },
  );
});

test("a row's values add up to its score", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 1000 }),
        features: fc.integer({ min: 1, max: 20 }),
        maxLeaves: fc.integer({ min: 2, max: 60 }),
        maxDepth: fc.integer({ min: 1, max: 20 }),
      }),
      ({ seed, features, maxLeaves, maxDepth }) => {
        const { columns, label } = synthetic(seed, 500, features);
        const model = fitGbdt(columns, label, { trees: 8, maxLeaves, maxDepth, minRows: 1, minHessian: 0 });
        const rows = Int32Array.from({ length: 50 }, (_, i) => 10 * i);
        const values = shapValues(model, columns, rows);
        const score = predictGbdt(model, columns);
        rows.forEach((row, i) => {
          const own = values.subarray(i * features, (i + 1) * features);
          const sum = own.reduce((a, b) => a + b, shapBase(model));
          expect(Math.abs(sum - score[row]!)).toBeLessThan(1e-9);
        });
      },
    ),
    { seed: 5, numRuns: 40 },
  );
});

test("a feature that no tree splits on has the value 0", () => {
  const { columns, label } = synthetic(9, 500, 3);
  const idle = new Float32Array(500).fill(1);
  const model = fitGbdt([...columns, idle], label, { trees: 5 });
  const values = shapValues(model, [...columns, idle], Int32Array.of(1, 2, 3));
  for (const row of [0, 1, 2]) expect(values[4 * row + 3]).toBe(0);
});

test("a model without trees explains every row by its base value", () => {
  const { columns, label } = synthetic(10, 100, 2);
  const model = fitGbdt(columns, label, { trees: 0 });
  expect(shapBase(model)).toBe(model.base);
  expect([...shapValues(model, columns, Int32Array.of(0))]).toEqual([0, 0]);
});
