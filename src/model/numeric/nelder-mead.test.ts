import { expect, test } from "vitest";
import { minimise } from "./nelder-mead.js";

test("finds the minimum of Rosenbrock's function", () => {
  const [x, y] = minimise(([a, b]) => (1 - a!) ** 2 + 100 * (b! - a! ** 2) ** 2, [-1.2, 1], 1);
  expect(x).toBeCloseTo(1, 3);
  expect(y).toBeCloseTo(1, 3);
});

test("finds the minimum of a quadratic in four dimensions", () => {
  const least = minimise((at) => at.reduce((sum, x, i) => sum + (i + 1) * (x - i) ** 2, 0), [3, 3, 3, 3], 1);
  least.forEach((x, i) => {
    expect(x).toBeCloseTo(i, 3);
  });
});

test("stays at a minimum that it starts from", () => {
  expect(minimise(([x]) => x! ** 2, [0], 1)[0]).toBeCloseTo(0, 4);
});
