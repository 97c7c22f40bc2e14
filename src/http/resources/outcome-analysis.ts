// Analyses of outcomes on the way out: how the model was trained, and its accuracy on people and a date that
// it has not seen.

import type { BiasReport, Metric, Spread, Subpopulation, ValueShare } from "../../domain/outcome/bias.js";
import { ageBands, unknownValue } from "../../domain/outcome/dimensions.js";
import type { BandPoint, Interval, Intervals, MetricName, Scores } from "../../domain/outcome/evaluation.js";
import { judgedVerdict, judgedWarnings } from "../../domain/outcome/judgement.js";
import { calendarFieldsOf } from "../../domain/outcome/label-window.js";
import type { OutcomeResult, TenureFeatures } from "../../domain/outcome/outcome.js";
import type { BrokenClaims } from "../../domain/pipeline/claim.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { resultHeadline } from "../../words/evaluation.js";
import { findingText } from "../../words/fairness.js";
import { candidateLabel, metrics } from "../../words/labels.js";
import { present } from "../json.js";
import { renderHorizonsAnalysis } from "./horizons.js";
import { horizonOf } from "./outcome.js";
import { isoSeconds } from "./record.js";
import { renderValueAnalysis } from "./value.js";
import { renderVerdict, renderWarning } from "./verdict.js";

export const renderOutcomeAnalysis = (
  result: OutcomeResult,
  cohortNames: { attainment: string; eligible: string | null; active?: string | undefined },
  broken: BrokenClaims | null,
): JsonObject => ({
  headline: resultHeadline(result, cohortNames),
  labels: labelsOf(result),
  ...(result.bias && { bias: renderBias(result.bias, result.training_rows, result.training_attained) }),
  ...(result.value && { value: renderValueAnalysis(result.value) }),
  ...(result.horizons && { horizons: renderHorizonsAnalysis(result.horizons) }),
  overall_performance: {
    recognized_individuals: {
      roc_auc: result.roc_auc,
      lift_value: result.lift_value,
      roc_curve: result.roc_curve,
      lift_curve: result.lift_curve,
      lift_table: liftTable(result.lift_curve),
      metrics_table: metricsTable(result),
    },
  },
  overall_features: { recognized_individuals: result.features },
  tenure_performances: {
    recognized_individuals: result.tenures.map(({ tenure_start, tenure_end, scores, ...performance }) =>
      present({
        ...performance,
        tenure_start,
        tenure_end,
        roc_auc: scores.auc,
        lift_table: liftTable(performance.lift_curve),
        metrics_table: table(["Model", ...figureHeaders], [["model", ...metricCells(scores)]]),
      }),
    ),
  },
  tenure_features: { recognized_individuals: result.tenure_features.map(tenureFeatures) },
  verdict: renderVerdict(judgedVerdict(result, broken)),
  warnings: judgedWarnings(result).map(renderWarning),
  comparison: result.comparison,
  performance: result.performance,
  intervals: result.intervals,
  calibration: result.calibration,
  deciles: result.deciles,
  decile_table: decileTable(result.deciles),
  method: renderMethod(result),
});

/** Dates, rows and models of the training and of the test. */
const renderMethod = (result: OutcomeResult): JsonObject =>
  present({
    mode: result.mode,
    static_reason: result.static_reason,
    horizon_days: horizonOf(result),
    ...calendarFieldsOf(result),
    horizon_chosen_from_data: result.horizon_chosen_from_data,
    landmarks: result.landmarks.map(isoSeconds),
    quiet_periods: result.quiet_periods.map(({ from, until }) => ({
      from: isoSeconds(from),
      until: isoSeconds(until),
    })),
    groups: result.groups,
    learned_through: isoSeconds(result.learned_through),
    refit_at: isoSeconds(result.refit_at),
    test_landmark: isoSeconds(result.test_landmark),
    tested_on: result.tested_on,
    training_people: result.training_people,
    training_rows: result.training_rows,
    training_attained: result.training_attained,
    origins: result.origins.map((origin) => ({ ...origin, landmark: isoSeconds(origin.landmark) })),
    training: result.training.map((row) => ({ ...row, landmark: isoSeconds(row.landmark) })),
    blend: result.blend,
  });

/** Labels of what the analysis lists by name. */
const labelsOf = ({ performance }: OutcomeResult): JsonObject => ({
  metrics: Object.fromEntries(metrics.map(({ name, label }) => [name, label])),
  candidates: Object.fromEntries(
    ["model", ...Object.keys(performance.candidates)].map((name) => [name, candidateLabel(name)]),
  ),
});

/** The published client parses each entry as a record of the same kind and fails if this list is missing. */
const tenureFeatures = ({ tenure_start, tenure_end, features }: TenureFeatures): JsonObject =>
  present({ tenure_start, tenure_end, features, recognized_individuals: [] });

interface Table {
  headers: string[];
  rows: string[][];
}
const table = (headers: string[], rows: string[][]): Table => ({ headers, rows });

