import fc from "fast-check";
import { expect, test } from "vitest";
import { placeValues } from "../../domain/people/matching.js";
import { seededRandom } from "../numeric/random.js";
import { type ProfileStatistics, pairsOf } from "./chance-rates.js";
import { emRound, fitMixture as fitTo, heldRates, likeliestFit, logPosterior } from "./fit.js";
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
import { matchWeights } from "./match-weight.js";
import type { Mixture } from "./mixture.js";
import { type PatternCounts, patternTable } from "./pattern-table.js";
import { kinPrior, type PairClass, pairClasses, samePrior } from "./priors.js";

/** Probability that a pair is one person, if each value has this share of the file. */
const probability = (mixture: Mixture, compared: Compared, share = Number.NaN): number => {
  const shares = Float64Array.of(share);
  const pattern = Float64Array.of(patternIn(compared));
  const pair = { pattern, firstNameShare: shares, lastNameShare: shares, postcodeShare: shares };
  return 1 / (1 + Math.exp(-matchWeights(mixture, pair)[0]!));
};

/** With the namesakes among the random pairs. */
const fitMixture = (
  candidates: PatternCounts,
  random: PatternCounts,
  statistics: ProfileStatistics,
): Mixture => fitTo(candidates, { anyTwo: random, namesakes: random }, statistics);

const profiles = 2_000;
const pairsOfClass: Record<PairClass, number> = {
  stayed: 4_000,
  moved: 500,
  household: 5_000,
  relative: 2_000,
  unrelated: (profiles * (profiles - 1)) / 2 - 11_500,
};

/** Mixture of a file whose rates differ from the prior. */
const truth = (): Mixture => ({
  ...priorMixture(profiles),
  same: { ...samePrior, email: [0.4, 0.05, 0.55], first_name: [0.02, 0.02, 0.02, 0.02, 0.14, 0.2, 0.58] },
  kin: { ...kinPrior, phone: [0.45, 0.05, 0.5] },
});

