import { expect, test } from "vitest";
import { reasonsOf } from "./reasons.js";

const reasons = (effects: number[], family = effects.map((_, f) => `family ${f}`)) =>
  reasonsOf(Float64Array.from(effects), family);

test("up to three positive and three negative reasons, the strongest first", () => {
  expect(reasons([0.1, -0.9, 0.4, 0.2, 0.3, -0.2, -0.1, -0.3]).map(({ feature }) => feature)).toEqual([
    1, 2, 4, 7, 3, 5,
  ]);
});

test("a small effect is no reason", () => {
  expect(reasons([0.049, -0.049, 0.05])).toEqual([{ feature: 2, effect: 0.05 }]);
  expect(reasons([])).toEqual([]);
});

test("a family is one reason with the sum of its effects, described by the strongest feature", () => {
  expect(reasons([0.25, 0.5, 0.125], ["orders", "orders", "value"])).toEqual([
    { feature: 1, effect: 0.75 },
    { feature: 2, effect: 0.125 },
  ]);
});

test("a family of mixed effects is described by a feature with the sign of the sum", () => {
  expect(reasons([0.25, -0.75, 1], ["a", "a", "a"])).toEqual([{ feature: 2, effect: 0.5 }]);
  expect(reasons([0.25, -0.75], ["a", "a"])).toEqual([{ feature: 1, effect: -0.5 }]);
});

test("a family whose features cancel out is no reason", () => {
  expect(reasons([0.5, -0.5], ["a", "a"])).toEqual([]);
});
