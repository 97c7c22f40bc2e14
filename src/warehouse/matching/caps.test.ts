import { expect, test } from "vitest";
import { budgetOf, chooseCap } from "./caps.js";

const block = (records: number, blocks: number) => ({
  records,
  blocks,
  pairs: (blocks * records * (records - 1)) / 2,
});

test.each([
  ["nothing to take leaves the door open", [], 100, 1_000],
  ["all that fits is taken, and more of it later", [block(2, 10), block(9, 2)], 100, 1_000],
  ["sizes are taken until the budget is spent", [block(2, 10), block(9, 2), block(10, 1)], 100, 9],
  ["a size is taken whole or not at all", [block(2, 10), block(9, 3)], 100, 8],
  ["smaller blocks than those that are too many are not passed over", [block(2, 101), block(3, 1)], 100, 1],
  ["a block of more than a thousand is never taken", [block(1_001, 1)], 1_000_000, 1_000],
])("%s", (_, sizes, budget, cap) => {
  expect(chooseCap(sizes, budget)).toBe(cap);
});

test("a budget grows with the profiles, and small files can afford every rule", () => {
  expect(budgetOf(1_000, 0.2)).toBe(300_000);
  expect(budgetOf(1_000_000, 4)).toBe(4_000_000);
});
