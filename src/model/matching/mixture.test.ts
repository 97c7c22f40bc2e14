import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { pairsOf } from "./chance.js";
import type { PairClass } from "./classes.js";
import {
  alike,
  type Compared,
  countsOf,
  drawPattern,
  patternIn,
  priorMixture,
  statisticsOf,
  strangers,
  together,
} from "./fixtures.js";
import type { Mixture } from "./likelihood.js";
import { fitMixture } from "./mixture.js";
import type { PatternCounts } from "./patterns.js";
import { kinPrior, samePrior } from "./priors.js";
import { matchWeights } from "./weigh.js";

/** The probability that a pair is one person, where every value is `share` of the file's. */
const probability = (mixture: Mixture, compared: Compared, share = Number.NaN): number => {
  const shares = Float64Array.of(share);
  const pattern = Float64Array.of(patternIn(compared));
  const pair = { pattern, firstNameShare: shares, lastNameShare: shares, postcodeShare: shares };
  return 1 / (1 + Math.exp(-matchWeights(mixture, pair)[0]!));
};

const profiles = 2_000;
const pairsOfClass: Record<PairClass, number> = {
  stayed: 4_000,
  moved: 500,
  household: 5_000,
  relative: 2_000,
  unrelated: (profiles * (profiles - 1)) / 2 - 11_500,
};

/** A file's mixture: other rates than are believed beforehand. */
const truth = (): Mixture => ({
  ...priorMixture(profiles),
  same: { ...samePrior, email: [0.4, 0.05, 0.55], first_name: [0.02, 0.02, 0.02, 0.14, 0.2, 0.6] },
  kin: { ...kinPrior, phone: [0.45, 0.05, 0.5] },
});

test("from pairs of a known mixture, it finds the rates and how many pairs each class has", () => {
  const random = seededRandom(7);
  const drawn = (pairClass: PairClass, counted: number): PatternCounts => {
    const pattern = Array.from({ length: counted }, () => drawPattern(truth(), pairClass, random));
    return countsOf(pattern, pairsOfClass[pairClass] / counted);
  };
  const unrelated = drawn("unrelated", 20_000);
  const related = (["stayed", "moved", "household", "relative"] as const).map((k) => drawn(k, 2_000));
  const mixture = fitMixture(together([...related, unrelated]), unrelated, statisticsOf(profiles));

  for (const k of ["stayed", "moved", "household"] as const)
    expect(Math.abs((mixture.proportion[k] * pairsOf(profiles)) / pairsOfClass[k] - 1), k).toBeLessThan(0.1);
  const isNear = (of: readonly number[], expected: readonly number[]) =>
    of.forEach((rate, i) => void expect(Math.abs(rate - expected[i]!), `${rate}`).toBeLessThan(0.05));
  isNear(mixture.same.email, truth().same.email);
  isNear(mixture.same.first_name, truth().same.first_name);
  isNear(mixture.same.address, truth().same.address);
  isNear(mixture.kin.phone!, truth().kin.phone!);
});

test("the order in which patterns come changes nothing", () => {
  const random = seededRandom(3);
  const seen = Array.from({ length: 60 }, (_, i) =>
    drawPattern(truth(), (["stayed", "household", "unrelated"] as const)[i % 3]!, random),
  );
  const mixture = fitMixture(countsOf(seen), countsOf(seen), statisticsOf(50));
  fc.assert(
    fc.property(fc.shuffledSubarray(seen, { minLength: seen.length }), (shuffled) => {
      expect(fitMixture(countsOf(shuffled), countsOf(shuffled), statisticsOf(50))).toEqual(mixture);
    }),
    { numRuns: 5 },
  );
});

const all = (profiles: number, compared: Compared) =>
  countsOf(new Array((profiles * (profiles - 1)) / 2).fill(patternIn(compared)));
const equalValues = { first_name: 1, last_name: 1, postcode: 1 };

test.each([2, 3, 10, 30])("%i records with one name and address are one person", (count) => {
  const pairs = all(count, alike);
  const mixture = fitMixture(pairs, pairs, { profiles: count, sumOfSquares: equalValues });
  expect(probability(mixture, alike, 1)).toBeGreaterThan(0.95);
});

test.each([2, 3, 10, 500])("%i strangers are as many people", (count) => {
  const pairs = all(count, strangers);
  const third = 1 / count;
  const sumOfSquares = { first_name: third, last_name: third, postcode: third };
  const mixture = fitMixture(pairs, pairs, { profiles: count, sumOfSquares });
  expect(probability(mixture, strangers, third)).toBeLessThan(0.001);
  expect(probability(mixture, { ...strangers, area: "has the same postcode" }, third)).toBeLessThan(0.01);
});

test("in a file of three, a family is not one person", () => {
  const family = { ...alike, first_name: "differs" };
  const pairs = all(3, family);
  const sumOfSquares = { first_name: 1 / 3, last_name: 1, postcode: 1 };
  const mixture = fitMixture(pairs, pairs, { profiles: 3, sumOfSquares });
  expect(probability(mixture, family, 1)).toBeLessThan(0.2);
});

test("without any candidate, or any profile, there is a mixture still", () => {
  for (const count of [0, 1, 1000]) {
    const mixture = fitMixture(countsOf([]), countsOf([]), statisticsOf(count));
    expect(probability(mixture, alike)).toBeGreaterThan(0.95);
    expect(probability(mixture, strangers)).toBeLessThan(0.001);
  }
});

test("duplicates among random pairs are not taken for what strangers have alike", () => {
  const twice = [...new Array(200).fill(patternIn({ ...alike, birth_date: "is the same" }))];
  const others = [...new Array(78_000).fill(patternIn({ ...strangers, birth_date: "differs" }))];
  const pairs = countsOf([...twice, ...others]);
  const mixture = fitMixture(pairs, pairs, statisticsOf(400));
  expect(mixture.chance.birth_date.at(-1)).toBeLessThan(0.0001);
});