const shownShares = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** Lift at shares that are common for campaigns, from the nearest point of the curve. */
const liftTable = (curve: readonly BandPoint[]): Table =>
  table(
    ["Top share", "Lift", "Low", "High"],
    shownShares.flatMap((share) => {
      const point = nearestPoint(curve, share);
      return point ? [[`${share * 100} %`, ...[point.y, point.y_min, point.y_max].map(fixed(2))]] : [];
    }),
  );

const nearestPoint = (curve: readonly BandPoint[], x: number): BandPoint | undefined =>
  curve.reduce<BandPoint | undefined>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    undefined,
  );

const fixed = (digits: number) => (value: number) => (Number.isFinite(value) ? value.toFixed(digits) : "–");

const shownMetrics: { name: MetricName; header: string; show(value: number): string }[] = [
  { name: "auc", header: "AUC", show: fixed(4) },
  { name: "average_precision", header: "Average precision", show: fixed(4) },
  { name: "log_loss", header: "Log loss", show: fixed(4) },
  { name: "brier", header: "Brier", show: fixed(4) },
  { name: "ece", header: "Calibration error", show: fixed(4) },
  { name: "top_decile_lift", header: "Top-decile lift", show: fixed(2) },
];
const figureHeaders = ["People", "Attained", "Base rate", ...shownMetrics.map(({ header }) => header)];

/** Rows for the model, for each candidate, and for the difference between the model and the best simple rule. */
const metricsTable = ({ performance, intervals, comparison }: OutcomeResult): Table => {
  const scorers = Object.entries({ model: performance.model, ...performance.candidates });
  const differences = shownMetrics.map(({ name, show }) => {
    const { value, ...interval } = comparison.differences[name];
    return show(value) + boundsText(interval, show);
  });
  return table(
    ["Model", ...figureHeaders],
    [
      ...scorers.map(([name, scores]) => [name, ...metricCells(scores, intervals[name])]),
      [`model less ${comparison.rule}`, "", "", "", ...differences],
    ],
  );
};

const metricCells = (scores: Scores, intervals?: Intervals): string[] => [
  String(scores.people),
  String(scores.attained),
  fixed(4)(scores.base_rate),
  ...shownMetrics.map(
    ({ name, show }) => show(scores[name]) + (intervals ? boundsText(intervals[name], show) : ""),
  ),
];

const boundsText = ({ low, high }: Interval, show: (value: number) => string): string =>
  ` (${show(low)} to ${show(high)})`;

const decileTable = (deciles: OutcomeResult["deciles"]): Table =>
  table(
    ["Decile", "People", "Expected", "Attained", "Rate", "Low", "High"],
    deciles.map(({ people, expected, attained, rate_low, rate_high }, i) => [
      String(i + 1),
      String(people),
      fixed(1)(expected),
      String(attained),
      ...[attained / people, rate_low, rate_high].map(fixed(4)),
    ]),
  );

/**
 * The bias report in the shape of the published client, which always needs age and gender: if they are
 * unknown, all `rows` of the training data, `attained` of them positive, have an unknown value.
 */
export const renderBias = (bias: BiasReport, rows: number, attained: number): JsonObject => {
  const spreadOver = (name: string) =>
    bias.data.find(({ dimension }) => dimension === name) ?? unknownSpread(name, rows, attained);
  const { dimension: _age, ...age } = spreadOver("age");
  const { dimension: _gender, ...gender } = spreadOver("gender");
  return present({
    data: {
      age: withYears(age),
      gender,
      traits: bias.data.filter(({ dimension }) => dimension !== "age" && dimension !== "gender"),
    },
    power: bias.subpopulations.map((group) => withMetrics(group, group.power)),
    predictions: bias.subpopulations.map((group) => withMetrics(group, group.predictions)),
    fairness: bias.subpopulations.map((group) => withMetrics(group, group.fairness)),
    summary: bias.summary,
    traits: bias.traits,
    top_share: bias.top_share,
    subpopulations: bias.subpopulations.map(({ power, predictions, fairness, ...group }) => group),
    findings: bias.findings.map((finding) => findingText(finding)),
    mitigation: bias.mitigation,
  });
};

const withMetrics = ({ name, dimensions, people }: Subpopulation, metrics: Metric[]): JsonObject => ({
  name,
  dimensions,
  people,
  metrics,
});

const withYears = (spread: Omit<Spread, "dimension">): JsonObject => ({
  ...spread,
  candidates: spread.candidates.map(yearsOf),
  positives: spread.positives.map(yearsOf),
  negatives: spread.negatives.map(yearsOf),
});

/** Adds bounds in whole years, both inclusive, unless the age is unknown. */
const yearsOf = (entry: ValueShare): JsonObject => {
  const place = ageBands.findIndex(({ value }) => value === entry.value);
  const until = ageBands[place]?.until;
  return present({
    ...entry,
    min: place < 0 ? undefined : (ageBands[place - 1]?.until ?? 0),
    max: until == null ? undefined : until - 1,
  });
};

const unknownSpread = (dimension: string, rows: number, attained: number): Spread => {
  const all = (count: number): ValueShare[] => [{ value: unknownValue, rows: count, share: 1 }];
  return {
    dimension,
    candidates: all(rows),
    positives: all(attained),
    negatives: all(rows - attained),
    distance: 0,
    level: "low_bias",
  };
};
