import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { fitGbdt } from "./boosting.js";
import type { GbdtParams } from "./params.js";
import { predictGbdt } from "./predictor.js";
import { gainShares } from "./tree.js";

const stump: Partial<GbdtParams> = {
  trees: 1,
  maxLeaves: 2,
  learningRate: 1,
  minRows: 0,
  minHessian: 0,
  l2: 1,
};

/** Loss reduction of the best of all stumps: every cut is tried, with missing values on either side. */
const bestGain = (columns: Float32Array[], label: Uint8Array): number => {
  const p = label.reduce((a, b) => a + b, 0) / label.length;
  const value = (rows: number[]) => {
    const g = rows.reduce((sum, i) => sum + p - label[i]!, 0);
    return g ** 2 / (rows.length * p * (1 - p) + 1) / 2;
  };
  const all = [...label.keys()];
  let best = 0;
  for (const column of columns)
    for (const cut of [...column.filter((x) => !Number.isNaN(x)), Number.POSITIVE_INFINITY])
      for (const missingLeft of [true, false]) {
        const isLeft = (i: number) => (Number.isNaN(column[i]!) ? missingLeft : column[i]! <= cut);
        const [left, right] = [all.filter(isLeft), all.filter((i) => !isLeft(i))];
        if (left.length > 0 && right.length > 0)
          best = Math.max(best, value(left) + value(right) - value(all));
      }
  return best;
};

const tinyFrames = fc
  .integer({ min: 5, max: 30 })
  .chain((rows) =>
    fc.record({
      columns: fc.array(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(Number.NaN)), {
          minLength: rows,
          maxLength: rows,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      label: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: rows, maxLength: rows }),
    }),
  )
  .filter(({ label }) => label.includes(0) && label.includes(1));

test("the first split gains what the best of all stumps gains", () => {
  fc.assert(
    fc.property(tinyFrames, ({ columns, label }) => {
      const floats = columns.map((c) => Float32Array.from(c));
      const model = fitGbdt(floats, Uint8Array.from(label), stump);
      const best = bestGain(floats, Uint8Array.from(label));
      expect(Math.abs(model.trees[0]!.gain[0]! - best)).toBeLessThan(0.01 * best + 0.005);
    }),
    { seed: 11, numRuns: 200 },
  );
});

test("a split on missing values alone is found and scored as it was learned", () => {
  const column = Float32Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? Number.NaN : (i * 7) % 13));
  const label = Uint8Array.from(column, (x) => (Number.isNaN(x) ? 1 : 0));
  const model = fitGbdt([column], label, stump);
  expect(model.trees[0]!.threshold[0]).toBeNull();
  const score = predictGbdt(JSON.parse(JSON.stringify(model)), [Float32Array.of(Number.NaN, -1e30, 0, 1e30)]);
  expect(score[0]).toBeGreaterThan(1);
  expect(Math.max(...score.subarray(1))).toBeLessThan(-1);
});

/** 4,000 rows whose log-odds are a known function of two features; the third is noise, and the first has gaps. */
const known = (seed: number, rows = 4000) => {
  const random = seededRandom(seed);
  const draw = () => Float32Array.from({ length: rows }, random);
  const columns = [draw(), draw(), draw()];
  const logOdds = columns[0]!.map((x, i) => 6 * (x - 0.5) + (columns[1]![i]! > 0.7 ? 2 : -1));
  for (let i = 0; i < rows; i += 10) columns[0]![i] = Number.NaN;
  const label = Uint8Array.from(logOdds, (z) => (random() < 1 / (1 + Math.exp(-z)) ? 1 : 0));
  return { columns, label, logOdds };
};

test("known probabilities are recovered", () => {
  const { columns, label } = known(1, 20_000);
  const model = fitGbdt(columns, label, { trees: 60, maxLeaves: 8 });
  const fresh = known(2);
  const score = predictGbdt(model, fresh.columns);
  const errors = score.map((s, i) => {
    if (Number.isNaN(fresh.columns[0]![i]!)) return 0;
    return 1 / (1 + Math.exp(-s)) - 1 / (1 + Math.exp(-fresh.logOdds[i]!));
  });
  expect(Math.sqrt(errors.reduce((a, e) => a + e * e, 0) / errors.length)).toBeLessThan(0.04);
});

test("noise has hardly any gain, and shares sum to one", () => {
  const { columns, label } = known(1);
  const shares = gainShares(fitGbdt(columns, label, { trees: 20, maxLeaves: 4 }));
  expect(shares[2]).toBeLessThan(0.03);
  expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
});

