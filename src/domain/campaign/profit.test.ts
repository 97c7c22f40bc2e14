import { expect, test } from "vitest";
import { profitCurve, profitOf } from "./profit.js";

const points = [
  { people: 100, expected: 30, low: 20, high: 40 },
  { people: 200, expected: 45, low: 30, high: 60 },
  { people: 400, expected: 55, low: 38, high: 72 },
];

test("the best cut-off is where one more contact costs as much as it brings", () => {
  const { best, points: curve } = profitCurve(points, { worth: 20, costPerContact: 2 });
  expect(curve).toEqual([
    { people: 0, profit: 0, low: 0, high: 0 },
    { people: 100, profit: 400, low: 200, high: 600 },
    { people: 200, profit: 500, low: 200, high: 800 },
    { people: 400, profit: 300, low: -40, high: 640 },
  ]);
  expect(best.people).toBe(200);
});

test("nobody is contacted where every contact costs more than it brings", () => {
  expect(profitCurve(points, { worth: 5, costPerContact: 2 }).best).toMatchObject({
    people: 0,
    profit: 0,
  });
});

test("contacts that cost nothing reach everyone, and equal profits the fewest", () => {
  expect(profitCurve(points, { worth: 1, costPerContact: 0 }).best.people).toBe(400);
  const flat = points.map((point) => ({ ...point, expected: 30 }));
  expect(profitCurve(flat, { worth: 1, costPerContact: 0 }).best.people).toBe(100);
});

test("without an interval of the expected number there is none of the profit", () => {
  const terms = { worth: 10, costPerContact: 1 };
  expect(profitOf({ people: 10, expected: 3 }, terms)).toEqual({ people: 10, profit: 20 });
});
