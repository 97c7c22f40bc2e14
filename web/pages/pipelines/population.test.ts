import { expect, test } from "vitest";
import { populationBounds } from "./population.js";

test("one cohort is as large as it is", () => {
  expect(populationBounds([1336], [])).toEqual({ min: 1336, max: 1336 });
});

test("several cohorts may overlap fully or not at all", () => {
  expect(populationBounds([10, 4], [])).toEqual({ min: 10, max: 14 });
});

test("excluded people may or may not be among them", () => {
  expect(populationBounds([10], [4])).toEqual({ min: 6, max: 10 });
  expect(populationBounds([10], [40])).toEqual({ min: 0, max: 10 });
});

test("the size is unknown while a cohort is not counted", () => {
  expect(populationBounds([10, undefined], [])).toBeUndefined();
  expect(populationBounds([], [])).toBeUndefined();
});
