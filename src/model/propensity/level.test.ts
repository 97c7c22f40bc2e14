import { expect, test } from "vitest";
import { foretell } from "./level.js";

/** Landmarks a month apart, foretold two months on. */
const after = (...levels: number[]) =>
  foretell(
    levels.map((level, month) => ({ landmark: month, level })),
    2,
  );

test("a level that keeps falling is foretold as it is now", () => {
  expect(after(0.7, 0.5, 0.3, 0.1, -0.1, -0.3, -0.5, -0.7)).toBeLessThan(-0.6);
});

test("a level that always returns is foretold as usual", () => {
  expect(Math.abs(after(0.4, 0.4, -0.4, -0.4, 0.4, 0.4, -0.4, -0.4))).toBeLessThan(0.12);
});

test("without a past, now and usual count alike", () => {
  expect(after(0, 1)).toBeCloseTo(0.75, 12);
});

test("one landmark foretells itself", () => {
  expect(after(0.3)).toBeCloseTo(0.3, 12);
});
