import fc from "fast-check";
import { expect, test } from "vitest";
import { apportioned } from "./flow.js";

test("counts of a sample are scaled to the total", () => {
  expect(apportioned([1, 1, 2], 4)).toEqual([1, 1, 2]);
  expect(apportioned([1, 1, 1], 100)).toEqual([33, 34, 33]);
  expect(apportioned([0, 0], 5)).toEqual([0, 0]);
  const samples = fc.array(fc.nat(50), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(samples, fc.nat(1_000_000), (sample, total) => {
      const counts = apportioned(sample, total);
      const all = sample.reduce((sum, count) => sum + count, 0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all === 0 ? 0 : total);
      counts.forEach((count, i) => {
        if (all > 0) expect(Math.abs(count - (sample[i]! / all) * total)).toBeLessThanOrEqual(1);
      });
    }),
  );
});
