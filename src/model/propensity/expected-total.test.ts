import { expect, test } from "vitest";
import { levelMargin, totalInterval } from "./expected-total.js";

test("with a known level, the interval is that of a count", () => {
  const { low, high } = totalInterval({ people: 1000, expected: 100, variance: 90 }, 0);
  expect(low).toBeCloseTo(100 - 1.96 * Math.sqrt(90), 2);
  expect(high).toBeCloseTo(100 + 1.96 * Math.sqrt(90), 2);
});

test("with many people, the interval is that of the level", () => {
  const { low } = totalInterval({ people: 1e8, expected: 1e7, variance: 9e6 }, 0.2);
  expect(low / 1e7).toBeCloseTo(1 - 0.2 * 0.9, 3);
});

test("the interval stays between 0 and all people", () => {
  expect(totalInterval({ people: 3, expected: 1, variance: 0.6 }, 0.5)).toEqual({
    low: 0,
    high: expect.any(Number),
  });
  expect(totalInterval({ people: 3, expected: 2.5, variance: 0.6 }, 0.5).high).toBe(3);
  expect(totalInterval({ people: 0, expected: 0, variance: 0 }, 0.5)).toEqual({ low: 0, high: 0 });
});

test("errors widen the margin, a long past without errors narrows it, and chance does not count", () => {
  const cases = (count: number, error: number, chance = 0) =>
    levelMargin(Array.from({ length: count }, () => ({ error, variance: chance, weight: 1 })));
  expect(cases(0, 0)).toBeGreaterThan(cases(10, 0));
  expect(cases(10, 0.3)).toBeGreaterThan(2 * cases(10, 0.1));
  expect(cases(10, 0.3, 0.09)).toBeCloseTo(cases(10, 0), 12);
});
