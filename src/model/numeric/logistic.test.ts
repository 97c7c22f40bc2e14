import { expect, test } from "vitest";
import { coefficientShares, fitLogistic, predictLogistic } from "./logistic.js";
import { seededRandom } from "./random.js";

const sigmoid = (z: number) => 1 / (1 + Math.exp(-z));

/** Log-odds −1 + 1.5 · ln(1 + a) − 0.8 where b is missing; c is noise. */
const known = (rows: number, seed = 1) => {
  const random = seededRandom(seed);
  const a = Float32Array.from({ length: rows }, () => Math.expm1(2 * random()));
  const b = Float32Array.from({ length: rows }, () => (random() < 0.4 ? Number.NaN : random()));
  const c = Float32Array.from({ length: rows }, random);
  const logOdds = Float64Array.from(a, (x, i) => -1 + 1.5 * Math.log1p(x) - (Number.isNaN(b[i]!) ? 0.8 : 0));
  const label = Uint8Array.from(logOdds, (z) => (random() < sigmoid(z) ? 1 : 0));
  return { columns: [a, b, c], label, logOdds };
};

test("known coefficients are recovered", () => {
  const { columns, label } = known(50_000);
  const model = fitLogistic(columns, label);
  expect(model.features[0]!.coefficient / model.features[0]!.deviation).toBeCloseTo(1.5, 1);
  expect(model.missing).toHaveLength(1);
  expect(model.missing[0]!.coefficient).toBeCloseTo(-0.8, 1);
  expect(Math.abs(model.features[2]!.coefficient)).toBeLessThan(0.03);
  const shares = coefficientShares(model);
  expect(shares[0]).toBeGreaterThan(0.6);
  expect(shares.reduce((sum, s) => sum + s, 0)).toBeCloseTo(1, 12);
});

test("known log-odds are predicted for fresh rows, also after JSON", () => {
  const model = JSON.parse(JSON.stringify(fitLogistic(...fitted(known(50_000)))));
  const fresh = known(1000, 2);
  const worst = predictLogistic(model, fresh.columns).map((s, i) => Math.abs(s - fresh.logOdds[i]!));
  expect(worst.reduce((a, b) => Math.max(a, b))).toBeLessThan(0.15);
});
const fitted = ({ columns, label }: ReturnType<typeof known>) => [columns, label] as const;

test("at the optimum the penalised gradient is zero", () => {
  const { columns, label } = known(500);
  const model = fitLogistic([columns[0]!], label, 3);
  const { mean, deviation, coefficient } = model.features[0]!;
  const score = predictLogistic(model, [columns[0]!]);
  let gradient = 3 * coefficient;
  score.forEach((s, i) => {
    gradient += ((sigmoid(s) - label[i]!) * (Math.log1p(columns[0]![i]!) - mean)) / deviation;
  });
  expect(gradient).toBeCloseTo(0, 4);
});

test("features that are missing together share one column", () => {
  const a = Float32Array.of(1, Number.NaN, 3, 4);
  const b = Float32Array.of(2, Number.NaN, 1, 4);
  const never = Float32Array.of(1, 2, 3, 4);
  const always = new Float32Array(4).fill(Number.NaN);
  const model = fitLogistic([a, b, never, always], Uint8Array.of(0, 1, 1, 0));
  expect(model.missing.map((m) => m.feature)).toEqual([0]);
});

test("perfectly separated, constant and identical features stay finite", () => {
  const x = Float32Array.of(1, 2, 3, 4);
  const model = fitLogistic([x, x, new Float32Array(4).fill(7)], Uint8Array.of(0, 0, 1, 1));
  expect(predictLogistic(model, [x, x, x]).every(Number.isFinite)).toBe(true);
});

test("a value outside the range of the training rows counts as its end", () => {
  const model = fitLogistic([Float32Array.of(1, 2, 3, 4)], Uint8Array.of(0, 1, 0, 1));
  const [edge, beyond] = predictLogistic(model, [Float32Array.of(4, 4000)]);
  expect(beyond).toBe(edge);
});

test("labels of one class are an error", () => {
  expect(() => fitLogistic([Float32Array.of(1, 2)], Uint8Array.of(0, 0))).toThrow(/one class/);
});
