import fc from "fast-check";
import { expect, test } from "vitest";
import type { Frame } from "../../domain/frame.js";
import type { Calibration } from "../calibration/calibration.js";
import { logit } from "../numeric/logit.js";
import { seededRandom } from "../numeric/random.js";
import { candidateNames, fitCandidate } from "../propensity/candidates/registry.js";
import { type PropensityModel, predictPropensity } from "../propensity/model.js";
import { explainerOf } from "./explainer.js";

const features = 5;

/** Days, a count, an amount with gaps and two columns of noise, and labels that hang on the first three. */
const people = (seed: number, rows: number) => {
  const random = seededRandom(seed);
  const columns = Array.from({ length: features }, (_, f) =>
    Float32Array.from({ length: rows }, () =>
      f === 2 && random() < 0.2 ? Number.NaN : Math.floor(random() * 60),
    ),
  );
  const [days, count, amount] = columns;
  const label = Uint8Array.from({ length: rows }, (_, i) => {
    const known = Number.isNaN(amount![i]!) ? -1 : amount![i]! / 40;
    return random() < 1 / (1 + Math.exp(days![i]! / 20 - count![i]! / 30 - known)) ? 1 : 0;
  });
  const frame: Frame = {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i)),
    landmark: new Float64Array(rows),
    label: null,
    names: columns.map((_, f) => `feature ${f}`),
    columns,
  };
  return { frame, labelled: { ...frame, label } };
};

const calibrations: Calibration[] = [
  { map: { method: "identity" }, shift: 0.3 },
  { map: { method: "platt", intercept: -0.4, slope: 0.7 }, shift: 0 },
  { map: { method: "beta", intercept: 0.1, onLogP: 1.4, onLogQ: 0.6 }, shift: -0.2 },
  {
    map: { method: "isotonic", at: [-2, -1, -0.5, 0.5, 2], probability: [0.05, 0.1, 0.4, 0.41, 0.9] },
    shift: 0.1,
  },
];

const learned = (seed: number, calibration: Calibration, weights: readonly number[]) => {
  const { frame, labelled } = people(seed, 400);
  const total = weights.reduce((sum, w) => sum + w, 0);
  const options = { rfm: [0, 1, 2], visits: [1, 0, 3], horizonDays: 30, seed };
  const model: PropensityModel = {
    features: frame.names,
    members: candidateNames.slice(0, weights.length).map((name, c) => ({
      name,
      weight: weights[c]! / total,
      fitted: fitCandidate(name, labelled, options, 20),
    })),
    calibration,
  };
  return { model, everybody: frame };
};

const weights = fc.array(fc.integer({ min: 1, max: 4 }), {
  minLength: candidateNames.length,
  maxLength: candidateNames.length,
});

test("a person's effects add up to their calibrated log-odds less the base", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(...calibrations),
      weights,
      (seed, calibration, weights) => {
        const { model, everybody } = learned(seed, calibration, weights);
        const { base, effects } = explainerOf(model, everybody);
        const { frame: others } = people(seed + 1, 60);
        const lines = effects(others);
        predictPropensity(model, others).forEach((probability, row) => {
          const line = lines.subarray(row * features, (row + 1) * features);
          const total = line.reduce((sum, effect) => sum + effect, base);
          expect(Math.abs(total - logit(probability))).toBeLessThan(1e-6);
        });
      },
    ),
    { seed: 7, numRuns: 20 },
  );
});

test("over the people compared with, each feature's effect is nothing on average", () => {
  const { model, everybody } = learned(3, calibrations[1]!, [0, 1, 1, 1, 1]);
  const { effects } = explainerOf(model, everybody);
  const means = new Float64Array(features);
  effects(everybody).forEach((effect, at) => {
    means[at % features]! += effect / everybody.rows;
  });
  for (const mean of means) expect(Math.abs(mean)).toBeLessThan(1e-9);
});

test("a regression on few features is explained as the sum that it is", () => {
  const { model, everybody } = learned(4, calibrations[0]!, [0, 0, 1]);
  const { effects } = explainerOf(model, everybody);
  const { fitted } = model.members[2]!;
  if (fitted.kind !== "few") throw new Error("rfm is a regression on few features");
  const { mean, deviation, coefficient, lowest, highest } = fitted.model.features[0]!;
  const term = (x: number) =>
    (coefficient * (Math.min(highest, Math.max(lowest, Math.log1p(x))) - mean)) / deviation;
  const terms = Float64Array.from(everybody.columns[0]!, term);
  const usual = terms.reduce((sum, t) => sum + t, 0) / terms.length;
  const lines = effects(everybody);
  terms.forEach((t, row) => {
    expect(Math.abs(lines[row * features]! - (t - usual))).toBeLessThan(1e-6);
  });
});

test("a constant explains nobody", () => {
  const { model, everybody } = learned(5, calibrations[0]!, [1]);
  const { effects } = explainerOf(model, everybody);
  expect(effects(everybody).every((effect) => effect === 0)).toBe(true);
});

test("people like everybody else have no division by nothing", () => {
  const { model, everybody } = learned(6, calibrations[3]!, [0, 1]);
  const alike = { ...everybody, columns: everybody.columns.map((c) => c.map(() => c[0]!)) };
  const { effects } = explainerOf(model, alike);
  expect(effects(alike).every((effect) => Math.abs(effect) < 1e-6)).toBe(true);
});

test("what is explained does not depend on who else is", () => {
  const { model, everybody } = learned(8, calibrations[2]!, [0, 0, 1, 1, 1]);
  const { effects } = explainerOf(model, everybody);
  const whole = effects(everybody);
  const part = { ...everybody, rows: 7, columns: everybody.columns.map((c) => c.subarray(100, 107)) };
  expect(effects(part)).toEqual(whole.subarray(100 * features, 107 * features));
});
