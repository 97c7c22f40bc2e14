import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { adjustmentFor, type DatedScores } from "./adjustment.js";
import { uncalibrated } from "./calibration.js";

const horizon = 3;

/** Scores at landmarks 0, 1, …, whose true log-odds are a function of them and of the landmark. */
const past = (
  landmarks: number,
  truth: (raw: number, landmark: number) => number,
  rows = 2000,
): DatedScores[] => {
  const random = seededRandom(2);
  return Array.from({ length: landmarks }, (_, landmark) => {
    const raw = Float64Array.from({ length: rows }, () => 6 * random() - 3);
    const label = Uint8Array.from(raw, (s) => (random() < sigmoid(truth(s, landmark)) ? 1 : 0));
    return { landmark, raw, label };
  });
};

test("scores that are right stay as they are", () => {
  expect(
    adjustmentFor(
      past(10, (s) => s),
      horizon,
    ),
  ).toEqual(uncalibrated);
});

test("a level that is always too high is moved most of the way, and never further than it was off", () => {
  const { map, shift } = adjustmentFor(
    past(10, (s) => s - 0.6),
    horizon,
  );
  expect(map.method).toBe("identity");
  expect(shift).toBeLessThan(-0.3);
  expect(shift).toBeGreaterThan(-0.7);
});

test("a level that was off on one date only is not followed", () => {
  expect(
    adjustmentFor(
      past(8, (s, landmark) => (landmark === 7 ? s - 1 : s)),
      horizon,
    ),
  ).toEqual(uncalibrated);
});

test("a level that goes up and down with the horizon is not followed", () => {
  const swing = (s: number, landmark: number) => s + (Math.floor(landmark / 3) % 2 === 0 ? 0.6 : -0.6);
  expect(adjustmentFor(past(12, swing), horizon)).toEqual(uncalibrated);
});

test("one earlier date is too few to earn an adjustment", () => {
  expect(
    adjustmentFor(
      past(4, (s) => s - 1),
      horizon,
    ),
  ).toEqual(uncalibrated);
  expect(adjustmentFor([], horizon)).toEqual(uncalibrated);
});
