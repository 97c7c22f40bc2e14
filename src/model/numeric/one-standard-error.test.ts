import { expect, test } from "vitest";
import { simplestWithinError } from "./one-standard-error.js";
import { seededRandom } from "./random.js";

const random = seededRandom(1);
const simple = Float64Array.from({ length: 200 }, random);

test("the simpler model wins if the improvement may be chance", () => {
  const complex = simple.map((l) => l + random() - 0.5);
  expect(simplestWithinError([simple, complex])).toBe(0);
});

test("the more complex model wins by a small improvement on every row", () => {
  expect(simplestWithinError([simple, simple.map((l) => l - 0.01)])).toBe(1);
});

test("the first of equal models wins", () => {
  expect(simplestWithinError([simple, simple.slice()])).toBe(0);
});
