import { expect, test } from "vitest";
import { optimalPrediction, sampleTraits } from "../../bench/scoreboard/bayes-optimal.js";
import { expectedAuc } from "../../bench/scoreboard/shop.js";
import { customersOf } from "../../examples/shop/customers.js";
import { orderRows } from "../../examples/shop/rows.js";
import { truthOf } from "../../examples/shop/truth.js";

const now = 20_000;
const horizonDays = 90;
const samples = sampleTraits(2);
const members = [...customersOf(1, 1500, now)].flatMap((customer) => {
  const life = customer.lifeUntil(now);
  if (life.cancelledAt !== null) return [];
  const optimal = optimalPrediction(samples, life, orderRows(customer, life), now, horizonDays);
  return [{ optimal, truth: truthOf(customer.traits, life, now, horizonDays), visits: life.visits.length }];
});

const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

for (const event of ["buys", "cancels"] as const) {
  test(`Bayes-optimal predictions of ${event} are calibrated in every quintile`, () => {
    const ranked = members.toSorted((a, b) => a.optimal[event] - b.optimal[event]);
    for (let quintile = 0; quintile < 5; quintile++) {
      const some = ranked.slice((quintile * ranked.length) / 5, ((quintile + 1) * ranked.length) / 5);
      const errors = some.map(({ truth, optimal }) => truth[event] - optimal[event]);
      const standardError = Math.sqrt(mean(errors.map((e) => e * e)) / errors.length);
      expect(Math.abs(mean(errors)), `quintile ${quintile}`).toBeLessThan(3.5 * standardError);
    }
  });

  test(`Bayes-optimal predictions of ${event} rank people worse than the truth and better than their visits`, () => {
    const truth = Float64Array.from(members, (member) => member.truth[event]);
    const aucOf = (score: number[]) => expectedAuc(Float64Array.from(score), truth);
    const optimal = aucOf(members.map((member) => member.optimal[event]));
    const byVisits = aucOf(members.map(({ visits }) => visits));
    expect(optimal).toBeLessThan(expectedAuc(truth, truth));
    expect(optimal).toBeGreaterThan(Math.max(byVisits, 1 - byVisits));
  });
}
