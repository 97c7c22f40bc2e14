import { expect, test } from "vitest";
import { comparisons } from "../../domain/matching.js";
import { seededRandom } from "../numeric/random.js";
import { pairsOf } from "./chance.js";
import { pairClasses } from "./classes.js";
import { emRound } from "./expectation.js";
import { countsOf, drawPattern, priorMixture } from "./fixtures.js";
import { likelihoods, type Mixture } from "./likelihood.js";
import { type PatternTable, patternTable } from "./patterns.js";
import {
  isLearned,
  kinPrior,
  priorPairs,
  priorProfiles,
  type Rates,
  samePrior,
  usualPairsPerProfile,
} from "./priors.js";

const profileCount = 300;

/** Log-likelihood of a table of which the counts per class are Poisson, and of the rates by what is believed of them. */
const objective = (mixture: Mixture, { rows, levels, pairs }: PatternTable): number => {
  const table = likelihoods(mixture);
  const related = pairClasses.filter((k) => k !== "unrelated");
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    const ofClass = pairClasses.map((k, i) =>
      comparisons.reduce(
        (product, _, c) => product * table[i]![c]![levels[row * comparisons.length + c]!]!.typical,
        mixture.proportion[k],
      ),
    );
    sum += pairs[row]! * Math.log(ofClass.reduce((a, b) => a + b));
  }
  for (const k of related) {
    sum += priorProfiles * usualPairsPerProfile[k] * Math.log(mixture.proportion[k]);
    sum -= pairsOf(profileCount) * (1 + priorProfiles / profileCount) * mixture.proportion[k];
  }
  return sum + belief(mixture.same, samePrior) + belief(mixture.kin, kinPrior);
};

const belief = (rates: Partial<Rates>, prior: Partial<Rates>): number =>
  comparisons
    .filter(({ name }) => isLearned(name) && prior[name] !== undefined)
    .flatMap(({ name }) => prior[name]!.map((rate, i) => priorPairs * rate * Math.log(rates[name]![i]!)))
    .reduce((a, b) => a + b);

test.each([1, 2, 3])("no round makes what was seen less likely (seed %i)", (seed) => {
  const random = seededRandom(seed);
  const start = priorMixture(profileCount);
  const shares = { stayed: 100, moved: 10 * seed, household: 150, relative: 120, unrelated: 500 };
  const drawn = pairClasses.flatMap((k) =>
    Array.from({ length: shares[k] }, () => drawPattern(start, k, random)),
  );
  const table = patternTable(countsOf(drawn));
  let mixture = { ...start, same: { ...samePrior, email: [0.4, 0.3, 0.3] } };
  for (let round = 0; round < 40; round++) {
    const next = emRound(mixture, table);
    const [before, after] = [objective(mixture, table), objective(next, table)];
    expect(after - before, `round ${round}`).toBeGreaterThan(-1e-7);
    mixture = next;
  }
});
