// Season: at the days of earlier years that are nearest to a day, more or fewer people reached the goal than
// a regression on recency, frequency, tenure and value expects of such people. They may do so again. A log of
// less than a year has no such days.

import { stepDays } from "../../domain/outcome/landmarks.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { levelError } from "../calibration/level-shift.js";
import { countMinority } from "../numeric/labels.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { fitCandidate, scoreCandidate } from "./candidates/registry.js";
import { type LabelledFrame, landmarksOf, rowsAt } from "./rows.js";

const yearDays = 365.25;
const minWidthDays = 20;
/** Below this weight, a landmark is of another season. */
const minWeight = 0.01;
/**
 * Landmarks without an error that are averaged with those of the season, since what one year shows may be
 * that year.
 */
const priorLandmarks = 1;

/** In log-odds, by how much the level is expected to be off at a date; 0 where no landmark is of its season. */
export const seasonalError = (training: LabelledFrame, at: number, options: CandidateOptions): number => {
  const season = landmarksOf(training)
    .map((landmark) => ({ landmark, weight: seasonWeight(landmark, at, options.horizonDays) }))
    .filter(({ weight }) => weight > minWeight);
  if (season.length === 0 || options.rfm.length < 2) return 0;
  const fitted = fitCandidate("rfm", training, options, 0);
  let [error, total] = [0, priorLandmarks];
  for (const { landmark, weight } of season) {
    const { columns, rows, label } = rowsAt(training, landmark);
    if (countMinority(label) === 0) continue;
    error += weight * levelError(scoreCandidate(fitted, columns, rows), label);
    total += weight;
  }
  return error / total;
};

/**
 * 1 on the same day of an earlier year, and less the further a landmark is from it. Landmarks lie up to half
 * a step from it.
 */
const seasonWeight = (landmark: number, at: number, horizonDays: number): number => {
  const age = (at - landmark) / secondsPerDay;
  const years = Math.max(1, Math.round(age / yearDays));
  const width = Math.max(minWidthDays, stepDays(horizonDays * secondsPerDay) / 2);
  return Math.exp(-(((age - years * yearDays) / width) ** 2) / 2);
};
