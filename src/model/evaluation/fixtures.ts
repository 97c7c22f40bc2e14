// Simulated people of known probabilities, for tests of intervals.

import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { testIntervals } from "./intervals.js";

const options = { seed: 1, draws: 200, maxPeople: 40_000 };

/** People of known probabilities, scored by these and by a rule that sees half of the signal. */
export const simulated = (people: number, seed: number) => {
  const random = seededRandom(seed);
  const half = Float64Array.from({ length: people }, () => 2 * random() - 1);
  const truth = half.map((h) => sigmoid(-1.5 + h + (2 * random() - 1)));
  const label = Uint8Array.from(truth, (p) => (random() < p ? 1 : 0));
  const rule = half.map((h) => sigmoid(-1.45 + 0.95 * h));
  const constant = new Float64Array(people).fill(0.2);
  const scorers = [
    { name: "model", probability: truth },
    { name: "constant", probability: constant },
    { name: "recency", probability: rule },
  ];
  return { label, scorers };
};
export const intervalsOf = (people: number, seed: number, over = {}) => {
  const { label, scorers } = simulated(people, seed);
  return testIntervals(label, scorers, ["constant", "recency"], { ...options, ...over });
};
