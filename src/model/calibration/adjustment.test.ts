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
  seasonOf: (landmark: number) => number = () => 0,
  rows = 2000,
): DatedScores[] => {
  const random = seededRandom(2);
  return Array.from({ length: landmarks }, (_, landmark) => {
    const raw = Float64Array.from({ length: rows }, () => 6 * random() - 3);
    const label = Uint8Array.from(raw, (s) => (random() < sigmoid(truth(s, landmark)) ? 1 : 0));
    return { landmark, season: seasonOf(landmark), raw, label };
  });
};

const swing = (landmark: number): number => (Math.floor(landmark / 3) % 2 === 0 ? 0.6 : -0.6);

test("scores that are right stay as they are", () => {
  expect(
    adjustmentFor(
      past(10, (s) => s),
      horizon,
      0,
    ),
  ).toEqual(uncalibrated);
});

test("a level that is always too high is moved most of the way, and never further than it was off", () => {
  const { map, shift } = adjustmentFor(
    past(10, (s) => s - 0.6),
    horizon,
    0,
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
      0,
    ),
  ).toEqual(uncalibrated);
});

test("a level that goes up and down with the horizon is not followed", () => {
  const returning = past(12, (s, landmark) => s + swing(landmark));
  expect(adjustmentFor(returning, horizon, 0)).toEqual(uncalibrated);
});

test("one earlier date is too few to earn an adjustment", () => {
  expect(
    adjustmentFor(
      past(4, (s) => s - 1),
      horizon,
      0,
    ),
  ).toEqual(uncalibrated);
  expect(adjustmentFor([], horizon, 0)).toEqual(uncalibrated);
});

test("a season that came back every time is followed most of the way, and one that did not is not", () => {
  const returning = past(12, (s, landmark) => s + swing(landmark), swing);
  const { shift } = adjustmentFor(returning, horizon, 0.5);
  expect(shift).toBeGreaterThan(0.4);
  expect(shift).toBeLessThanOrEqual(0.5);
  expect(
    adjustmentFor(
      past(12, (s) => s, swing),
      horizon,
      0.5,
    ),
  ).toEqual(uncalibrated);
});

test("a season that the scores know in part already is followed for the rest", () => {
  const known = past(12, (s, landmark) => s + swing(landmark) / 2, swing);
  const { shift } = adjustmentFor(known, horizon, 0.6);
  expect(shift).toBeGreaterThan(0.2);
  expect(shift).toBeLessThan(0.4);
});

test("a season is not followed on a day of which no earlier year is known", () => {
  const returning = past(12, (s, landmark) => s + swing(landmark), swing);
  expect(adjustmentFor(returning, horizon, 0)).toEqual(uncalibrated);
});
