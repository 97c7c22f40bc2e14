import fc from "fast-check";
import { expect, test } from "vitest";
import { factorise, solveFactors, solveLed } from "./linear-systems.js";
import { seededRandom } from "./random.js";

/** Positive definite: a random matrix times its transpose, and a little more. */
const matrix = (size: number, seed: number): Float64Array[] => {
  const random = seededRandom(seed);
  const root = Array.from({ length: size }, () => Float64Array.from({ length: size }, () => random() - 0.5));
  return root.map((row, j) => Float64Array.from(root, (other, k) => inner(row, other) + (j === k ? 0.5 : 0)));
};

const inner = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
const copy = (a: Float64Array[]) => a.map((row) => row.slice());
const times = (a: Float64Array[]) => (v: Float64Array) => Float64Array.from(a, (row) => inner(row, v));

/** The squared error by the measure of the matrix, as a share of that of no answer. */
const errorOf = (a: Float64Array[], lead: Float64Array[], b: Float64Array): number => {
  const exact = solveFactors(factorise(copy(a)), b);
  const left = solveLed(times(a), factorise(copy(lead)), b).map((x, j) => x - exact[j]!);
  return inner(left, times(a)(left)) / inner(exact, b);
};

test("led by the matrix itself, the answer is right at once", () => {
  const a = matrix(8, 1);
  let turns = 0;
  const counted = (v: Float64Array) => {
    turns++;
    return times(a)(v);
  };
  const b = new Float64Array(8).fill(1);
  solveLed(counted, factorise(copy(a)), b);
  expect(turns).toBe(1);
  expect(errorOf(a, a, b)).toBeLessThan(1e-20);
});

test("led by another matrix, the answer is near all the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(1000), (size, seed) => {
      const b = Float64Array.from({ length: size }, (_, j) => Math.sin(j + seed) + 0.1);
      expect(errorOf(matrix(size, seed), matrix(size, seed + 1), b)).toBeLessThan(0.1);
    }),
  );
});

test("nothing is solved by nothing", () => {
  expect(solveLed(times(matrix(3, 1)), factorise(matrix(3, 1)), new Float64Array(3))).toEqual(
    new Float64Array(3),
  );
});
