import { expect, test } from "vitest";
import { intervalScore, relative } from "../../bench/scoreboard/bars.js";

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
