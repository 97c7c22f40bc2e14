import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { aucVariance } from "./auc-interval.js";
import { auc } from "./metrics.js";

test("the variance is that of AUCs of many samples", () => {
  const random = seededRandom(3);
  const sample = () => {
    const probability = Float64Array.from({ length: 300 }, () => Math.round(50 * random()) / 50);
    return { probability, label: Uint8Array.from(probability, (p) => (random() < 0.1 + 0.5 * p ? 1 : 0)) };
  };
  const samples = Array.from({ length: 400 }, sample);
  const areas = samples.map(({ probability, label }) => auc(probability, label));
  const mean = areas.reduce((a, b) => a + b) / areas.length;
  const variance = areas.reduce((sum, a) => sum + (a - mean) ** 2, 0) / areas.length;
  const estimated =
    samples.reduce((sum, { probability, label }) => sum + aucVariance(probability, label), 0) /
    samples.length;
  expect(estimated / variance).toBeGreaterThan(0.8);
  expect(estimated / variance).toBeLessThan(1.25);
});

test("a single positive tells nothing", () => {
  expect(aucVariance(Float64Array.of(0.2, 0.4, 0.9), Uint8Array.of(0, 0, 1))).toBe(0.25);
});
