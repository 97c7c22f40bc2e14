import { expect, test } from "vitest";
import { simplestWithinError } from "./one-standard-error.js";
import { seededRandom } from "./random.js";

const random = seededRandom(1);
const simple = Float64Array.from({ length: 200 }, random);

test("a gain that chance could make goes to the simpler", () => {
  const richer = simple.map((l) => l + random() - 0.5);
  expect(simplestWithinError([simple, richer])).toBe(0);
});

test("a small gain that every row shares goes to the richer", () => {
  expect(simplestWithinError([simple, simple.map((l) => l - 0.01)])).toBe(1);
});

test("equals go to the first", () => {
  expect(simplestWithinError([simple, simple.slice()])).toBe(0);
});
