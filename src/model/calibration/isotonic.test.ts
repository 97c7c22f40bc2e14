import { expect, test } from "vitest";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { fitIsotonic, followCurve } from "./isotonic.js";

/** `people` at each score, of whom the given numbers converted. */
const groups = (people: number, attained: number[]) => {
  const raw = Float64Array.from({ length: people * attained.length }, (_, i) => Math.floor(i / people));
  const label = Uint8Array.from(raw, (group, i) => (i % people < attained[group]! ? 1 : 0));
  return [raw, label] as const;
};

test("adjacent bins that would fall are pooled, as computed by hand", () => {
  const curve = fitIsotonic(...groups(100, [10, 40, 20, 60]));
  expect(curve.at).toEqual([0, 1.5, 3]);
  expect(curve.probability).toEqual([10.5 / 101, 60.5 / 201, 60.5 / 101]);
});

test("the curve is linear between centres, and rises with the scores beyond them", () => {
  const curve = { at: [0, 2], probability: [0.2, 0.6] };
  expect(sigmoid(followCurve(curve, 0.5))).toBeCloseTo(0.3, 12);
  expect(followCurve(curve, -9)).toBeCloseTo(logit(0.2) - 9, 12);
  expect(followCurve(curve, 9)).toBeCloseTo(logit(0.6) + 7, 12);
});

test("no probability is 0 or 1", () => {
  const { probability } = fitIsotonic(...groups(100, [0, 100]));
  expect(probability[0]).toBeGreaterThan(0.001);
  expect(probability.at(-1)).toBeLessThan(0.999);
});

test("a few people without a conversion at the end do not give 0 to everyone beyond them", () => {
  const attained = Array.from({ length: 40 }, (_, i) => (i === 0 ? 0 : 10));
  const [group, label] = groups(100, attained);
  const raw = group.map((g) => -3 + g / 40);
  expect(sigmoid(followCurve(fitIsotonic(raw, label), -3))).toBeGreaterThan(0.06);
});
