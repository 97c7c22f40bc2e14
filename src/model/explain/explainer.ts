// Why a person's probability is not everybody's. Each feature is credited with what it brings to the person's score less what
// it brings to the people scored on average, and calibration stretches all of a person's credits alike. So they add up, exactly,
// to the calibrated log-odds of the person less those at the average score.

import type { Frame } from "../../domain/frame.js";
import { applyCalibration, type Calibration } from "../calibration/calibration.js";
import { shapValues } from "../gbdt/shap.js";
import { type LogisticModel, predictLogistic } from "../numeric/logistic.js";
import { logit } from "../numeric/logit.js";
import { shapleyBySubsets } from "../propensity/candidates/few-features.js";
import { type FittedCandidate, scoreCandidate } from "../propensity/candidates/registry.js";
import { type BlendMember, type PropensityModel, rawScores } from "../propensity/model.js";

export interface Explainer {
  /** Calibrated log-odds at the average score of the people compared with. */
  base: number;
  /** Calibrated log-odds by which each feature departs from the base: one line of a number per feature for each row. */
  effects(frame: Frame): Float64Array;
}

/** `everybody` are the people to compare with, or a sample of them; at least one. */
export const explainerOf = (model: PropensityModel, everybody: Frame): Explainer => {
  const reference = everybody.columns.map(median);
  const contributionsOf = ({ columns, rows }: Frame) =>
    blendedContributions(model.members, columns, rows, reference);
  const usual = meanLine(contributionsOf(everybody), everybody);
  const usualScore = mean(rawScores(model, everybody));
  return {
    base: calibrated(model.calibration, Float64Array.of(usualScore))[0]!,
    effects(frame) {
      const stretch = stretches(model.calibration, rawScores(model, frame), usualScore);
      const features = usual.length;
      return contributionsOf(frame).map((value, at) => {
        const row = Math.floor(at / features);
        return stretch[row]! * (value - usual[at % features]!);
      });
    },
  };
};

/** Scores so close to the usual one are as good as equal to it; there the curve's own slope is taken. */
const close = 1e-6;

/** How many calibrated log-odds one of the raw score is, on the way from the usual score to each. */
const stretches = (calibration: Calibration, raw: Float64Array, usual: number): Float64Array => {
  const ends = raw.map((score) => (Math.abs(score - usual) < close ? usual + close : score));
  const [base] = calibrated(calibration, Float64Array.of(usual));
  return calibrated(calibration, ends).map((logOdds, row) => (logOdds - base!) / (ends[row]! - usual));
};

const calibrated = (calibration: Calibration, raw: Float64Array): Float64Array =>
  applyCalibration(calibration, raw).map(logit);

const mean = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

const meanLine = (lines: Float64Array, { rows, columns }: Frame): Float64Array => {
  const sum = new Float64Array(columns.length);
  lines.forEach((value, at) => {
    sum[at % sum.length]! += value / rows;
  });
  return sum;
};

/** Of the known values; NaN where none is known. */
const median = (column: Float32Array): number => {
  const known = column.filter((value) => !Number.isNaN(value)).sort();
  return known[known.length >> 1] ?? Number.NaN;
};

// What each feature brings to a candidate's score. Trees and regressions have exact answers of their own kind; a candidate that
// looks at a few features is asked about every subset of them. A row's contributions and its score differ by the same number
// for all rows.

/** Log-odds over all members by weight, one line of a number per feature for each row. `reference` is a usual value of each. */
export const blendedContributions = (
  members: readonly BlendMember[],
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  const sum = new Float64Array(rows * columns.length);
  for (const { fitted, weight } of members)
    contributions(fitted, columns, rows, reference).forEach((value, at) => {
      sum[at]! += weight * value;
    });
  return sum;
};

const contributions = (
  fitted: FittedCandidate,
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  switch (fitted.kind) {
    case "constant":
      return new Float64Array(rows * columns.length);
    case "few":
    case "purchases":
      return ofFew(fitted, columns, rows, reference);
    case "logistic":
      return inLines(logisticTerms(fitted, columns), rows);
    case "gbdt":
      return shapValues(
        fitted,
        columns,
        Int32Array.from({ length: rows }, (_, row) => row),
      );
  }
};

const ofFew = (
  fitted: Extract<FittedCandidate, { features: number[] }>,
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  const { features } = fitted;
  const score = (few: Float32Array[]) => {
    const seen = columns.slice();
    features.forEach((f, i) => {
      seen[f] = few[i]!;
    });
    return scoreCandidate(fitted, seen, rows);
  };
  const values = shapleyBySubsets(
    score,
    features.map((f) => columns[f]!),
    features.map((f) => reference[f]!),
  );
  const none = new Float64Array(rows);
  return inLines(
    columns.map((_, f) => values[features.indexOf(f)] ?? none),
    rows,
  );
};

/** A regression is a sum, and each of its features is a regression by itself. */
const logisticTerms = (model: LogisticModel, columns: Float32Array[]): Float64Array[] =>
  columns.map((column, f) => {
    const missing = model.missing.filter(({ feature }) => feature === f);
    const alone: LogisticModel = {
      kind: "logistic",
      intercept: 0,
      features: [model.features[f]!],
      missing: missing.map((pattern) => ({ ...pattern, feature: 0 })),
    };
    return predictLogistic(alone, [column]);
  });

const inLines = (byFeature: Float64Array[], rows: number): Float64Array => {
  const lines = new Float64Array(rows * byFeature.length);
  byFeature.forEach((values, f) => {
    for (let row = 0; row < rows; row++) lines[row * byFeature.length + f] = values[row]!;
  });
  return lines;
};
