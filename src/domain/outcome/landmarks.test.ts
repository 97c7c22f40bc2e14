import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import { eventDates } from "./event-dates.js";
import { landmarks, nearLandmarksFor, neededDays, newerLandmarks, stepDays } from "./landmarks.js";

/** Landmarks as days since the oldest event; quiet periods as days, the end exclusive. */
const daysOf = (historyDays: number, horizonDays: number, quiet: [number, number][] = []): number[] =>
  landmarks(0, historyDays * secondsPerDay, horizonDays * secondsPerDay, {
    quiet: quiet.map(([from, until]) => ({ from: from * secondsPerDay, until: until * secondsPerDay })),
    dates: null,
  }).map((at) => at / secondsPerDay);

test.each<[string, number, number, number[]]>([
  ["15 months, a quarter ahead", 455, 91, [59, 90, 120, 151, 181, 212, 242, 273, 303, 334, 364]],
  ["9 months, a quarter ahead: one generation before the test", 273, 91, [58, 89, 120, 151, 182]],
  ["a year, half a year ahead: no room for a generation before the test", 365, 182, [122, 183]],
  ["a quarter, a week ahead", 90, 7, [34, 41, 48, 55, 62, 69, 76, 83]],
  ["two months, a month ahead: the test alone", 60, 30, [30]],
  ["two months less a day, a month ahead: nothing to learn from", 59, 30, []],
  ["as long as the horizon", 30, 30, []],
])("%s", (_, historyDays, horizonDays, expected) => {
  expect(daysOf(historyDays, horizonDays)).toEqual(expected);
});

test.each([1, 7, 30, 61, 90, 365])(
  "a history of the days that it needs has a landmark, %i days ahead",
  (horizon) => {
    expect(daysOf(neededDays(horizon), horizon)).toHaveLength(1);
    expect(daysOf(neededDays(horizon) - 1, horizon)).toEqual([]);
  },
);

test("landmarks are dense near now and sparse further back", () => {
  const days = daysOf(3650, 30);
  const gaps = days.slice(1).map((day, i) => day - days[i]!);
  expect(days.at(-1)).toBe(3620);
  expect(Math.max(...gaps.slice(-9))).toBeLessThanOrEqual(11);
  expect(days[0]).toBeLessThan(3650 - 2 * 365);
});

test("more landmarks are near now where few people have a label at each", () => {
  expect([5000, 200, 100, 20, 1, 0].map(nearLandmarksFor)).toEqual([10, 10, 20, 100, 100, 100]);
  const [now, horizon] = [3650 * secondsPerDay, 30 * secondsPerDay];
  const usual = landmarks(0, now, horizon);
  const dense = landmarks(0, now, horizon, undefined, 60);
  expect(usual).toHaveLength(24);
  expect(dense.length).toBeGreaterThan(60);
  expect(dense.slice(-10)).toEqual(usual.slice(-10));
  const gaps = dense.slice(-60).map((at, i, all) => (i === 0 ? 0 : at - all[i - 1]!));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(11 * secondsPerDay);
});

test("the same days of the two years before are among them", () => {
  const days = daysOf(3650, 30);
  for (const years of [1, 2])
    expect(Math.min(...days.map((day) => Math.abs(3650 - years * 365.25 - day)))).toBeLessThanOrEqual(5);
});

test.each([30, 45, 60, 90, 91, 100, 182, 365])(
  "today's day of earlier years is a landmark, %i days ahead",
  (horizon) => {
    const days = daysOf(2000, horizon);
    for (const ago of [365, 731]) if (ago >= horizon) expect(days).toContain(2000 - ago);
  },
);

test("the near landmarks' days of the year before are among them, so that past dates show whether a season comes back", () => {
  const days = daysOf(1400, 60);
  for (const ago of [60, 100, 140, 180, 220])
    expect(Math.min(...days.map((day) => Math.abs(1400 - ago - 365.25 - day)))).toBeLessThanOrEqual(10);
});