test("it recovers rates and class sizes from pairs of a known mixture", () => {
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

test("the order of patterns does not matter", () => {
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

test.each([2, 3, 10, 500])("%i strangers stay that many people", (count) => {
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

test("there is a mixture even without candidates or profiles", () => {
  for (const count of [0, 1, 1000]) {
    const mixture = fitMixture(countsOf([]), countsOf([]), statisticsOf(count));
    expect(probability(mixture, alike)).toBeGreaterThan(0.95);
    expect(probability(mixture, strangers)).toBeLessThan(0.001);
  }
});

test("duplicates among random pairs do not raise chance rates", () => {
  const twice = [...new Array(200).fill(patternIn({ ...alike, birth_date: "is the same" }))];
  const others = [...new Array(78_000).fill(patternIn({ ...strangers, birth_date: "differs" }))];
  const pairs = countsOf([...twice, ...others]);
  const mixture = fitMixture(pairs, pairs, statisticsOf(400));
  expect(mixture.chance.birth_date.at(-1)).toBeLessThan(0.0001);
});

const profileCount = 300;

/** The share of people with two customer numbers is counted, and is no part of the maximisation. */
const withoutNumbers = (pattern: number): number => pattern % placeValues.at(-1)!;

test.each([1, 2, 3])("no round of expectation maximisation lowers the posterior (seed %i)", (seed) => {
  const random = seededRandom(seed);
  const start = priorMixture(profileCount);
  const shares = { stayed: 100, moved: 10 * seed, household: 150, relative: 120, unrelated: 500 };
  const drawn = pairClasses.flatMap((k) =>
    Array.from({ length: shares[k] }, () => withoutNumbers(drawPattern(start, k, random))),
  );
  const table = patternTable(countsOf(drawn));
  let mixture = { ...start, same: { ...samePrior, email: [0.4, 0.3, 0.3] } };
  for (let round = 0; round < 40; round++) {
    const next = emRound(mixture, table);
    const [before, after] = [logPosterior(mixture, table), logPosterior(next, table)];
    expect(after - before, `round ${round}`).toBeGreaterThan(-1e-7);
    mixture = next;
  }
});

test("people known by two first names do not teach that families share birthdays", () => {
  const onePerson = { ...alike, first_name: "differs", birth_date: "is the same" };
  const patterns = [onePerson, { ...alike, birth_date: "is the same" }].map((each) => patternIn(each));
  const pairs = countsOf(patterns, 3000);
  const mixture = fitMixture(pairs, countsOf([patternIn(strangers)], 1e6), statisticsOf(20_000));
  expect(mixture.kin.birth_date).toEqual(kinPrior.birth_date);
});

test("fathers and sons do not teach that birth dates change", () => {
  const patterns = ["differs", "is the same"].map((birth_date) => patternIn({ ...alike, birth_date }));
  const pairs = countsOf(patterns, 3000);
  const mixture = fitMixture(pairs, countsOf([patternIn(strangers)], 1e6), statisticsOf(20_000));
  expect(mixture.same.birth_date[1]).toBeCloseTo(4 * samePrior.birth_date[1]!, 9);
  expect(heldRates(mixture)).toEqual([{ among: "person", comparison: "birth_date", level: "differs" }]);
});

test("neighbours of one street do not teach that people write other house numbers", () => {
  const patterns = ["is in the same street", "is the same"].map((address) =>
    patternIn({ ...alike, address }),
  );
  const pairs = countsOf(patterns, 3000);
  const mixture = fitMixture(pairs, countsOf([patternIn(strangers)], 1e6), statisticsOf(20_000));
  expect(mixture.same.address[1]).toBeCloseTo(4 * samePrior.address[1]!, 9);
});

test("names that go together make two records of one name less likely one person", () => {
  const namesakes: Compared = { ...strangers, first_name: "is the same", last_name: "is the same" };
  const two: Compared = { ...namesakes, email: "differs", birth_date: "differs" };
  const candidates = together([
    countsOf([patternIn(namesakes)], 1000),
    countsOf([patternIn(two)], 1000),
    countsOf([patternIn({ ...alike, email: "is the same" })], 3000),
  ]);
  const weightWith = (equalNames: number): number => {
    const random = together([
      countsOf([patternIn(two)], equalNames),
      countsOf([patternIn({ ...two, first_name: "differs" })], 4000 - equalNames),
      countsOf([patternIn(strangers)], 1e6),
    ]);
    const p = probability(fitMixture(candidates, random, statisticsOf(10_000)), namesakes, 0.008);
    return Math.log(p / (1 - p));
  };
  expect(weightWith(20) - weightWith(200)).toBeGreaterThan(Math.log(4));
});

test("of several fits, the likeliest is taken that keeps near its priors", () => {
  const random = seededRandom(5);
  const drawn = Array.from({ length: 2000 }, () => drawPattern(truth(), "stayed", random));
  const table = patternTable(countsOf(drawn));
  const [near, nearer] = [priorMixture(profiles), { ...truth(), kin: kinPrior }];
  const astray: Mixture = {
    ...truth(),
    same: { ...truth().same, birth_date: [0.024, 0.056, 0.01, 0.05, 0.86] },
  };
  expect(heldRates(astray)).not.toEqual([]);
  expect(logPosterior(nearer, table)).toBeGreaterThan(logPosterior(near, table));
  expect(likeliestFit([near, nearer, astray], table)).toBe(nearer);
  expect(likeliestFit([nearer, near], table)).toBe(nearer);
  expect(likeliestFit([astray], table)).toBe(astray);
  const limit = { ...astray, same: { ...astray.same, area: [0.9, 0.02, 0.02, 0.02, 0.02, 0.02] } };
  expect(heldRates(limit).length).toBeGreaterThan(heldRates(astray).length);
  expect(likeliestFit([limit, astray], table)).toBe(astray);
});

test("in a file of which each record has a customer number of its own, two numbers are no evidence", () => {
  const own: Compared = { ...alike, customer_id: "differs" };
  const mixture = fitMixture(
    countsOf([patternIn(own)], 3000),
    countsOf([patternIn({ ...strangers, customer_id: "differs" })], 1e6),
    statisticsOf(20_000),
  );
  const bits = (compared: Compared) => Math.log2(1 / (1 / probability(mixture, compared) - 1));
  expect(Math.abs(bits(own) - bits(alike))).toBeLessThan(0.1);
  expect(heldRates(mixture)).toEqual([]);
});

test("two customer numbers are evidence of two people where people have one, and of no more than four bits", () => {
  const candidates = countsOf([patternIn({ ...alike, customer_id: "is the same" })], 30_000);
  const random = countsOf([patternIn({ ...strangers, customer_id: "differs" })], 1e6);
  const mixture = fitMixture(candidates, random, statisticsOf(20_000));
  const against = Math.log2(mixture.kin.customer_id![0]! / mixture.same.customer_id[0]!);
  expect(against).toBeGreaterThan(3.9);
  expect(against).toBeLessThan(4.1);
});

test("equal customer numbers have no weight, because a crowd may have one such as GUEST", () => {
  const mixture = priorMixture(1_000_000);
  expect(probability(mixture, { ...alike, customer_id: "is the same" })).toBeCloseTo(
    probability(mixture, alike),
    12,
  );
});
