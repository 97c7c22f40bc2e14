import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { levelErrors, scoreOrigins } from "./rolling-origin.js";
import type { LabelledFrame } from "./rows.js";

const horizon = 3;
const options = { rfm: [0], visits: [], horizonDays: 90, seed: 1 };
const identity = { method: "identity" } as const;

/** One predictive feature, and an unpredictable level of each landmark. */
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
  const scored = scoreOrigins(
    { names: ["constant", "logistic"], sizes: [0, 0] },
    panel(levels),
    horizon,
    options,
  );
  return { scored, errors: levelErrors(scored, [0, 1], identity) };
};

test("the error at each origin is its level minus the mean level of the past", () => {
  const { errors } = errorsOf([0, 0, 0, 0.8, 0.8, 0.8]);
  expect(errors.map(({ landmark }) => landmark)).toEqual([3, 4, 5]);
  for (const { error, variance } of errors)
    expect(Math.abs(error - 0.8)).toBeLessThan(3 * Math.sqrt(variance) + 0.1);
});

test("labels that end after an origin do not affect its scores", () => {
  const { scored } = errorsOf([0, 0, 0, 0, 0, 0]);
  const { scored: moved } = errorsOf([0, 0, 0, 0, 0, 3]);
  expect(moved.origins[0]!.future.scores).toEqual(scored.origins[0]!.future.scores);
  expect(moved.origins.at(-1)!.future.scores).toEqual(scored.origins.at(-1)!.future.scores);
  expect(moved.origins.at(-1)!.future.label).not.toEqual(scored.origins.at(-1)!.future.label);
});

test("a few of many origins are chosen evenly, including the newest", () => {
  const { errors } = errorsOf(Array(18).fill(0));
  expect(errors).toHaveLength(6);
  expect(errors.at(-1)!.landmark).toBe(17);
});

test("a short history has no origins", () => {
  expect(errorsOf([0, 0]).errors).toEqual([]);
  expect(scoreOrigins({ names: ["constant"], sizes: [0] }, panel([0]), 0, options).origins).toEqual([]);
});
