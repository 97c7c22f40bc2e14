import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { fitGbdt } from "./boosting.js";
import { chooseCodes } from "./categories.js";
import { openOracleKernel } from "./kernel.oracle.js";
import { openKernel } from "./kernel.wasm.js";
import type { GbdtParams } from "./params.js";
import { predictGbdt } from "./predictor.js";

const missing = Number.NaN;

const stump: Partial<GbdtParams> = {
  trees: 1,
  maxLeaves: 2,
  learningRate: 1,
  minRows: 0,
  minHessian: 0,
  l2: 1,
  categorical: [true],
  categorySmoothing: 0,
  minCategoryRows: 0,
};

/** Loss reduction of the best of all splits of the categories, of which missing values are one. */
const bestGain = (column: number[], label: number[]): number => {
  const p = label.reduce((a, b) => a + b, 0) / label.length;
  const value = (rows: number[]) => {
    const g = rows.reduce((sum, i) => sum + p - label[i]!, 0);
    return g ** 2 / (rows.length * p * (1 - p) + 1) / 2;
  };
  const all = [...label.keys()];
  const codes = [...new Set(column)];
  let best = 0;
  for (let mask = 1; mask < 2 ** codes.length - 1; mask++) {
    const isLeft = (i: number) => ((mask >> codes.indexOf(column[i]!)) & 1) === 1;
    const [left, right] = [all.filter(isLeft), all.filter((i) => !isLeft(i))];
    best = Math.max(best, value(left) + value(right) - value(all));
  }
  return best;
};

const codesAndLabels = fc
  .array(
    fc.record({
      code: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(missing)),
      y: fc.integer({ min: 0, max: 1 }),
    }),
    { minLength: 5, maxLength: 40 },
  )
  .map((rows) => ({ codes: rows.map(({ code }) => code), label: rows.map(({ y }) => y) }))
  .filter(({ label }) => label.includes(0) && label.includes(1));

test("the split gains what the best of all subsets of the categories gains", () => {
  fc.assert(
    fc.property(codesAndLabels, ({ codes, label }) => {
      const model = fitGbdt([Float32Array.from(codes)], Uint8Array.from(label), stump);
      const best = bestGain(codes, label);
      expect(Math.abs(model.trees[0]!.gain[0]! - best)).toBeLessThan(0.01 * best + 0.005);
    }),
    { seed: 12, numRuns: 300 },
  );
});

/** Codes whose parity decides the label, so that no threshold helps. */
const byParity = (seed: number, rows: number, codes: number) => {
  const random = seededRandom(seed);
  const column = Float32Array.from({ length: rows }, () => Math.floor(random() * codes));
  const label = Uint8Array.from(column, (code) => (random() < (code % 2 ? 0.8 : 0.2) ? 1 : 0));
  return { column, label };
};

test("one split separates categories that would take many thresholds", () => {
  const { column, label } = byParity(1, 2000, 8);
  const [tree] = fitGbdt([column], label, stump).trees;
  const right = tree!.categories![0]!;
  expect([
    [0, 2, 4, 6],
    [1, 3, 5, 7],
  ]).toContainEqual(right);
  expect(tree!.missingLeft[0]).toBe(true);
});

test("a category that training never saw is scored as a missing value", () => {
  const { column, label } = byParity(2, 2000, 8);
  column.forEach((_, i) => {
    if (i % 7 === 0) column[i] = missing;
  });
  const model = fitGbdt([column], label, { trees: 5, categorical: [true] });
  const [gap, unknown, large] = predictGbdt(model, [Float32Array.of(missing, 8, 65_535)]);
  expect(unknown).toBe(gap);
  expect(large).toBe(gap);
});

test("a category with too few rows goes where missing values go", () => {
  const { column, label } = byParity(3, 2000, 4);
  for (let i = 0; i < 10; i++) [column[i], label[i]] = [9, i % 4 === 0 ? 0 : 1];
  const [gap, rare] = predictGbdt(fitGbdt([column], label, { trees: 5, categorical: [true] }), [
    Float32Array.of(missing, 9),
  ]);
  expect(rare).toBe(gap);
});

test("if there are more categories than bins, the most frequent have their own", () => {
  const column = Float32Array.from({ length: 3000 }, (_, i) => (i < 2000 ? i % 200 : 200 + (i % 500)));
  const codes = chooseCodes(column);
  expect(codes).toHaveLength(255);
  expect([...codes.subarray(0, 200)]).toEqual([...Array(200).keys()]);
});

test("a value that is no code is an error", () => {
  for (const x of [-1, 0.5, 65_536, Infinity])
    expect(() => chooseCodes(Float32Array.of(1, x))).toThrow(/is no code/);
});

/** Two columns of codes and one of numbers; the labels need all. */
const mixed = (seed: number, rows: number) => {
  const random = seededRandom(seed);
  const draw = (codes: number) =>
    Float32Array.from({ length: rows }, () => (random() < 0.1 ? missing : Math.floor(random() ** 2 * codes)));
  const columns = [draw(7), Float32Array.from({ length: rows }, random), draw(900)];
  const label = Uint8Array.from({ length: rows }, (_, i) => {
    const z = (columns[0]![i]! % 3 === 1 ? 1.5 : -0.5) + columns[1]![i]! + Math.sin(columns[2]![i]!);
    return random() < 1 / (1 + Math.exp(-(Number.isNaN(z) ? 0 : z))) ? 1 : 0;
  });
  return { columns, label };
};
const categorical = [true, false, true];

test("kernel and oracle learn the same model with the same scores, also after JSON", () => {
  for (const seed of [1, 2, 3]) {
    const { columns, label } = mixed(seed, 20_000);
    const validation = mixed(seed + 10, 2000);
    const params = { trees: 12, categorical, columnShare: 0.7, rowShare: 0.8, minCategoryRows: 5 };
    const [fast, oracle] = [openKernel, openOracleKernel].map((open) =>
      fitGbdt(columns, label, params, { open, validation }),
    );
    expect(fast).toEqual(oracle);
    const fresh = mixed(seed + 20, 3000).columns;
    const scores = predictGbdt(fast!, fresh, openKernel);
    expect(predictGbdt(JSON.parse(JSON.stringify(fast!)), fresh, openOracleKernel)).toEqual(scores);
  }
});

test("scores of training rows match their labels on average", () => {
  const { columns, label } = mixed(5, 5000);
  const model = fitGbdt(columns, label, { trees: 1, categorical, learningRate: 1, l2: 0 });
  const scores = predictGbdt(model, columns);
  const residual = scores.reduce((sum, s, i) => sum + 1 / (1 + Math.exp(-s)) - label[i]!, 0);
  expect(Math.abs(residual) / 5000).toBeLessThan(0.01);
});

test("a categorical feature cannot have a direction", () => {
  const { columns, label } = mixed(6, 100);
  const params = { categorical, monotone: [1, 0, 0] as const };
  expect(() => fitGbdt(columns, label, params)).toThrow(/no direction/);
});
