import { expect, test } from "vitest";
import { comparisons } from "../../domain/people/matching.js";
import { chancePrior, kinPrior, levelSourceOf, pairClasses, type Rates, samePrior } from "./priors.js";

test.each<[string, Partial<Rates>]>([
  ["of one person", samePrior],
  ["of a family", kinPrior],
  ["by chance", chancePrior(1_000_000)],
])("rates %s exist for every level and add up to one", (_, rates) => {
  for (const { name, levels } of comparisons) {
    if (rates[name] === undefined) continue;
    expect(rates[name], name).toHaveLength(levels.length);
    expect(
      rates[name].reduce((sum, rate) => sum + rate, 0),
      name,
    ).toBeCloseTo(1, 9);
    expect(Math.min(...rates[name]), name).toBeGreaterThan(0);
  }
});

test("every comparison that a family decides has family rates", () => {
  for (const pairClass of pairClasses)
    for (const { name } of comparisons)
      if (levelSourceOf(pairClass, name) === "kin") expect(kinPrior, name).toHaveProperty(name);
});