test("an increasing transformation of a feature changes no prediction", () => {
  const { label } = known(3, 1000);
  const whole = Float32Array.from({ length: 1000 }, (_, i) => (i * 37) % 101);
  const doubled = whole.map((x) => 4 * x + 8);
  const params = { trees: 10, rowShare: 0.8 };
  const before = predictGbdt(fitGbdt([whole], label, params), [whole]);
  const after = predictGbdt(fitGbdt([doubled], label, params), [doubled]);
  expect(after).toEqual(before);
});

test("an L1 penalty sets leaves with small gradients to zero and shrinks the others", () => {
  const column = Float32Array.from({ length: 400 }, (_, i) => i % 2);
  const label = Uint8Array.from(column, (x, i) => (i % 10 < 2 ? 1 - x : x));
  const largest = (l1: number) => Math.max(...fitGbdt([column], label, { ...stump, l1 }).trees[0]!.value);
  // On either side are 200 rows, 160 of one label: the gradient is 60, the hessian 50 and the L2 penalty 1.
  expect(largest(0)).toBeCloseTo(60 / 51, 2);
  expect(largest(20)).toBeCloseTo(40 / 51, 2);
  expect(largest(70)).toBe(0);
});

test("the same seed gives the same model, another seed another", () => {
  const { columns, label } = known(4);
  const params = { trees: 5, rowShare: 0.7, columnShare: 0.7 };
  const model = fitGbdt(columns, label, { ...params, seed: 5 });
  expect(fitGbdt(columns, label, { ...params, seed: 5 })).toEqual(model);
  expect(fitGbdt(columns, label, { ...params, seed: 6 })).not.toEqual(model);
});

test("a model is the same after JSON", () => {
  const { columns, label } = known(5);
  const model = fitGbdt(columns, label, { trees: 5 });
  const copy = JSON.parse(JSON.stringify(model));
  expect(copy).toEqual(model);
  expect(predictGbdt(copy, columns)).toEqual(predictGbdt(model, columns));
});

test("without trees all rows have the base rate, and weights count as rows", () => {
  const label = Uint8Array.of(1, 0, 0, 0);
  const columns = [Float32Array.of(1, 2, 3, 4)];
  expect(fitGbdt(columns, label, { trees: 0 }).base).toBeCloseTo(Math.log(1 / 3), 12);
  const weighted = fitGbdt(columns, label, { trees: 0 }, { weight: Float64Array.of(3, 1, 1, 1) });
  expect(weighted.base).toBeCloseTo(0, 12);
});

test("the mean prediction of the training rows is their base rate", () => {
  const { columns, label } = known(6);
  const score = predictGbdt(fitGbdt(columns, label, { trees: 100 }), columns);
  const mean = score.reduce((sum, s) => sum + 1 / (1 + Math.exp(-s)), 0) / score.length;
  expect(mean).toBeCloseTo(label.reduce((a, b) => a + b, 0) / label.length, 2);
});

test("boosting stops at the lowest validation loss, and at once when there is nothing to learn", () => {
  const { columns, label } = known(7);
  const validation = known(8);
  const model = fitGbdt(columns, label, { trees: 500, learningRate: 0.3 }, { validation });
  expect(model.trees.length).toBeGreaterThan(5);
  expect(model.trees.length).toBeLessThan(200);
  const random = seededRandom(9);
  const noise = () => [Float32Array.from({ length: 1000 }, random)];
  const coin = Uint8Array.from({ length: 1000 }, () => (random() < 0.5 ? 1 : 0));
  const validated = { columns: noise(), label: coin };
  const idle = fitGbdt(noise(), coin, { learningRate: 0.5 }, { validation: validated });
  expect(idle.trees.length).toBeLessThan(5);
});

test("labels of one class are an error", () => {
  expect(() => fitGbdt([Float32Array.of(1, 2)], Uint8Array.of(1, 1))).toThrow(/one class/);
});

test("constant features do not change the loss, however many there are", () => {
  const random = seededRandom(11);
  const rows = 40_000;
  const columns = Array.from({ length: 13 }, () => Float32Array.from({ length: rows }, () => random()));
  const label = Uint8Array.from({ length: rows }, (_, i) =>
    random() < 0.1 + 0.5 * columns[0]![i]! * columns[12]![i]! ? 1 : 0,
  );
  const constant = new Float32Array(rows).fill(1);
  const loss = (features: Float32Array[]) => {
    const scores = predictGbdt(fitGbdt(features, label, { trees: 20, maxLeaves: 15 }), features);
    return scores.reduce((sum, s, i) => sum + Math.log1p(Math.exp(label[i] === 1 ? -s : s)), 0) / rows;
  };
  const reference = loss([...columns, constant, constant, constant]);
  for (const padding of [0, 1, 2]) {
    const padded = [...columns, ...Array.from({ length: padding }, () => constant)];
    expect(loss(padded)).toBeCloseTo(reference, 3);
  }
});
