import { expect, test } from "vitest";
import { fitIsotonic, interpolate } from "./isotonic.js";

/** `people` at each score, of whom the given numbers attained. */
const groups = (people: number, attained: number[]) => {
  const raw = Float64Array.from({ length: people * attained.length }, (_, i) => Math.floor(i / people));
  const label = Uint8Array.from(raw, (group, i) => (i % people < attained[group]! ? 1 : 0));
  return [raw, label] as const;
};

test("neighbours that would fall are pooled, by hand", () => {
  const curve = fitIsotonic(...groups(100, [10, 40, 20, 60]));
  expect(curve.at).toEqual([0, 1.5, 3]);
  expect(curve.probability).toEqual([10.5 / 101, 60.5 / 201, 60.5 / 101]);
});

test("between centres the curve is straight, beyond them level", () => {
  const curve = { at: [0, 2], probability: [0.2, 0.6] };
  expect(interpolate(curve, 0.5)).toBeCloseTo(0.3, 12);
  expect([interpolate(curve, -9), interpolate(curve, 9)]).toEqual([0.2, 0.6]);
});

test("nobody is promised never or always", () => {
  const { probability } = fitIsotonic(...groups(100, [0, 100]));
  expect(probability[0]).toBeGreaterThan(0.001);
  expect(probability.at(-1)).toBeLessThan(0.999);
});
