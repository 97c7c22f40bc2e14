// Adjustment of the level of a blend's log-odds. A blend that was fitted again to all rows is right by itself
// more often than not: what one past date shows is mostly that date. So the default is no adjustment. Two
// things are known that may move the level: the errors of the newest dates, most of which may last, and those
// of the same season in earlier years. Either is followed only if that has earned its place: by what was
// known before each of two or more past dates, it lowered the loss there by more than a standard error, and
// over all of them as well. Errors of the newest dates must have lasted to dates of today's season too: what
// lasts from spring to summer says nothing of Christmas. Of two that have earned it, the one that lowered the
// loss further is followed.
//
// A young log has too few past dates to judge anything by. Its level is that of its newest landmark, if that
// is of today's season.

import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { countMinority } from "../numeric/labels.js";
import { logitLoss } from "../numeric/special-functions.js";
import { type Calibration, uncalibrated } from "./calibration.js";
import { levelError } from "./level-shift.js";

/** Log-odds of people whom the model had to predict, and their labels. */
export interface ScoredLabels {
  raw: Float64Array;
  label: Uint8Array;
}

/** A date at which a level may be moved. */
export interface SeasonedDate {
  landmark: EpochSeconds;
  /** Expected error of the level at this time of the year, in log-odds; 0 where no earlier year is known. */
  season: number;
}

/** A date whose level may also be that of the newest landmark before it. */
export interface FollowedDate extends SeasonedDate {
  /** Error of the level of that landmark, in log-odds; 0 where it is of another season. */
  newest: number;
}

/** Scores at a past date, by a model fitted to what was known by then. */
export interface DatedScores extends ScoredLabels, SeasonedDate {}

/** The newest dates whose errors are averaged, and those at which the adjustment is judged. */
const maxAveraged = 3;
const maxJudged = 6;
const minWins = 2;
/** Share of a level's error that is expected to last. */
const lasting = 0.7;
/**
 * Share of a season's expected error that a blend has where no past date shows it; it counts as one of this
 * square.
 */
const usualShare = 0.5;
const usualEvidence = 0.3;

/**
 * Dates of any year are of the same season if so many days are between their days of the year at most: an
 * eighth of a year.
 */
export const seasonDays = 45;
const yearDays = 365.25;

/** The level's error at a date by what was known then, in log-odds; null where nothing was. */
type Expectation = (known: readonly DatedScores[], season: number) => number | null;

const recent: Expectation = (known) => (known.length === 0 ? null : lasting * recentError(known));
const seasonal: Expectation = (known, season) => (season === 0 ? null : seasonalShare(known) * season);

/**
 * The adjustment for a date that past dates support, in order of time: none where they do not, and that of
 * the newest landmark where they are too few.
 */
export const adjustmentFor = (
  past: readonly DatedScores[],
  horizon: Horizon,
  today: FollowedDate,
): Calibration => {
  const dates = past.filter(({ label }) => countMinority(label) > 0);
  const records = [
    { expectation: recent, ...recordOf(recent, dates, horizon, today) },
    { expectation: seasonal, ...recordOf(seasonal, dates, horizon) },
  ];
  const [followed] = records.filter(({ isEarned }) => isEarned).sort((a, b) => b.gain - a.gain);
  const usual = records.every(({ judged }) => judged < minWins) ? today.newest : 0;
  return { ...uncalibrated, shift: followed?.expectation(dates, today.season) ?? usual };
};

/**
 * Gains of following an expectation at past dates, and whether also at those of the season of `today`, if
 * any.
 */
const recordOf = (
  expectation: Expectation,
  dates: readonly DatedScores[],
  horizon: Horizon,
  today?: SeasonedDate,
) => {
  const judged = dates.slice(-maxJudged).flatMap((date) => {
    const known = dates.filter(({ landmark }) => windowEnd(landmark, horizon) <= date.landmark);
    const shift = expectation(known, date.season);
    return shift === null ? [] : [{ ...gainAt(date, shift), landmark: date.landmark }];
  });
  const wins = judged.filter(({ gain, error }) => gain > error).length;
  const inSeason = judged.filter(({ landmark }) => !today || isSameSeason(landmark, today.landmark));
  const isEarned = wins >= minWins && [judged, inSeason].every(hasGained);
  return { judged: judged.length, gain: totalOf(judged).gain, isEarned };
};

interface Gain {
  gain: number;
  error: number;
}

const totalOf = (gains: readonly Gain[]): Gain => ({
  gain: gains.reduce((sum, one) => sum + one.gain, 0),
  error: Math.sqrt(gains.reduce((sum, one) => sum + one.error ** 2, 0)),
});

/** Whether the mean gain is more than a standard error. */
const hasGained = (gains: readonly Gain[]): boolean => {
  const { gain, error } = totalOf(gains);
  return gain > error;
};

const isSameSeason = (one: EpochSeconds, other: EpochSeconds): boolean => {
  const days = (Math.abs(one - other) / secondsPerDay) % yearDays;
  return Math.min(days, yearDays - days) <= seasonDays;
};

/** Mean over the newest dates, in log-odds. */
const recentError = (dates: readonly DatedScores[]): number => {
  const errors = dates.slice(-maxAveraged).map(errorAt);
  return errors.reduce((a, b) => a + b, 0) / errors.length;
};

/** The share of the expected error of a season that the blend itself has: its features know part of the season. */
const seasonalShare = (known: readonly DatedScores[]): number => {
  let [products, squares] = [usualShare * usualEvidence, usualEvidence];
  for (const date of known.slice(-maxJudged)) {
    products += date.season * errorAt(date);
    squares += date.season ** 2;
  }
  return Math.min(1, Math.max(0, products / squares));
};

const errorAt = ({ raw, label }: ScoredLabels): number => levelError(raw, label);

/** Mean gain in log loss by the shift, with its standard error. */
const gainAt = ({ raw, label }: DatedScores, shift: number): Gain => {
  const gains = raw.map((s, i) => logitLoss(s, label[i]!) - logitLoss(s + shift, label[i]!));
  const gain = gains.reduce((a, b) => a + b, 0) / gains.length;
  const squares = gains.reduce((sum, g) => sum + (g - gain) ** 2, 0);
  return { gain, error: Math.sqrt(squares) / gains.length };
};
