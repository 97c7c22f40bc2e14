import fc from "fast-check";
import { expect, test } from "vitest";
import { landmarks } from "./landmarks.js";
import { secondsPerDay } from "./resource.js";

/** Landmarks as days since the oldest event. */
const daysOf = (historyDays: number, horizonDays: number): number[] =>
  landmarks(0, historyDays * secondsPerDay, horizonDays * secondsPerDay).map((at) => at / secondsPerDay);

test.each<[string, number, number, number[]]>([
  ["15 months, a quarter ahead", 455, 91, [54, 85, 116, 147, 178, 209, 240, 271, 302, 333, 364]],
  ["9 months, a quarter ahead: one generation before the test", 273, 91, [58, 89, 120, 151, 182]],
  [
    "two years, 60 days ahead",
    735,
    60,
    [67, 105, 143, 181, 219, 257, 295, 333, 371, 409, 447, 485, 523, 561, 599, 637, 675],
  ],
  [
    "a year, a month ahead",
    365,
    30,
    [47, 65, 83, 101, 119, 137, 155, 173, 191, 209, 227, 245, 263, 281, 299, 317, 335],
  ],
  ["a year, a quarter ahead", 365, 91, [57, 88, 119, 150, 181, 212, 243, 274]],
  ["a year, half a year ahead: no room for a generation before the test", 365, 182, [122, 183]],
  ["a quarter, a week ahead", 90, 7, [34, 41, 48, 55, 62, 69, 76, 83]],
  ["two months, a month ahead: the test alone", 60, 30, [30]],
  ["two months less a day, a month ahead: nothing to learn from", 59, 30, []],
  ["as long as the horizon", 30, 30, []],
])("%s", (_, historyDays, horizonDays, expected) => {
  expect(daysOf(historyDays, horizonDays)).toEqual(expected);
});

test("only the last two of ten years of history are used", () => {
  const days = daysOf(3650, 30);
  expect(days.length).toBeGreaterThan(8);
  expect(days.at(-1)).toBe(3620);
  expect(days[0]).toBeGreaterThanOrEqual(3620 - 730);
});

const history = fc.integer({ min: 0, max: 4000 });
const horizon = fc.integer({ min: 1, max: 800 });

test("every label window has ended, every landmark has a history, and landmarks are at least a third of a horizon apart", () => {
  fc.assert(
    fc.property(history, horizon, (historyDays, horizonDays) => {
      const days = daysOf(historyDays, horizonDays);
      expect(days.length).toBeLessThanOrEqual(18);
      for (const [i, day] of days.entries()) {
        expect(day + horizonDays).toBeLessThanOrEqual(historyDays);
        expect(day).toBeGreaterThanOrEqual(Math.max(30, horizonDays / 2));
        if (i > 0) expect(day - days[i - 1]!).toBeGreaterThanOrEqual(Math.max(7, horizonDays / 3));
      }
    }),
  );
});

test("with two more weeks of history, a landmark's label window ends before the newest landmark", () => {
  fc.assert(
    fc.property(history, horizon, (historyDays, horizonDays) => {
      const room = historyDays - 2 * horizonDays - Math.max(30, horizonDays / 2);
      const days = daysOf(historyDays, horizonDays);
      if (room >= 14) expect(days[0]! + horizonDays).toBeLessThanOrEqual(days.at(-1)!);
    }),
  );
});
