import { expect, test } from "vitest";
import { intervalScore, overChance, relative } from "../../bench/scoreboard/bars.js";

test("an interval that holds costs its width, and one that does not forty times the distance besides", () => {
  expect(intervalScore({ low: 0.4, high: 0.6, observed: 0.6 })).toBeCloseTo(0.2, 9);
  expect(intervalScore({ low: 0.4, high: 0.6, observed: 0.7 })).toBeCloseTo(4.2, 9);
  expect(intervalScore({ low: 0.4, high: 0.6, observed: 0.3 })).toBeCloseTo(4.2, 9);
});

test("of intervals that are right in so many cases, the narrowest has the least score", () => {
  const observed = Array.from({ length: 1000 }, (_, i) => i / 1000);
  const scoreOf = (cut: number) =>
    observed.reduce((sum, each) => sum + intervalScore({ low: cut, high: 1 - cut, observed: each }), 0);
  expect(scoreOf(0.025)).toBeLessThan(scoreOf(0.05));
  expect(scoreOf(0.025)).toBeLessThan(scoreOf(0));
});

test("numbers of people are a share of those who converted", () => {
  expect(relative({ expected: 90, low: 80, high: 120, converted: 100 })).toEqual({
    low: 0.8,
    high: 1.2,
    observed: 1,
  });
  expect(relative({ expected: 1, low: 0, high: 3, converted: 0 })).toEqual({ low: 0, high: 3, observed: 0 });
});

test("calibration is judged by what lies beyond chance, each task once", () => {
  const date = (ece: number, eceByChance: number) => ({ ours: { ece }, eceByChance });
  const bar = (tasks: Parameters<typeof overChance>[0]) => {
    const { isMet, text } = overChance(tasks);
    return { isMet, said: text.replace(/.*all dates: /, "") };
  };
  expect(bar([[date(0.022, 0.02)], [date(0.05, 0.045)]])).toEqual({
    isMet: true,
    said: "0.0035 beyond it; within it at 1 of 2 dates",
  });
  expect(bar([[date(0.03, 0.02), date(0.02, 0.02)], [date(0.05, 0.045)]])).toEqual({
    isMet: false,
    said: "0.0050 beyond it; within it at 1 of 3 dates",
  });
});
