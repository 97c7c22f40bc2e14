// Horizons of an outcome: how likely people are to reach the goal within each of several times, and when they
// are expected to.

import { Type } from "@sinclair/typebox";
import type { EpochSeconds } from "../resource/resource.js";
import { oneOf, optional } from "../resource/schema.js";
import type { Interval, Scores } from "./evaluation.js";
import { calendarPeriods } from "./label-window.js";

/** Longest horizon in months. */
const maxMonths = 120;

/** See `CalendarFields`. */
export const calendarFields = {
  horizon_months: optional(
    Type.Integer({
      minimum: 1,
      maximum: maxMonths,
      description:
        "Calendar months within which people reach the goal, in place of horizon_days: from the 15th until before the 15th, so that a " +
        "date of each month is met once. Months that begin on the last day of a month end on the last day.",
      examples: [1],
    }),
  ),
  horizon_through: optional(
    oneOf(
      calendarPeriods,
      "Calendar period by whose end people reach the goal, in place of horizon_days. It counts from the day after the data end: " +
        "this_month, of data that reach 31 January, is February. The horizon gets shorter from day to day, and the model is fitted daily.",
    ),
  ),
};

export const horizonsConfig = Type.Array(Type.Integer({ minimum: 1, maximum: 3650 }), {
  minItems: 1,
  maxItems: 8,
  uniqueItems: true,
  description:
    "Days of further horizons. Also predict the probability of reaching the goal within each, which rises with the horizon, and the " +
    "expected date. Adds columns to the scores of each pipeline, and a test to the analysis. Absent: the probability within " +
    "`horizon_days` alone.",
  examples: [[7, 30, 90, 365]],
});

/**
 * `later dates`    tested as it would have been predicted at a past date
 * `not`            learned, and the history is too short for a test
 * `not predicted`  the history is too short to learn it, and its columns are empty
 */
export const horizonTests = ["later dates", "not", "not predicted"] as const;
export type HorizonTestedOn = (typeof horizonTests)[number];

export interface HorizonEvaluation {
  days: number;
  tested_on: HorizonTestedOn;
  /** The rest: of the test, null without one. */
  landmark: EpochSeconds | null;
  scores: Scores | null;
  /** Sum of the probabilities of the tested people. */
  expected: number | null;
  /** 95 % interval of the number of people, as it would have been shown before. */
  expected_interval: Interval | null;
}

/** Test of expected dates, at the date of the longest horizon that is tested. */
export interface DateEvaluation {
  landmark: EpochSeconds;
  within_days: number;
  /** Tested people with an expected date, and how many of them reached the goal within their 80 % range. */
  expected: number;
  held: number;
  /** Tested people who were unlikely to reach it, and how many did. */
  unlikely: number;
  unlikely_reached: number;
}

export interface OutcomeHorizons {
  /** Ascending. */
  horizons: HorizonEvaluation[];
  dates: DateEvaluation | null;
  /** Weight of each candidate in the model of hazards. */
  blend: Record<string, number>;
}

export interface ScoredHorizon {
  days: number;
  /** Sum of the probabilities; null where the horizon is not predicted. */
  expected: number | null;
  /** Null without a test at a past date. */
  interval: Interval | null;
}

export interface ScoredHorizons {
  horizons: ScoredHorizon[];
  /** The longest horizon that is predicted: people are expected within it, or unlikely. */
  within_days: number;
  /** People with an expected date. */
  dated: number;
  /** People who are more likely than not to stay away for `within_days`. */
  unlikely: number;
}

export const dateColumns = ["expected_date", "date_low", "date_high", "date_status"] as const;
export type HorizonColumn = (typeof dateColumns)[number] | `probability_${number}d`;

/** True of columns that are days. */
export const isDayColumn = (name: string): boolean =>
  (dateColumns as readonly string[]).includes(name) && name !== "date_status";

export const probabilityColumn = (days: number): HorizonColumn => `probability_${days}d`;

export const isHorizonColumn = (name: string): name is HorizonColumn =>
  (dateColumns as readonly string[]).includes(name) || isHorizonProbability(name);

export const isHorizonProbability = (name: string): boolean => /^probability_\d+d$/.test(name);

/** Columns of some horizons in the scores of a person, in order; none without horizons. */
export const horizonColumns = (days: readonly number[] | undefined): HorizonColumn[] =>
  days === undefined || days.length === 0 ? [] : [...ascending(days).map(probabilityColumn), ...dateColumns];

export const ascending = (days: readonly number[]): number[] => [...days].sort((a, b) => a - b);
