import { expect, test } from "vitest";
import { chanceRates, pairsOf } from "./chance-rates.js";
import { countsOf, patternIn, statisticsOf, strangers } from "./fixtures.js";
import { patternTable } from "./pattern-table.js";
import { chancePrior } from "./priors.js";

const profiles = 700;

/** Random pairs of which a share differs by a digit of the telephone. */
const phoneRates = (share: number): number[] => {
  const pair = (phone: string) => patternIn({ ...strangers, phone });
  const pairs = pairsOf(profiles);
  const others = countsOf([pair("differs")], pairs * (1 - share));
  const near = countsOf([pair("differs by one digit")], pairs * share);
  const sample = patternTable({
    pattern: Float64Array.of(...others.pattern, ...near.pattern),
    pairs: Float64Array.of(...others.pairs, ...near.pairs),
  });
  return chanceRates(sample, sample.pairs, statisticsOf(profiles)).phone;
};

test("where the numbers of strangers are of one block, one digit apart tells nothing", () => {
  expect(phoneRates(0.03)[1]).toBeGreaterThan(0.025);
  expect(phoneRates(0.03).reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(1, 12);
});

test("where they are not, it tells as much as usual, and never more", () => {
  expect(phoneRates(0)).toEqual(chancePrior(profiles).phone);
});
