import { describe, expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import { eventDates } from "./event-dates.js";
import { endOfDay, lastRefit, nextRefit, refitOf } from "./refit.js";

const day = (text: string): number => Date.parse(text) / 1000;
const horizon = (days: number): number => days * secondsPerDay;

test("a model is fitted again twelve times in a horizon, at least monthly and at most daily", () => {
  const distance = (days: number) =>
    (nextRefit(day("2026-03-04T11:20:30Z"), horizon(days)) -
      lastRefit(day("2026-03-04T11:20:30Z"), horizon(days))) /
    secondsPerDay;
  expect([1, 7, 30, 60, 91, 365].map(distance)).toEqual([1, 1, 2, 5, 7, 30]);
});

test("all days between two refits have the same last refit", () => {
  const last = lastRefit(day("2026-03-04T11:20:30Z"), horizon(90));
  const next = nextRefit(last, horizon(90));
  expect(lastRefit(last, horizon(90))).toBe(last);
  expect(lastRefit(next - 1, horizon(90))).toBe(last);
  expect(lastRefit(next, horizon(90))).toBe(next);
  expect(last % secondsPerDay).toBe(1);
});

test("a log with dates alone ends one second after midnight, and its last day is learned from", () => {
  expect(lastRefit(day("2025-06-01T00:00:01Z"), horizon(7))).toBe(day("2025-06-01T00:00:01Z"));
  expect(lastRefit(day("2025-06-01T00:00:00Z"), horizon(7))).toBe(day("2025-05-31T00:00:01Z"));
});

describe("in a log of bills on the first of each month", () => {
  const from = day("2024-12-31T00:00:01Z");
  /** Whether a log up to an instant, with bills at noon, calls for a refit. */
  const refitOn = (now: string, horizonDays: number) => {
    const until = endOfDay(day(now));
    const events = Array.from({ length: (until - from) / secondsPerDay }, (_, d) =>
      new Date((from + d * secondsPerDay + secondsPerDay / 2) * 1000).getUTCDate() === 1 ? 9 : 0,
    );
    const { learnedThrough, refitAt } = refitOf(
      day(now),
      horizon(horizonDays),
      eventDates(events, from, 31),
      { from, events },
    );
    return [learnedThrough, refitAt].map((at) => new Date(at * 1000).toISOString().slice(0, 19));
  };

  test("the model knows the last bill, also on its day", () => {
    expect(refitOn("2025-06-01T14:00:00Z", 92)[0]).toBe("2025-06-01T14:00:00");
    expect(refitOn("2025-06-02T00:00:01Z", 92)[0]).toBe("2025-06-02T00:00:01");
  });

  test("it is fitted again twelve times between two bills, however long the horizon", () => {
    expect(refitOn("2025-06-15T14:00:00Z", 92)).toEqual(["2025-06-15T00:00:01", "2025-06-17T00:00:01"]);
    expect(refitOn("2025-06-15T14:00:00Z", 365)).toEqual(refitOn("2025-06-15T14:00:00Z", 92));
  });
});

describe("where the season turns", () => {
  const from = day("2019-12-31T00:00:01Z");
  const until = day("2023-03-01T12:00:00Z");

  /** Days of the refits in a winter, of a log with so many events on each day of a year, and more by `turn`. */
  const refitsOf = (turn: (day: Date) => number, horizonDays: number, perDay = 20): string[] => {
    const events = Array.from({ length: (endOfDay(until) - from) / secondsPerDay }, (_, d) => {
      const date = new Date((from + d * secondsPerDay + secondsPerDay / 2) * 1000);
      return turn(date) + Math.round(perDay + (perDay / 10) * Math.sin(7 * d));
    });
    const days = new Set<string>();
    for (let now = day("2022-11-20T12:00:00Z"); now < until; now += secondsPerDay) {
      const known = events.slice(0, (endOfDay(now) - from) / secondsPerDay);
      const { learnedThrough } = refitOf(now, horizon(horizonDays), null, { from, events: known });
      expect(learnedThrough).toBeLessThanOrEqual(now);
      days.add(new Date(learnedThrough * 1000).toISOString().slice(0, 10));
    }
    return [...days];
  };
  const christmas = (date: Date) => (date.getUTCMonth() === 11 && date.getUTCDate() > 24 ? 80 : 0);

  test("a model that looks a year ahead is fitted again while many buy, and at the end of the year knows it", () => {
    expect(refitsOf(() => 0, 365).length).toBeLessThanOrEqual(5);
    const refits = refitsOf(christmas, 365);
    expect(refits.length).toBeLessThanOrEqual(12);
    expect(refits.filter((refit) => refit <= "2022-12-31").at(-1)! >= "2022-12-29").toBe(true);
  });

  test("so is one whose horizon ends where many bought the year before", () => {
    const refits = refitsOf(christmas, 30);
    expect(refits.length).toBeGreaterThan(refitsOf(() => 0, 30).length);
  });

  test("a log that is closed on Sundays is fitted again as often as any", () => {
    const closed = (date: Date) => (date.getUTCDay() === 0 ? -20 : 4);
    expect(refitsOf(closed, 91)).toEqual(refitsOf(() => 0, 91));
  });

  test("chance alone turns nothing", () => {
    const isEven = (date: Date) => Math.floor(1e4 * Math.abs(Math.sin(date.getTime() / 1e7))) % 2 === 0;
    expect(refitsOf((date) => (isEven(date) ? 1 : 0), 91, 0).length).toBeLessThanOrEqual(17);
  });
});
