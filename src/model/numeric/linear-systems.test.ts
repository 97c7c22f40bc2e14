import fc from "fast-check";
import { expect, test } from "vitest";
import { factorise, logDeterminant, solveByGradients, solveFactors } from "./linear-systems.js";
import { seededRandom } from "./random.js";

const knownMatrix = () => [Float64Array.of(4, 0, 0), Float64Array.of(2, 5, 0), Float64Array.of(1, 3, 6)];

test("a known system is solved", () => {
  const x = solveFactors(factorise(knownMatrix()), Float64Array.of(4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18));
  [1, 2, 3].forEach((known, i) => {
    expect(x[i]).toBeCloseTo(known, 12);
  });
});

test("the determinant is that of the whole matrix", () => {
  expect(Math.exp(logDeterminant(factorise(knownMatrix())))).toBeCloseTo(67, 10);
});

test("a matrix that is barely definite still gives finite numbers", () => {
  const same = [Float64Array.of(1, 0), Float64Array.of(1, 1)];
  expect(solveFactors(factorise(same), Float64Array.of(1, 1)).every(Number.isFinite)).toBe(true);
});

/** Positive definite: a random matrix times its transpose, and a little more. */
const matrix = (size: number, seed: number): Float64Array[] => {
  const random = seededRandom(seed);
  const root = Array.from({ length: size }, () => Float64Array.from({ length: size }, () => random() - 0.5));
  return root.map((row, j) => Float64Array.from(root, (other, k) => inner(row, other) + (j === k ? 0.5 : 0)));
};

const inner = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
const copy = (a: Float64Array[]) => a.map((row) => row.slice());
const times = (a: Float64Array[]) => (v: Float64Array) => Float64Array.from(a, (row) => inner(row, v));

/** The squared error in the norm of the matrix, as a share of that of a zero solution. */
const errorOf = (a: Float64Array[], like: Float64Array[], b: Float64Array): number => {
  const exact = solveFactors(factorise(copy(a)), b);
  const error = solveByGradients(times(a), factorise(copy(like)), b).map((x, j) => x - exact[j]!);
  return inner(error, times(a)(error)) / inner(exact, b);
};

test("preconditioned by the matrix itself, one iteration solves the system", () => {
  const a = matrix(8, 1);
  let iterations = 0;
  const counted = (v: Float64Array) => {
    iterations++;
    return times(a)(v);
  };
  const b = new Float64Array(8).fill(1);
  solveByGradients(counted, factorise(copy(a)), b);
  expect(iterations).toBe(1);
  expect(errorOf(a, a, b)).toBeLessThan(1e-20);
});

test("preconditioned by another matrix, the solution is still close", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(1000), (size, seed) => {
      const b = Float64Array.from({ length: size }, (_, j) => Math.sin(j + seed) + 0.1);
      expect(errorOf(matrix(size, seed), matrix(size, seed + 1), b)).toBeLessThan(0.1);
    }),
  );
});

test("the solution for a right side of zeros is zero", () => {
  expect(solveByGradients(times(matrix(3, 1)), factorise(matrix(3, 1)), new Float64Array(3))).toEqual(
    new Float64Array(3),
  );
});
