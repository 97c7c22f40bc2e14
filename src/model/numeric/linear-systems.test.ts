import { expect, test } from "vitest";
import { factorise, logDeterminant, solveFactors } from "./linear-systems.js";

const matrix = () => [Float64Array.of(4, 0, 0), Float64Array.of(2, 5, 0), Float64Array.of(1, 3, 6)];

test("a known system is solved", () => {
  const x = solveFactors(factorise(matrix()), Float64Array.of(4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18));
  [1, 2, 3].forEach((known, i) => {
    expect(x[i]).toBeCloseTo(known, 12);
  });
});

test("the determinant is that of the whole matrix", () => {
  expect(Math.exp(logDeterminant(factorise(matrix())))).toBeCloseTo(67, 10);
});

test("a matrix that is hardly definite still gives finite numbers", () => {
  const same = [Float64Array.of(1, 0), Float64Array.of(1, 1)];
  expect(solveFactors(factorise(same), Float64Array.of(1, 1)).every(Number.isFinite)).toBe(true);
});
