import { expect, test } from "vitest";
import { earlierRates } from "./earlier-rates.js";

const rateAt = (days: number, rates: ReturnType<typeof earlierRates>): number =>
  rates!.findLast(({ fromDays }) => fromDays <= days)!.rate;

test("newcomers have the rate of earlier newcomers, and those long on file that of such people", () => {
  const rates = earlierRates([
    { days: 3, people: 1000, attained: 300 },
    { days: 400, people: 9000, attained: 90 },
  ]);
  expect(rateAt(5, rates)).toBeCloseTo(0.3, 1);
  expect(rateAt(900, rates)).toBeCloseTo(0.01, 2);
});

test("a group of few people is drawn to the rate of all, and one of nobody has it", () => {
  const rates = earlierRates([
    { days: 3, people: 5, attained: 5 },
    { days: 400, people: 1000, attained: 45 },
  ]);
  const overall = 50.5 / 1006;
  expect(rateAt(3, rates)).toBeCloseTo((5 + 20 * overall) / 25, 9);
  expect(rateAt(100, rates)).toBeCloseTo(overall, 9);
});

test("no rate is 0 or 1", () => {
  for (const attained of [0, 40]) {
    const rate = rateAt(0, earlierRates([{ days: 0, people: 40, attained }]));
    expect(rate).toBeGreaterThan(0);
    expect(rate).toBeLessThan(1);
  }
});

test("fewer than 25 earlier people say nothing", () => {
  expect(earlierRates([])).toBeNull();
  expect(earlierRates([{ days: 1, people: 24, attained: 12 }])).toBeNull();
});
