import { expect, test } from "vitest";
import { countPositives } from "../numeric/labels.js";
import { seededRandom } from "../numeric/random.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { levelMargin, totalInterval } from "./expected-total.js";
import type { DeliveredOrigin } from "./origins.js";

test("with a known level, the interval is that of a count", () => {
  const { low, high } = totalInterval({ people: 1000, expected: 100, variance: 90 }, 0);
  expect(low).toBeGreaterThan(80);
  expect(low).toBeLessThan(84);
  expect(high).toBeGreaterThan(118);
  expect(high).toBeLessThan(122);
});

test("with many people, the interval is that of the level", () => {
  const { low, high } = totalInterval({ people: 1e8, expected: 1e7, variance: 9e6 }, 0.2);
  expect(low / 1e8).toBeCloseTo(sigmoid(logit(0.1) - 0.2), 3);
  expect(high / 1e8).toBeCloseTo(sigmoid(logit(0.1) + 0.2), 3);
});

test("the interval stays between 0 and all people", () => {
  const { low } = totalInterval({ people: 3, expected: 1, variance: 0.6 }, 0.5);
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(1);
  expect(totalInterval({ people: 3, expected: 2.5, variance: 0.4 }, 0.5).high).toBeLessThan(3);
  expect(totalInterval({ people: 0, expected: 0, variance: 0 }, 0.5)).toEqual({ low: 0, high: 0 });
});

const day = 86_400;
const horizonSeconds = 30 * day;

/** Origins a horizon apart, at which the level was off by the given log-odds. */
const originsOff = (errors: number[], people = 4000): DeliveredOrigin[] => {
  const random = seededRandom(3);
  return errors.map((error, i) => {
    const probability = Float64Array.from({ length: people }, () => 0.05 + 0.4 * random());
    const label = Uint8Array.from(probability, (p) => (random() < sigmoid(logit(p) + error) ? 1 : 0));
    return { landmark: i * horizonSeconds, scored: { raw: probability.map(logit), label }, probability };
  });
};

test("errors widen the margin, and a long past without errors narrows it", () => {
  const margin = (errors: number[]) => levelMargin(originsOff(errors), horizonSeconds);
  expect(margin(Array(8).fill(0))).toBeLessThan(levelMargin([], horizonSeconds));
  expect(margin([0.6, -0.6, 0.6, -0.6, 0.6])).toBeGreaterThan(1.5 * margin([0, 0, 0, 0, 0]));
});

test("a log without a past date to judge has a wider margin than one with a past date without an error", () => {
  expect(levelMargin([], horizonSeconds)).toBeGreaterThan(1.5 * levelMargin(originsOff([0]), horizonSeconds));
});

test("chance of who was observed is not taken for an error of the level", () => {
  const many = levelMargin(originsOff([0, 0, 0, 0], 20_000), horizonSeconds);
  const few = levelMargin(originsOff([0, 0, 0, 0], 200), horizonSeconds);
  expect(few).toBeLessThan(1.5 * many);
});

test("95 % intervals cover where levels vary as they did, and are no wider than that needs", () => {
  const random = seededRandom(8);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let covered = 0;
  const trials = 150;
  for (let trial = 0; trial < trials; trial++) {
    const margin = levelMargin(
      originsOff(
        [0, 0, 0, 0, 0, 0].map(() => 0.2 * normal()),
        500,
      ),
      horizonSeconds,
    );
    const [next] = originsOff([0.2 * normal()], 500);
    const { probability, scored } = next!;
    const expected = probability.reduce((sum, p) => sum + p, 0);
    const variance = probability.reduce((sum, p) => sum + p * (1 - p), 0);
    const { low, high } = totalInterval({ people: 500, expected, variance }, margin);
    const attained = countPositives(scored.label);
    if (low <= attained && attained <= high) covered++;
  }
  expect(covered / trials).toBeGreaterThanOrEqual(0.9);
  expect(covered / trials).toBeLessThanOrEqual(0.995);
});
