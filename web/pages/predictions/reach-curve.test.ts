import { expect, test } from "vitest";
import { reachedAt, usualReach } from "./reach-curve.js";

const points = [
  { people: 100, expected: 30, low: 20, high: 40 },
  { people: 300, expected: 50, low: 30, high: 70 },
];

test("between two points it is linear", () => {
  expect(reachedAt(points, 200)).toEqual({ people: 200, expected: 40, low: 25, high: 55 });
  expect(reachedAt(points, 50)).toEqual({ people: 50, expected: 15, low: 10, high: 20 });
});

test("at a point it is the point, and beyond the last it is everyone", () => {
  expect(reachedAt(points, 100)).toEqual(points[0]);
  expect(reachedAt(points, 0)).toMatchObject({ people: 0, expected: 0 });
  expect(reachedAt(points, 900)).toEqual(points[1]);
});

test("without bounds at a neighbour there are none", () => {
  expect(reachedAt([{ people: 10, expected: 4 }], 5)).toEqual({ people: 5, expected: 2 });
});

test("the first reach is a tenth", () => {
  expect([usualReach(4000), usualReach(7), usualReach(0)]).toEqual([400, 1, 0]);
});
