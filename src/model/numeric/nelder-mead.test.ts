import { expect, test } from "vitest";
import { minimise } from "./nelder-mead.js";

test("the bottom of Rosenbrock's valley is found", () => {
  const [x, y] = minimise(([a, b]) => (1 - a!) ** 2 + 100 * (b! - a! ** 2) ** 2, [-1.2, 1], 1);
  expect(x).toBeCloseTo(1, 3);
  expect(y).toBeCloseTo(1, 3);
});

test("a bowl in four dimensions", () => {
  const least = minimise((at) => at.reduce((sum, x, i) => sum + (i + 1) * (x - i) ** 2, 0), [3, 3, 3, 3], 1);
  least.forEach((x, i) => {
    expect(x).toBeCloseTo(i, 3);
  });
});

test("where it begins at the bottom, it stays there", () => {
  expect(minimise(([x]) => x! ** 2, [0], 1)[0]).toBeCloseTo(0, 4);
});
