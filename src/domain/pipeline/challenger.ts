// Challenger: a model that could have been delivered and was not. What it would have said of the same people is
// kept beside their scores, and what happens later judges both.
//
//   rule    the simplest rule that the data allow: the days since the last event, or the same for everyone
//   member  the best single part of a mean of several, which the mean has to be worth

import type { Interval } from "../outcome/evaluation.js";

export const challengerRoles = ["rule", "member"] as const;
export type ChallengerRole = (typeof challengerRoles)[number];

export interface KeptChallenger {
  role: ChallengerRole;
  /** Candidate by name, such as `recency`. */
  name: string;
}

export interface ObservedChallenger extends KeptChallenger {
  /** Number of people that it expected to attain: the sum of its probabilities. */
  expected: number;
  /** Absent where all attained or nobody did. */
  auc?: number;
  /**
   * Its mean log loss minus that of the delivered probabilities, with a 95 % interval by chance of who attained.
   * Above 0, what was delivered is better.
   */
  gain: Interval & { value: number };
}

export const challengeVerdicts = ["better", "level", "worse"] as const;
export type ChallengeVerdict = (typeof challengeVerdicts)[number];

/** Whether the delivered model was better than the challenger, by more than chance. */
export const challengeVerdict = ({ gain }: Pick<ObservedChallenger, "gain">): ChallengeVerdict => {
  if (gain.low > 0) return "better";
  return gain.high < 0 ? "worse" : "level";
};
