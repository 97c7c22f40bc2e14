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

/** The day of the prediction, with the season that is expected then. */
const at = (season: number) => ({ landmark: 12, season, newest: 0 });

const swing = (landmark: number): number => (Math.floor(landmark / 3) % 2 === 0 ? 0.6 : -0.6);

test("scores that are right stay as they are", () => {
  expect(
    adjustmentFor(
      past(10, (s) => s),
      horizon,
      at(0),
    ),
  ).toEqual(uncalibrated);
});

test("a level that is always too high is moved most of the way, and never further than it was off", () => {
  const { map, shift } = adjustmentFor(
    past(10, (s) => s - 0.6),
    horizon,
    at(0),
  );
  expect(map.method).toBe("identity");
  expect(shift).toBeLessThan(-0.3);
  expect(shift).toBeGreaterThan(-0.7);
});

test("the level of the newest landmark is followed where too few past dates can judge a level, and nowhere else", () => {
  const today = { ...at(0), newest: -0.4 };
  const shiftAfter = (dates: number) =>
    adjustmentFor(
      past(dates, (s) => s),
      horizon,
      today,
    ).shift;
  expect([0, 1, 4, 5, 10].map(shiftAfter)).toEqual([-0.4, -0.4, -0.4, 0, 0]);
});

test("a level that was off on one date only is not followed", () => {
  expect(
    adjustmentFor(
      past(8, (s, landmark) => (landmark === 7 ? s - 1 : s)),
      horizon,
      at(0),
    ),
  ).toEqual(uncalibrated);
});

test("a level that goes up and down with the horizon is not followed", () => {
  const returning = past(12, (s, landmark) => s + swing(landmark));
  expect(adjustmentFor(returning, horizon, at(0))).toEqual(uncalibrated);
});

test("one earlier date is too few to earn an adjustment", () => {
  expect(
    adjustmentFor(
      past(4, (s) => s - 1),
      horizon,
      at(0),
    ),
  ).toEqual(uncalibrated);
  expect(adjustmentFor([], horizon, at(0))).toEqual(uncalibrated);
});

test("a season that came back every time is followed most of the way, and one that did not is not", () => {
  const returning = past(12, (s, landmark) => s + swing(landmark), swing);
  const { shift } = adjustmentFor(returning, horizon, at(0.5));
  expect(shift).toBeGreaterThan(0.4);
  expect(shift).toBeLessThanOrEqual(0.5);
  expect(
    adjustmentFor(
      past(12, (s) => s, swing),
      horizon,
      at(0.5),
    ),
  ).toEqual(uncalibrated);
});

test("a season that the scores know in part already is followed for the rest", () => {
  const known = past(12, (s, landmark) => s + swing(landmark) / 2, swing);
  const { shift } = adjustmentFor(known, horizon, at(0.6));
  expect(shift).toBeGreaterThan(0.2);
  expect(shift).toBeLessThan(0.4);
});

test("a season is not followed on a day of which no earlier year is known", () => {
  const returning = past(12, (s, landmark) => s + swing(landmark), swing);
  expect(adjustmentFor(returning, horizon, at(0))).toEqual(uncalibrated);
});

const day = 86_400;

/** A level that has been too high for years on the days of some quarters, and right on others. */
const highIn = (quarters: readonly number[]): DatedScores[] =>
  past(12, (s, landmark) => (quarters.includes(landmark % 4) ? s - 0.6 : s)).map((date) => ({
    ...date,
    landmark: date.landmark * 91 * day,
  }));

const shiftIn = (quarter: number, dates: readonly DatedScores[]): number =>
  adjustmentFor(dates, 91 * day, { landmark: (12 + quarter) * 91 * day, season: 0, newest: 0 }).shift;

test("a level that is off all year is followed, whatever the season", () => {
  for (const quarter of [0, 1, 2, 3]) expect(shiftIn(quarter, highIn([0, 1, 2, 3]))).toBeLessThan(-0.3);
});

test("errors of the newest dates are followed only if they lasted to dates of today's season", () => {
  expect(shiftIn(2, highIn([0, 1, 2]))).toBeLessThan(0);
  expect(shiftIn(3, highIn([0, 1, 2]))).toBe(0);
});

test("in a log whose past dates are all of other seasons, the level stays", () => {
  const dates = past(4, (s) => s - 0.6).map((date) => ({ ...date, landmark: date.landmark * 60 * day }));
  const shiftOn = (today: number) =>
    adjustmentFor(dates, 30 * day, { landmark: today * day, season: 0, newest: 0 }).shift;
  expect(shiftOn(210)).toBeLessThan(0);
  expect(shiftOn(270)).toBe(0);
});
