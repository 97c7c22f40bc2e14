// Effects of each feature on a person's probability, compared with other people. A feature's effect is its
// contribution to the person's score minus its mean contribution over the people compared with. Calibration
// stretches all effects of a person alike, so they add up exactly to the person's calibrated log-odds minus
// those at the average score.

import type { Frame } from "../../domain/outcome/frame.js";
import { applyCalibration, type Calibration } from "../calibration/calibration.js";
import { logit } from "../numeric/special-functions.js";
import { contributionsOf } from "../propensity/candidates/registry.js";
import { type PropensityModel, rawScores } from "../propensity/model.js";

export interface Explainer {
  /** Calibrated log-odds at the average score of the people compared with. */
  base: number;
  /** Calibrated log-odds by which each feature departs from the base, in row-major order: rows × features. */
  effects(frame: Frame): Float64Array;
}

/** `population` are the people to compare with, or a sample of them; at least one. */
export const explainerOf = (model: PropensityModel, population: Frame): Explainer => {
  const reference = population.columns.map(median);
  const usual = meanOverRows(blendedContributions(model, population, reference), population);
  const usualScore = mean(rawScores(model, population));
  return {
    base: calibrated(model.calibration, Float64Array.of(usualScore))[0]!,
    effects(frame) {
      const stretch = stretches(model.calibration, rawScores(model, frame), usualScore);
      const features = usual.length;
      return blendedContributions(model, frame, reference).map((value, at) => {
        const row = Math.floor(at / features);
        return stretch[row]! * (value - usual[at % features]!);
      });
    },
  };
};

/** Contributions of all members by weight, in log-odds. `reference` is a usual value of each feature. */
const blendedContributions = (
  { members }: PropensityModel,
  { columns, rows }: Frame,
  reference: readonly number[],
): Float64Array => {
  const sum = new Float64Array(rows * columns.length);
  for (const { fitted, weight } of members)
    contributionsOf(fitted, columns, rows, reference).forEach((value, at) => {
      sum[at]! += weight * value;
    });
  return sum;
};

/** Scores this close to the usual one count as equal to it; the curve's own slope is used there. */
const close = 1e-6;

/** Calibrated log-odds per unit of raw score, between the usual score and each. */
const stretches = (calibration: Calibration, raw: Float64Array, usual: number): Float64Array => {
  const ends = raw.map((score) => (Math.abs(score - usual) < close ? usual + close : score));
  const [base] = calibrated(calibration, Float64Array.of(usual));
  return calibrated(calibration, ends).map((logOdds, row) => (logOdds - base!) / (ends[row]! - usual));
};

const calibrated = (calibration: Calibration, raw: Float64Array): Float64Array =>
  applyCalibration(calibration, raw).map(logit);

const mean = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Mean of each feature's values in row-major order. */
const meanOverRows = (values: Float64Array, { rows, columns }: Frame): Float64Array => {
  const sum = new Float64Array(columns.length);
  values.forEach((value, at) => {
    sum[at % sum.length]! += value / rows;
  });
  return sum;
};

/** Median of the known values; NaN where none is known. */
const median = (column: Float32Array): number => {
  const known = column.filter((value) => !Number.isNaN(value)).sort();
  return known[known.length >> 1] ?? Number.NaN;
};
