import { describe, expect, test } from "vitest";
import { eventDates } from "./event-dates.js";
import { endOfDay, lastRefit, nextRefit, refitOf } from "./refit.js";
import { secondsPerDay } from "./resource.js";

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
  /** Of a log up to an instant, with bills at noon. */
  const refitOn = (now: string, horizonDays: number) => {
    const until = endOfDay(day(now));
    const events = Array.from({ length: (until - from) / secondsPerDay }, (_, d) =>
      new Date((from + d * secondsPerDay + secondsPerDay / 2) * 1000).getUTCDate() === 1 ? 9 : 0,
    );
    const { learnedThrough, refitAt } = refitOf(day(now), horizon(horizonDays), eventDates(events, from, 31));
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