test("no landmark looks forward into a quiet period, and one may look back on it", () => {
  const quiet: [number, number][] = [
    [30, 365],
    [395, 730],
  ];
  const days = daysOf(760, 7, quiet);
  expect(days.length).toBeGreaterThanOrEqual(3);
  for (const day of days)
    for (const [from, until] of quiet) expect(day + 7 <= from || day >= until, `day ${day}`).toBe(true);
  expect(daysOf(760, 15, quiet)).toEqual([367, 374, 731, 738, 745]);
});

describe("in a log of bills on the first of each month", () => {
  const instant = (day: string): number => Date.parse(day) / 1000;
  const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

  /** The log until the end of a day, and its landmarks as days. */
  const billedUntil = (today: string, horizonDays: number) => {
    const from = instant("2023-01-01");
    const until = instant(today) + secondsPerDay;
    const events = Array.from({ length: (until - from) / secondsPerDay }, (_, day) =>
      new Date((from + day * secondsPerDay) * 1000).getUTCDate() === 1 ? 600 : 0,
    );
    const horizonSeconds = horizonDays * secondsPerDay;
    const dates = eventDates(events, from, stepDays(horizonSeconds));
    return { from, until, horizonSeconds, days: { quiet: [], dates } };
  };
  const landmarksOn = (today: string, horizonDays: number): string[] => {
    const { from, until, horizonSeconds, days } = billedUntil(today, horizonDays);
    return landmarks(from, until, horizonSeconds, days).map(dayOf);
  };

  test.each<[string, number, string[]]>([
    ["2025-06-01", 31, ["2025-02-02", "2025-03-02", "2025-04-02", "2025-05-02"]],
    ["2025-06-15", 31, ["2025-02-16", "2025-03-16", "2025-04-16", "2025-05-16"].map((day) => day)],
    ["2025-06-01", 62, ["2024-12-02", "2025-01-02", "2025-02-02", "2025-03-02"]],
    ["2025-06-01", 92, ["2024-12-02", "2025-01-02", "2025-02-02", "2025-03-02"]],
  ])("landmarks lie as long after a bill as %s does, %i days ahead", (today, horizonDays, newest) => {
    expect(landmarksOn(today, horizonDays).slice(-4)).toEqual(newest);
  });

  test("30 days from 1 June have a bill, so landmarks are those of months whose 30 days have one", () => {
    const months = landmarksOn("2025-06-01", 30).map((day) => day.slice(5, 7));
    expect(new Set(months)).toEqual(new Set(["02", "04", "06", "09", "11"]));
  });

  test("30 days from 1 May have none, and landmarks are those of all months", () => {
    expect(landmarksOn("2025-05-01", 30).slice(-3)).toEqual(["2025-02-02", "2025-03-02", "2025-04-02"]);
  });

  test("a shorter horizon has newer landmarks, which lie as long after a bill", () => {
    const { until, horizonSeconds, days } = billedUntil("2025-06-01", 92);
    const shorterSeconds = 31 * secondsPerDay;
    const newest = instant("2025-03-02");
    expect(newerLandmarks(newest, until, { horizonSeconds, shorterSeconds }, days).map(dayOf)).toEqual([
      "2025-04-02",
      "2025-05-02",
    ]);
  });
});

const history = fc.integer({ min: 0, max: 4000 });
const horizon = fc.integer({ min: 1, max: 800 });

test("every label window has ended, every landmark has a history, and landmarks are at least a third of a horizon apart", () => {
  fc.assert(
    fc.property(history, horizon, (historyDays, horizonDays) => {
      const days = daysOf(historyDays, horizonDays);
      expect(days.length).toBeLessThanOrEqual(24);
      for (const [i, day] of days.entries()) {
        expect(day + horizonDays).toBeLessThanOrEqual(historyDays);
        expect(day).toBeGreaterThanOrEqual(Math.max(30, horizonDays / 2));
        if (i > 0)
          expect(day - days[i - 1]!).toBeGreaterThanOrEqual(Math.max(7, Math.floor(horizonDays / 3)));
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
