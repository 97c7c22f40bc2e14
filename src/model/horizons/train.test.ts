import { beforeAll, expect, test } from "vitest";
import type { Frame } from "../../domain/outcome/frame.js";
import { score } from "../evaluation/metrics.js";
import { seededRandom } from "../numeric/random.js";
import { predictPropensity } from "../propensity/model.js";
import { labelled } from "../propensity/rows.js";
import { trainPropensity } from "../propensity/train.js";
import { evaluateHorizons } from "./evaluation.js";
import { expectedDays, predictHorizons } from "./model.js";
import { type TrainedHorizons, trainHorizons } from "./train.js";
import { knownAfter, type WaitingFrame, type Waits } from "./waits.js";

const day = 86_400;
const main = 30;
const bounds = [7, 30, 90, 400];
const end = 1e9 + 300 * day;

/** Every person at every landmark, 10 days apart, until a month before the end: a rate decides when they buy. */
const shop = (people: number, seed: number) => {
  const random = seededRandom(seed);
  const landmarks = 21;
  const rows = people * landmarks;
  const rate = Float32Array.from({ length: people }, () => 0.002 + 0.05 * random() ** 3);
  const rates = Float32Array.from({ length: rows }, (_, row) => rate[row % people]!);
  const wait = Float64Array.from(rates, (own) => -Math.log(1 - random()) / own);
  const landmark = Float64Array.from(
    { length: rows },
    (_, row) => end - (main + 10 * (landmarks - 1 - Math.floor(row / people))) * day,
  );
  const frame: Frame = {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row % people)),
    landmark,
    label: Uint8Array.from(wait, (waited) => (waited < main ? 1 : 0)),
    names: ["rate"],
    columns: [rates],
  };
  const followed = landmark.map((at) => (end - at) / day);
  return { frame, rate, truth: wait, waits: knownAfter({ wait, followed }, followed) };
};

const training = {
  horizonSeconds: main * day,
  seed: 1,
  rfmFeatures: [],
  learnedThrough: end,
  bounds,
};
/** So few that no trees are fitted, which takes a moment. */
const made = shop(150, 3);
const learned = trainPropensity(made.frame, training);
const rowsWith = (waits: Waits): WaitingFrame => ({ frame: labelled(made.frame), ...waits });

let trained: TrainedHorizons;
beforeAll(() => {
  trained = trainHorizons(made.frame, rowsWith(made.waits), learned, training);
});

test("probabilities of a person whose rate is known are found at each horizon", () => {
  const { model } = trained;
  const rates = Float32Array.of(0.003, 0.01, 0.03, 0.05);
  const scored = { ...made.frame, rows: rates.length, label: null, columns: [rates] };
  const curves = predictHorizons(model, [rates], predictPropensity(learned.model, scored));
  expect(model.bounds).toEqual([7, 30, 90]);
  model.bounds.forEach((days, k) => {
    rates.forEach((rate, row) => {
      expect(Math.abs(curves[k]![row]! - (1 - Math.exp(-rate * days)))).toBeLessThan(0.15);
    });
  });
  const { median, low, high } = expectedDays(
    model,
    curves.map((curve) => curve[3]!),
  );
  expect(Math.abs(median - Math.log(2) / 0.05)).toBeLessThan(6);
  expect(low).toBeLessThan(6);
  expect(high).toBeGreaterThan(30);
  expect(expectedDays(model, [0.1, 0.2, 0.4]).median).toBeNaN();
});

test("each horizon is tested at the newest date at which it was over, and one that the history is too short for is not predicted", () => {
  const { horizons, dates } = evaluateHorizons(trained, bounds);
  expect(horizons.map(({ tested_on }) => tested_on)).toEqual([
    ...["later dates", "later dates", "later dates"],
    "not predicted",
  ]);
  for (const { days, landmark, scores, expected } of horizons.slice(0, 3)) {
    expect(landmark! + days * day).toBeLessThanOrEqual(end);
    expect(scores!.auc).toBeGreaterThan(0.65);
    expect(expected! / scores!.attained).toBeGreaterThan(0.75);
    expect(expected! / scores!.attained).toBeLessThan(1.3);
  }
  expect(dates!.within_days).toBe(90);
  expect(dates!.held / dates!.expected).toBeGreaterThan(0.7);
});

test("the delivered figures of a past date are those of its own horizon's test", () => {
  const { landmark, bounds: known, curves } = trained.origins.at(-1)!;
  const [own] = evaluateHorizons(trained, [main]).horizons;
  expect(landmark).toBe(learned.report.test_landmark);
  expect(own!.scores).toEqual(score(curves[known.indexOf(main)]!, learned.test.label));
  expect(own!.scores!.log_loss).toBeCloseTo(learned.report.performance.model.log_loss, 12);
});

test("what happened after the end of the history changes nothing", () => {
  const { wait, followed } = made.waits;
  const changed = wait.map((waited, row) => (waited < followed[row]! ? waited : followed[row]! + row));
  const other = trainHorizons(made.frame, rowsWith({ wait: changed, followed }), learned, training);
  expect(other.model).toEqual(trained.model);
  expect(other.origins.map(({ curves }) => curves)).toEqual(trained.origins.map(({ curves }) => curves));
});

test("what happened after a past date changes nothing of what would have been delivered on it", () => {
  const { landmark, curves, timing } = trained.origins[0]!;
  const age = made.frame.landmark.map((at) => (landmark - at) / day);
  const wait = made.waits.wait.map((waited, row) =>
    waited < age[row]! ? waited : Math.max(age[row]!, 0) + 0.5,
  );
  const other = trainHorizons(made.frame, rowsWith({ ...made.waits, wait }), learned, training);
  expect(other.origins[0]).toMatchObject({ landmark, curves, timing });
});
