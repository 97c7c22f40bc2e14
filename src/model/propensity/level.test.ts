import { expect, test } from "vitest";
import { foretell } from "./level.js";

/** Landmarks a month apart, foretold two months on. */
const after = (...levels: number[]) =>
  foretell(
    levels.map((level, month) => ({ landmark: month, level })),
    2,
  );

test("a level that keeps falling is foretold near where it is now", () => {
  expect(after(0.7, 0.5, 0.3, 0.1, -0.1, -0.3, -0.5, -0.7)).toBeLessThan(-0.5);
});

test("one fall after a quiet past is foretold to pass", () => {
  expect(after(0.1, 0.1, 0.05, 0, -0.25)).toBeGreaterThan(-0.1);
});

test("a level that always returns is foretold as usual", () => {
  expect(Math.abs(after(0.4, 0.4, -0.4, -0.4, 0.4, 0.4, -0.4, -0.4))).toBeLessThan(0.12);
});

test("without a past, the usual is foretold", () => {
  expect(after(0, 1)).toBeCloseTo(0.5, 12);
});

test("one landmark foretells itself", () => {
  expect(after(0.3)).toBeCloseTo(0.3, 12);
});
