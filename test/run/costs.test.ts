import { expect, test } from "vitest";
import { costsPage, isWaiting, parseCosts, readCosts, type TestCost } from "./costs.js";

const cost = (file: string, processorSeconds: number | null, wallSeconds = 10): TestCost => ({
  file,
  tests: 3,
  wallSeconds,
  processorSeconds,
});

test("the page keeps what it was written from, the costliest file first", () => {
  const costs = [
    cost("src/a/one.test.ts", 2.5),
    cost("src/b/two.test.ts", 7),
    cost("test/three.test.ts", null, 4),
  ];
  expect(parseCosts(costsPage(costs))).toEqual([costs[1], costs[2], costs[0]]);
});

test("a file waits if it is long and spends little processor time", () => {
  expect(isWaiting(cost("a", 2))).toBe(true);
  expect(isWaiting(cost("a", 8))).toBe(false);
  expect(isWaiting(cost("a", 0.1, 1))).toBe(false);
  expect(isWaiting(cost("a", null))).toBe(false);
});

test("no fast file spends more than ten seconds, by the ranking", () => {
  const costly = [...readCosts().values()].filter(
    ({ file, processorSeconds }) =>
      !file.endsWith(".slow.test.ts") && !file.startsWith("test/cluster/") && (processorSeconds ?? 0) > 10,
  );
  expect(costly.map(({ file }) => file)).toEqual([]);
});
