// Level of a test's probabilities: how many people were expected to reach the goal, and how many did. A
// ranking can be right while its level is wrong, and whoever plans with the number is misled.

import type { Decile } from "./evaluation.js";

export interface Level {
  people: number;
  /** Sum of the probabilities. */
  expected: number;
  attained: number;
  /** Expected over attained; `Infinity` where nobody attained. */
  ratio: number;
  /** The difference is material, and not explained by who was tested. */
  isOff: boolean;
}

/** A quarter more or less changes a plan that is made with the number. */
export const materialRatio = 1.25;
const z95 = 1.96;

/** The variance of a decile's number is at most that of people with its mean probability. */
export const levelOf = (deciles: readonly Pick<Decile, "people" | "expected" | "attained">[]): Level => {
  const sum = (of: "people" | "expected" | "attained") =>
    deciles.reduce((total, decile) => total + decile[of], 0);
  const [people, expected, attained] = [sum("people"), sum("expected"), sum("attained")];
  const variance = deciles.reduce(
    (total, decile) => total + decile.expected * (1 - decile.expected / Math.max(decile.people, 1)),
    0,
  );
  const ratio = attained === 0 ? Number.POSITIVE_INFINITY : expected / attained;
  const isSignificant = Math.abs(expected - attained) > z95 * Math.sqrt(variance);
  const isMaterial = ratio > materialRatio || ratio < 1 / materialRatio;
  return { people, expected, attained, ratio, isOff: people > 0 && isSignificant && isMaterial };
};
