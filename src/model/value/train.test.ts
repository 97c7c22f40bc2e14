import { expect, test } from "vitest";
import type { Frame } from "../../domain/outcome/frame.js";
import { seededRandom } from "../numeric/random.js";
import { predictPropensity } from "../propensity/model.js";
import { trainPropensity } from "../propensity/train.js";
import { logNormal } from "./fixtures.js";
import { valueScores } from "./metrics.js";
import { givenGoal } from "./model.js";
import { trainValue } from "./train.js";

const day = 86_400;
const horizonSeconds = 30 * day;

/** Every person at every landmark, 30 days apart: a rate decides who buys, a taste how much. */
const shop = (people: number, landmarks: number, seed: number) => {
  const random = seededRandom(seed);
  const rows = people * landmarks;
  const rate = Float32Array.from({ length: people }, () => random());
  const taste = Float32Array.from({ length: people }, () => 10 + 90 * random());
  const of = (values: Float32Array) => Float32Array.from({ length: rows }, (_, row) => values[row % people]!);
  const label = Uint8Array.from({ length: rows }, (_, row) => (random() < rate[row % people]! ** 2 ? 1 : 0));
  const value = Float64Array.from(label, (y, row) => y * taste[row % people]! * logNormal(random, 0.6));
  const frame: Frame = {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row % people)),
    landmark: Float64Array.from({ length: rows }, (_, row) => 1e9 + 30 * day * Math.floor(row / people)),
    label,
    names: ["rate", "taste"],
    columns: [of(rate), of(taste)],
  };
  return { frame, value };
};

const training = { horizonSeconds, seed: 1, visits: [], purchases: [] };
const trained = ({ frame, value }: ReturnType<typeof shop>) => {
  const learned = trainPropensity(frame, { horizonSeconds, seed: 1, rfmFeatures: [] });
  return { learned, ...trainValue(frame, value, learned, training) };
};

test("expected amounts of other people rank them and sum to what they spend", () => {
  const { learned, model, blend } = trained(shop(800, 6, 1));
  const fresh = shop(4000, 1, 2);
  const probability = predictPropensity(learned.model, fresh.frame);
  const given = givenGoal(model, fresh.frame.columns, fresh.frame.rows);
  const scores = valueScores(
    probability.map((p, i) => p * given[i]!),
    fresh.value,
  );
  expect(Object.keys(blend)).not.toContain("average");
  expect(scores.expected / scores.observed).toBeGreaterThan(0.93);
  expect(scores.expected / scores.observed).toBeLessThan(1.07);
  expect(scores.gini).toBeGreaterThan(0.5);
  expect(scores.decile_error).toBeLessThan(0.12);
});

test("what happens after the test's day cannot move what was expected on it", () => {
  const honest = shop(400, 6, 3);
  const newest = 1e9 + 150 * day;
  const leaky = honest.value.map((y, row) =>
    honest.frame.landmark[row]! + horizonSeconds > newest ? 7 * y : y,
  );
  const before = trained(honest).origins.at(-1)!;
  const after = trained({ ...honest, value: leaky }).origins.at(-1)!;
  expect(after.given).toEqual(before.given);
  expect(after.observed).not.toEqual(before.observed);
});

test("the same rows and seed give the same model", () => {
  const small = shop(300, 5, 4);
  expect(trained(small).model).toEqual(trained(small).model);
});

test("a history too short for a later date is tested on other people", () => {
  const { origins, model } = trained(shop(900, 1, 5));
  expect(origins).toHaveLength(1);
  expect(model.levelMargin).toBeGreaterThan(0.5);
});

test("amounts that nothing explains have the average", () => {
  const { frame } = shop(500, 6, 6);
  const random = seededRandom(9);
  const value = Float64Array.from(frame.label!, (y) => y * 40 * logNormal(random, 0.7));
  const { model } = trained({ frame, value });
  const given = givenGoal(model, frame.columns, frame.rows);
  for (const m of given.slice(0, 500)) expect(Math.abs(Math.log(m / 40))).toBeLessThan(0.3);
});
