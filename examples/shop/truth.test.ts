import { expect, test } from "vitest";
import { customersOf } from "./customers.js";
import { lifeBefore } from "./life.js";
import { truthOf } from "./truth.js";

interface Case {
  probability: number;
  happened: boolean;
}

/** True probabilities of members as of `now`, and what then happened. */
const casesOf = (count: number, horizonDays: number): { buys: Case[]; cancels: Case[] } => {
  const now = 20_000;
  const cases = { buys: [] as Case[], cancels: [] as Case[] };
  for (const { traits, lifeUntil } of customersOf(3, count, now)) {
    const whole = lifeUntil(now + horizonDays);
    const seen = lifeBefore(whole, now);
    if (seen.cancelledAt !== null) continue;
    const truth = truthOf(traits, seen, now, horizonDays);
    cases.buys.push({ probability: truth.buys, happened: whole.visits.length > seen.visits.length });
    cases.cancels.push({ probability: truth.cancels, happened: whole.cancelledAt !== null });
  }
  return cases;
};

/** Distance of the observed from the expected number, in standard errors. */
const standardErrors = (cases: readonly Case[]): number => {
  const expected = cases.reduce((sum, { probability }) => sum + probability, 0);
  const variance = cases.reduce((sum, { probability: p }) => sum + p * (1 - p), 0);
  const happened = cases.filter((one) => one.happened).length;
  return Math.abs(happened - expected) / Math.sqrt(variance + 1);
};

const deciles = (cases: readonly Case[]): Case[][] => {
  const ranked = cases.toSorted((a, b) => a.probability - b.probability);
  return Array.from({ length: 10 }, (_, i) =>
    ranked.slice((i * ranked.length) / 10, ((i + 1) * ranked.length) / 10),
  );
};

for (const horizonDays of [30, 90, 200])
  test(`the true probabilities for ${horizonDays} days match what happens, in every decile`, () => {
    const cases = casesOf(20_000, horizonDays);
    for (const kind of [cases.buys, cases.cancels]) {
      expect(standardErrors(kind)).toBeLessThan(3);
      for (const decile of deciles(kind)) expect(standardErrors(decile)).toBeLessThan(3.5);
    }
  });

test("customers differ enough to be ranked", () => {
  const { buys, cancels } = casesOf(5000, 90);
  const meanOf = (cases: Case[]) => cases.reduce((sum, one) => sum + one.probability, 0) / cases.length;
  for (const kind of [buys, cancels]) expect(meanOf(deciles(kind)[9]!)).toBeGreaterThan(2 * meanOf(kind));
});

test("a customer who has left the club neither buys nor leaves again", () => {
  const [customer] = customersOf(1, 1, 20_000);
  const life = { visits: [19_000], cancelledAt: 19_500 };
  expect(truthOf(customer!.traits, life, 20_000, 90)).toEqual({ buys: 0, cancels: 0 });
});
