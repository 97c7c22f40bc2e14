import { expect, test } from "vitest";
import { optimalPrediction, sampleTraits } from "../../bench/scoreboard/bayes-optimal.js";
import { expectedAuc } from "../../bench/scoreboard/shop.js";
import { customersOf } from "../../examples/shop/customers.js";
import { orderRows } from "../../examples/shop/rows.js";
import { truthOf } from "../../examples/shop/truth.js";

const now = 20_000;
const horizonDays = 90;
const drawn = sampleTraits(2);
const members = [...customersOf(1, 1500, now)].flatMap((customer) => {
  const life = customer.lifeUntil(now);
  if (life.cancelledAt !== null) return [];
  const known = optimalPrediction(drawn, life, orderRows(customer, life), now, horizonDays);
  return [{ known, truth: truthOf(customer.traits, life, now, horizonDays), visits: life.visits.length }];
});

const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

for (const what of ["buys", "cancels"] as const) {
  test(`what can be known of who ${what} is true on average, in every fifth`, () => {
    const ranked = members.toSorted((a, b) => a.known[what] - b.known[what]);
    for (let fifth = 0; fifth < 5; fifth++) {
      const some = ranked.slice((fifth * ranked.length) / 5, ((fifth + 1) * ranked.length) / 5);
      const off = some.map(({ truth, known }) => truth[what] - known[what]);
      const error = Math.sqrt(mean(off.map((d) => d * d)) / off.length);
      expect(Math.abs(mean(off)), `fifth ${fifth}`).toBeLessThan(3.5 * error);
    }
  });

  test(`what can be known of who ${what} ranks people worse than the truth, and better than their visits`, () => {
    const truth = Float64Array.from(members, (member) => member.truth[what]);
    const aucOf = (score: number[]) => expectedAuc(Float64Array.from(score), truth);
    const known = aucOf(members.map((member) => member.known[what]));
    const byVisits = aucOf(members.map(({ visits }) => visits));
    expect(known).toBeLessThan(expectedAuc(truth, truth));
    expect(known).toBeGreaterThan(Math.max(byVisits, 1 - byVisits));
  });
}
