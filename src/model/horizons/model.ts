// Model of an outcome's horizons as plain data: hazards in consecutive intervals, blended and calibrated,
// from which each person has a curve that is anchored at the delivered probability.

import type { Calibration } from "../calibration/calibration.js";
import { mix } from "../propensity/blend.js";
import type { CandidateName } from "../propensity/candidates/registry.js";
import { type Anchor, curvesOf } from "./curve.js";
import { type FittedHazards, predictHazards } from "./hazards.js";
import { type ReachedAt, reachedAt, type Timing } from "./timing.js";
import type { Bounds } from "./waits.js";

export interface HazardMember {
  name: CandidateName;
  /** Positive; the members' weights sum to 1. */
  weight: number;
  fitted: FittedHazards;
}

export interface HorizonsModel extends Anchor {
  bounds: Bounds;
  members: HazardMember[];
  /** Calibrations of the hazards, per interval. */
  calibrations: Calibration[];
  timing: Timing;
  /**
   * Per interval: half-width of the 95 % interval of the level at its end, in log-odds; null where no past
   * date shows it.
   */
  levelMargins: (number | null)[];
}

/** Per interval, the probability of each row; at the outcome's own horizon it is `probability`. */
export const predictHorizons = (
  model: Pick<HorizonsModel, "bounds" | "members" | "calibrations" | "main" | "follows">,
  columns: Float32Array[],
  probability: Float64Array,
): Float64Array[] => curvesOf(hazardsOf(model, columns, probability.length), probability, model);

/** Calibrated log-odds, per interval and row. */
const hazardsOf = (
  { bounds, members, calibrations }: Pick<HorizonsModel, "bounds" | "members" | "calibrations">,
  columns: Float32Array[],
  rows: number,
): Float64Array[] => {
  const byMember = members.map(({ fitted }) => predictHazards(fitted, bounds.length, columns, rows));
  const weights = members.map(({ weight }) => weight);
  return bounds.map((_, interval) =>
    shifted(
      mix(
        byMember.map((hazards) => hazards[interval]!),
        weights,
      ),
      calibrations[interval]!,
    ),
  );
};

export const shifted = (hazard: Float64Array, { shift }: Calibration): Float64Array =>
  hazard.map((logOdds) => logOdds + shift);

/** Days from the cutoff, counted from 0; NaN where the goal is not expected by the last interval's end. */
export interface ExpectedDays {
  /** The day by which the goal is as likely to have been reached as not. */
  median: number;
  /**
   * The 80 % range: one in ten reach the goal before the lower day, and one in ten after the upper one. Where
   * more than one in ten stay away until the last interval's end, the upper day is NaN, and one in five reach
   * the goal before the lower one.
   */
  low: number;
  high: number;
}

export const unknownDays: ExpectedDays = { median: Number.NaN, low: Number.NaN, high: Number.NaN };

const share = 0.8;
/** Ranges have whole days. One that had all the days it touches would hold more than 80 % of people. */
const nearestMidnight = ({ day, share }: ReachedAt): number => (share > 0.5 ? day + 1 : day);

const tail = (1 - share) / 2;

/** `curve` has the probabilities of one person. */
export const expectedDays = (
  { bounds, timing }: Pick<HorizonsModel, "bounds" | "timing">,
  curve: readonly number[],
): ExpectedDays => {
  if (!(curve.at(-1)! >= 0.5)) return unknownDays;
  const at = (level: number) => reachedAt(curve, bounds, timing, level);
  const median = at(0.5)!.day;
  const upper = at(1 - tail);
  const lower = at(upper ? tail : 1 - share)!;
  return {
    median,
    low: Math.min(median, nearestMidnight(lower)),
    high: upper ? Math.max(median, nearestMidnight(upper) - 1) : Number.NaN,
  };
};
