import { expect, test } from "vitest";
import { populationBounds } from "./population.js";

test("one cohort is as large as it is", () => {
  expect(populationBounds([1336], [])).toEqual({ fewest: 1336, most: 1336 });
});

test("of several, all may be in the largest, or nobody in two", () => {
  expect(populationBounds([10, 4], [])).toEqual({ fewest: 10, most: 14 });
});

test("who is left out may be among them, or not", () => {
  expect(populationBounds([10], [4])).toEqual({ fewest: 6, most: 10 });
  expect(populationBounds([10], [40])).toEqual({ fewest: 0, most: 10 });
});

test("nothing is said while a cohort is not counted", () => {
  expect(populationBounds([10, undefined], [])).toBeUndefined();
  expect(populationBounds([], [])).toBeUndefined();
});
