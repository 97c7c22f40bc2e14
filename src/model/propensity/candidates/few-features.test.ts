import fc from "fast-check";
import { expect, test } from "vitest";
import { shapleyBySubsets } from "./few-features.js";

const column = (...values: number[]) => Float32Array.from(values);

test("in a sum, each column contributes its own term", () => {
  const score = ([a, b]: Float32Array[]) => Float64Array.from(a!, (x, row) => 2 * x - 3 * b![row]!);
  const [a, b] = shapleyBySubsets(score, [column(1, 4), column(5, 6)], [0, 2]);
  expect([...a!]).toEqual([2, 8]);
  expect([...b!]).toEqual([-9, -12]);
});

test("a product is shared equally", () => {
  const score = ([a, b, c]: Float32Array[]) => Float64Array.from(a!, (x, row) => x * b![row]! * c![row]!);
  const shares = shapleyBySubsets(score, [column(2), column(3), column(5)], [0, 0, 0]);
  expect(shares.map(([share]) => share)).toEqual([10, 10, 10]);
});

test("contributions sum to the difference from the reference, whatever the score", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 })), {
        minLength: 1,
        maxLength: 5,
      }),
      (pairs) => {
        const score = (columns: Float32Array[]) =>
          Float64Array.of(Math.exp(columns.reduce((sum, [x], c) => sum * 0.7 + Math.sin(x! + c), 0)));
        const own = pairs.map(([x]) => column(x));
        const reference = pairs.map(([, r]) => r);
        const shares = shapleyBySubsets(score, own, reference);
        const total = shares.reduce((sum, [share]) => sum + share!, 0);
        const distance = score(own)[0]! - score(reference.map((r) => column(r)))[0]!;
        expect(Math.abs(total - distance)).toBeLessThan(1e-9);
      },
    ),
    { seed: 11, numRuns: 60 },
  );
});

test("a column at its reference contributes 0", () => {
  const score = ([a, b]: Float32Array[]) => Float64Array.from(a!, (x, row) => x ** 2 * b![row]!);
  const [idle] = shapleyBySubsets(score, [column(3), column(7)], [3, 1]);
  expect(idle![0]).toBe(0);
});
