import { expect, test } from "vitest";
import { lastRefit, nextRefit } from "./refit.js";
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
  expect(last % secondsPerDay).toBe(0);
});
