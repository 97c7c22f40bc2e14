import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import {
  fittedWeights,
  type LabelledPurchases,
  predictWithPrior,
  summarise,
  weightCount,
} from "./prior-network.js";

const horizonDays = 90;

/** Customers who buy about every `gap` days until some of them stop; labels are what they do within the horizon. */
const baseOf = (seed: number, gap: number, staying: number): LabelledPurchases[] => {
  const random = seededRandom(seed);
  return Array.from({ length: 120 }, () => {
    const stays = random() < staying;
    const sinceFirst = 100 + 500 * random();
    const sinceLast = stays ? gap * random() : sinceFirst * random();
    const days = 1 + Math.floor((sinceFirst - sinceLast) / gap);
    return { days, sinceLast, sinceFirst, label: stays ? 1 : 0 };
  });
};

const regular = { days: 9, sinceLast: 20, sinceFirst: 380 };
const lapsed = { days: 4, sinceLast: 300, sinceFirst: 420 };
const once = { days: 1, sinceLast: 200, sinceFirst: 200 };

test("the weights are whole", () => {
  expect(fittedWeights()).toHaveLength(weightCount);
  expect(fittedWeights().every(Number.isFinite)).toBe(true);
});

test("in a base of regular customers, who has just bought buys again, and who is silent does not", () => {
  const base = baseOf(1, 45, 0.6);
  const chances = predictWithPrior(summarise(base, horizonDays), [regular, once, lapsed], horizonDays).map(
    sigmoid,
  );
  expect(chances[0]).toBeGreaterThan(0.7);
  expect(chances[1]).toBeLessThan(0.4);
  expect(chances[2]).toBeLessThan(0.3);
});

test("a goal of staying away is read from the labels of the base", () => {
  const base = baseOf(1, 45, 0.6).map((row) => ({ ...row, label: 1 - row.label }));
  const chances = predictWithPrior(summarise(base, horizonDays), [regular, lapsed], horizonDays).map(sigmoid);
  expect(chances[0]).toBeLessThan(0.2);
  expect(chances[1]).toBeGreaterThan(0.7);
});

test("labels that have nothing to do with purchases give people their rate on average", () => {
  const random = seededRandom(3);
  const base = baseOf(5, 45, 0.6).map((row) => ({ ...row, label: random() < 0.3 ? 1 : 0 }));
  const rate = base.reduce((sum, { label }) => sum + label, 0) / base.length;
  const chances = predictWithPrior(summarise(base, horizonDays), base, horizonDays).map(sigmoid);
  const mean = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
  expect(Math.abs(mean - rate)).toBeLessThan(0.08);
});

test("the order of a base says nothing", () => {
  const base = baseOf(2, 45, 0.6);
  const [one, other] = [base, base.toReversed()].map(
    (rows) => predictWithPrior(summarise(rows, horizonDays), [regular], horizonDays)[0]!,
  );
  expect(one).toBeCloseTo(other!, 4);
});

test("every base and person has a finite answer", () => {
  const person = fc
    .record({
      days: fc.integer({ min: 1, max: 5000 }),
      sinceLast: fc.double({ min: 0, max: 20_000, noNaN: true }),
      more: fc.double({ min: 0, max: 20_000, noNaN: true }),
      label: fc.constantFrom(0, 1),
    })
    .map(({ more, ...rest }) => ({ ...rest, sinceFirst: rest.sinceLast + more }));
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 1000 }),
      (base, days) => {
        const answers = predictWithPrior(summarise(base, days), base, days);
        expect(answers.every(Number.isFinite)).toBe(true);
      },
    ),
  );
});
