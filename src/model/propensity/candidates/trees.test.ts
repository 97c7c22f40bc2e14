import { expect, test } from "vitest";
import { auc } from "../../evaluation/metrics.js";
import { predictGbdt } from "../../gbdt/predictor.js";
import { seededRandom } from "../../numeric/random.js";
import { type LabelledFrame, rowsWhere } from "../rows.js";
import { trees } from "./trees.js";

/** Two features predict the label by a corner that is not linear; six are noise. */
const corner = (rows: number, seed: number): LabelledFrame => {
  const random = seededRandom(seed);
  const columns = Array.from({ length: 8 }, () => Float32Array.from({ length: rows }, random));
  const isIn = (row: number) => columns[0]![row]! > 0.5 && columns[1]![row]! > 0.5;
  return {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row)),
    landmark: new Float64Array(rows),
    label: Uint8Array.from({ length: rows }, (_, row) => (random() < (isIn(row) ? 0.6 : 0.1) ? 1 : 0)),
    names: columns.map((_, f) => `feature_${f}`),
    columns,
  };
};

const training = corner(600, 1);
const fresh = corner(4000, 2);
const few = rowsWhere(fresh, (row) => row < 5);
const options = { rfm: [], visits: [], horizonDays: 30, seed: 1 };

test("a corner is found from a few hundred people, despite noise", () => {
  expect(auc(predictGbdt(trees.fit(training, options, 60), fresh.columns), fresh.label)).toBeGreaterThan(0.7);
});

test("the model is the mean of three models that differ by chance", () => {
  const model = trees.fit(training, options, 20);
  expect(model.trees).toHaveLength(60);
  const parts = [0, 1, 2].map((m) => {
    const part = model.trees.slice(20 * m, 20 * (m + 1));
    const whole = part.map((tree) => ({ ...tree, value: tree.value.map((v) => 3 * v) }));
    return predictGbdt({ ...model, trees: whole }, few.columns);
  });
  const mean = parts[0]!.map((_, i) => (parts[0]![i]! + parts[1]![i]! + parts[2]![i]!) / 3);
  for (const [i, score] of predictGbdt(model, few.columns).entries()) expect(score).toBeCloseTo(mean[i]!, 5);
});

test("scores are given at each number of trees", () => {
  const scores = trees.growth!.scoresBySize(training, few, options, 0);
  expect(scores).toHaveLength(trees.growth!.sizes.length);
  const shorter = trees.growth!.scoresBySize(training, few, options, 0);
  expect(shorter).toEqual(scores);
  expect(scores[0]).not.toEqual(scores[1]);
});

test("a size that is asked for is reached, and has the scores of a model of that size", () => {
  const { sizes, scoresBySize } = trees.growth!;
  const scores = scoresBySize(training, few, options, sizes.at(-1)!);
  sizes.forEach((size, s) => {
    const model = trees.fit(training, { ...options, averaged: 1 }, size);
    for (const [i, score] of trees.predict(model, few.columns, few.rows).entries())
      expect(scores[s]![i], `size ${size}`).toBeCloseTo(score, 9);
  });
});
