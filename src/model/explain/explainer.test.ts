import fc from "fast-check";
import { expect, test } from "vitest";
import type { Frame } from "../../domain/outcome/frame.js";
import type { Calibration } from "../calibration/calibration.js";
import { seededRandom } from "../numeric/random.js";
import { logit } from "../numeric/special-functions.js";
import { candidateNames, fitCandidate } from "../propensity/candidates/registry.js";
import { type PropensityModel, predictPropensity } from "../propensity/model.js";
import { explainerOf } from "./explainer.js";

const features = 5;

/** Days, a count, an amount with gaps and two columns of noise; labels depend on the first three. */
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
  const options = { rfm: [0, 1, 2], visits: [1, 0, 3], histories: [1, 0, 3], horizonDays: 30, seed };
  const model: PropensityModel = {
    features: frame.names,
    members: candidateNames.slice(0, weights.length).map((name, c) => ({
      name,
      weight: weights[c]! / total,
      fitted: fitCandidate(name, labelled, options, 20),
    })),
    calibration,
  };
  return { model, population: frame };
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
        const { model, population } = learned(seed, calibration, weights);
        const { base, effects } = explainerOf(model, population);
        const { frame: others } = people(seed + 1, 60);
        const values = effects(others);
        predictPropensity(model, others).forEach((probability, row) => {
          const ofRow = values.subarray(row * features, (row + 1) * features);
          const total = ofRow.reduce((sum, effect) => sum + effect, base);
          expect(Math.abs(total - logit(probability))).toBeLessThan(1e-6);
        });
      },
    ),
    { seed: 7, numRuns: 20 },
  );
});

test("over the people compared with, the mean effect of each feature is 0", () => {
  const { model, population } = learned(3, calibrations[1]!, [0, 1, 1, 1, 1]);
  const { effects } = explainerOf(model, population);
  const means = new Float64Array(features);
  effects(population).forEach((effect, at) => {
    means[at % features]! += effect / population.rows;
  });
  for (const mean of means) expect(Math.abs(mean)).toBeLessThan(1e-9);
});

test("a regression on few features has the effects of its terms", () => {
  const { model, population } = learned(4, calibrations[0]!, [0, 0, 1]);
  const { effects } = explainerOf(model, population);
  const { fitted } = model.members[2]!;
  if (fitted.kind !== "few") throw new Error("rfm is a regression on few features");
  const { mean, deviation, coefficient, lowest, highest } = fitted.model.features[0]!;
  const term = (x: number) =>
    (coefficient * (Math.min(highest, Math.max(lowest, Math.log1p(x))) - mean)) / deviation;
  const terms = Float64Array.from(population.columns[0]!, term);
  const meanTerm = terms.reduce((sum, t) => sum + t, 0) / terms.length;
  const values = effects(population);
  terms.forEach((t, row) => {
    expect(Math.abs(values[row * features]! - (t - meanTerm))).toBeLessThan(1e-6);
  });
});

test("a constant has no effects", () => {
  const { model, population } = learned(5, calibrations[0]!, [1]);
  const { effects } = explainerOf(model, population);
  expect(effects(population).every((effect) => effect === 0)).toBe(true);
});

test("people at the average score cause no division by zero", () => {
  const { model, population } = learned(6, calibrations[3]!, [0, 1]);
  const alike = { ...population, columns: population.columns.map((c) => c.map(() => c[0]!)) };
  const { effects } = explainerOf(model, alike);
  expect(effects(alike).every((effect) => Math.abs(effect) < 1e-6)).toBe(true);
});

test("effects do not depend on the other people in the frame", () => {
  const { model, population } = learned(8, calibrations[2]!, [0, 0, 1, 1, 1]);
  const { effects } = explainerOf(model, population);
  const whole = effects(population);
  const part = { ...population, rows: 7, columns: population.columns.map((c) => c.subarray(100, 107)) };
  expect(effects(part)).toEqual(whole.subarray(100 * features, 107 * features));
});
