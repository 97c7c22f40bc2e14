import { expect, test } from "vitest";
import { sigmoid } from "../numeric/logit.js";
import { seededRandom } from "../numeric/random.js";
import { levelErrors, scoreOrigins } from "./rolling-origin.js";
import type { LabelledFrame } from "./rows.js";

const horizon = 3;
const options = { rfm: [0], visits: [], horizonDays: 90, seed: 1 };
const identity = { method: "identity" } as const;

/** One feature that tells, and a level of each landmark that nothing tells. */
const panel = (levels: number[], people = 800): LabelledFrame => {
  const random = seededRandom(4);
  const rows = people * levels.length;
  const landmark = Float64Array.from({ length: rows }, (_, i) => Math.floor(i / people));
  const feature = Float32Array.from({ length: rows }, () => random());
  const label = Uint8Array.from(feature, (x, i) =>
    random() < sigmoid(-2 + 2 * x + levels[landmark[i]!]!) ? 1 : 0,
  );
  const personId = BigInt64Array.from({ length: rows }, (_, i) => BigInt(i % people));
  return { rows, personId, landmark, label, names: ["feature"], columns: [feature] };
};

const errorsOf = (levels: number[]) => {
  const rolled = scoreOrigins(
    { names: ["constant", "logistic"], sizes: [0, 0] },
    panel(levels),
    horizon,
    options,
  );
  return { rolled, errors: levelErrors(rolled, [0, 1], identity) };
};

test("at each origin the error is the level met less the mean level learned", () => {
  const { errors } = errorsOf([0, 0, 0, 0.8, 0.8, 0.8]);
  expect(errors.map(({ landmark }) => landmark)).toEqual([3, 4, 5]);
  for (const { error, variance } of errors)
    expect(Math.abs(error - 0.8)).toBeLessThan(3 * Math.sqrt(variance) + 0.1);
});

test("nothing that ends after an origin is learned there", () => {
  const { rolled } = errorsOf([0, 0, 0, 0, 0, 0]);
  const { rolled: moved } = errorsOf([0, 0, 0, 0, 0, 3]);
  expect(moved.origins[0]!.future.scores).toEqual(rolled.origins[0]!.future.scores);
  expect(moved.origins.at(-1)!.future.scores).toEqual(rolled.origins.at(-1)!.future.scores);
  expect(moved.origins.at(-1)!.future.label).not.toEqual(rolled.origins.at(-1)!.future.label);
});

test("of many origins a few are taken evenly, the newest among them", () => {
  const { errors } = errorsOf(Array(18).fill(0));
  expect(errors).toHaveLength(6);
  expect(errors.at(-1)!.landmark).toBe(17);
});

test("without a past long enough there are no origins", () => {
  expect(errorsOf([0, 0]).errors).toEqual([]);
  expect(scoreOrigins({ names: ["constant"], sizes: [0] }, panel([0]), 0, options).origins).toEqual([]);
});
