import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { effectAmongFirst, qiniCoefficient } from "./qini.js";

const labels = {
  contacted: Uint8Array.of(1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0),
  attained: Uint8Array.of(1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1),
};
const ranking = Float64Array.of(0.9, 0.1, 0.4, 0.8, 0.4, 0.3, 0.75, 0.2, 0.05, 0.6, 0.15, 0.4);

test("coefficient and effect are those of another implementation, with ties and negative effects", () => {
  // scikit-uplift 0.5.1: qini_auc_score, and uplift_at_k of the strategy "overall".
  expect(qiniCoefficient(ranking, labels)).toBeCloseTo(0.7037037037037037, 12);
  expect(effectAmongFirst(ranking, labels, 0.5)).toBeCloseTo(0.6666666666666667, 12);
});

test("the best order has 1, the reverse of an order its negative, and a constant 0", () => {
  const best = Float64Array.from(labels.attained, (label, i) => label * (2 * labels.contacted[i]! - 1));
  expect(qiniCoefficient(best, labels)).toBeCloseTo(1, 12);
  expect(qiniCoefficient(new Float64Array(12), labels)).toBeCloseTo(0, 12);
});

test("a column of random numbers has 0 on average", () => {
  const random = seededRandom(5);
  const draws = Array.from({ length: 400 }, () => {
    const of = (share: number) => Uint8Array.from({ length: 500 }, () => Number(random() < share));
    return qiniCoefficient(Float64Array.from({ length: 500 }, random), {
      contacted: of(0.5),
      attained: of(0.2),
    });
  });
  const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length;
  const error = Math.sqrt(draws.reduce((sum, one) => sum + (one - mean) ** 2, 0)) / draws.length;
  expect(Math.abs(mean)).toBeLessThan(3 * error);
});
