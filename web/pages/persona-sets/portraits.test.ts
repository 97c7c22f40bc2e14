import { expect, test } from "vitest";
import { differenceText, largestDifferences } from "./portraits.js";

const of = (difference: number) => ({ name: "n", literate: "n", value: 1, average: 2, difference });

test("a difference is described by its direction and size", () => {
  expect([-1.2, -0.6, -0.2, 0.05, 0.3, 0.7, 2].map((difference) => differenceText({ difference }))).toEqual([
    "far below",
    "well below",
    "slightly below",
    "about",
    "slightly above",
    "well above",
    "far above",
  ]);
});

test("small differences are left out, unless there are no others", () => {
  expect(largestDifferences([of(-0.7), of(0.05)])).toEqual([of(-0.7)]);
  expect(largestDifferences([of(0.05)])).toEqual([of(0.05)]);
});
