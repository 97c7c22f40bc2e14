// Active value of an outcome: the mean, minimum, maximum or last value of a property that people have within
// the horizon, given that they are active. People without an event have none, so it is no sum in which they
// count as 0, and it may be below 0.

import type { EpochSeconds } from "../resource/resource.js";
import type { Interval } from "./evaluation.js";

export const aggregations = ["sum", "mean", "minimum", "maximum", "last"] as const;
export type ActiveAggregation = Exclude<(typeof aggregations)[number], "sum">;

/** The value of a person's events in a window. */
export interface ActiveFigure {
  aggregation: ActiveAggregation;
  /** Null: the value of the stream. */
  property: string | null;
}

/** Errors of expected values, of people who were active. */
export interface ActiveScores {
  mean_absolute_error: number;
  root_mean_squared_error: number;
}

/** Test of expected values on people who were active after a date that the model has not seen. */
export interface ActiveEvaluation extends ActiveFigure {
  /** Tested people who were active. */
  people: number;
  /** Means over these people. */
  expected: number;
  observed: number;
  model: ActiveScores;
  /**
   * Errors of simple rules by name: `own_mean`, the mean of what people had in windows of the same length
   * before, or at their last events, drawn to that of everyone; `average`, the same for everyone.
   */
  rules: Record<"own_mean" | "average", ActiveScores>;
  /**
   * 95 % interval of the mean squared error of `own_mean` less that of the model: above 0 where the model is
   * better beyond chance.
   */
  gain: Interval;
  /** Number of tested people, and of those who were in their 80 % range as other dates or people give it. */
  range: { people: number; held: number };
  /** Weight of each candidate in the model. */
  blend: Record<string, number>;
  /** Past dates on which values were predicted as they are today, oldest first. The last is the test. */
  origins: ({ landmark: EpochSeconds; people: number; own_mean: ActiveScores } & ActiveScores)[];
}

/** Average expected value of the scored people if they are active. */
export interface ScoredActiveValue extends ActiveFigure {
  expected: number;
}

/** In the scores of a person; bounds are of the 80 % range. */
export const activeColumns = ["value_if_active", "value_if_active_low", "value_if_active_high"] as const;
