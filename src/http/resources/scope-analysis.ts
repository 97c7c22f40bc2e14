// Analyses of scopes on the way out: current scores, and past scores compared with actual results. Outcomes
// are in the order of the payload.

import { currencyOfStream } from "../../domain/data/stream-mapping.js";
import type { Interval } from "../../domain/outcome/evaluation.js";
import { calendarFieldsOf } from "../../domain/outcome/label-window.js";
import {
  horizonEnd,
  type ObservedPerformance,
  type PerformanceHistory,
  type ScoreSnapshot,
} from "../../domain/pipeline/observed-performance.js";
import type { RecurringAmounts } from "../../domain/pipeline/recurring.js";
import type { ScopeConfig, ScopeResult, ScoredOutcome } from "../../domain/pipeline/scope.js";
import type { JsonObject } from "../../domain/resource/json.js";
import {
  expectationSentence,
  observedSentence,
  type PredictionNames,
  recurringSentence,
  withoutEventsFigures,
} from "../../words/expectation.js";
import { present } from "../json.js";
import type { ReferencedResources } from "../referenced.js";
import { renderScoredHorizons } from "./horizons.js";
import { shownHorizon, valueCurrency } from "./outcome.js";
import { dataThrough, isoSeconds, nameOf } from "./record.js";
import { renderObservedValues, renderScoredValue } from "./value.js";
import { renderWarning } from "./verdict.js";

export const renderScopeAnalysis = (
  { payload }: ScopeConfig,
  result: ScopeResult,
  referenced: ReferencedResources,
): JsonObject =>
  present({
    population_count: result.population_count,
    data_through: dataThrough(referenced),
    outcomes: perOutcome(payload, result.outcomes, referenced, scoredOutcome),
    warnings: result.warnings.map(renderWarning),
  });

export const renderScopeEfficacy = (
  { payload }: ScopeConfig,
  result: ScopeResult,
  referenced: ReferencedResources,
): JsonObject => ({
  outcomes: perOutcome(payload, result.performance, referenced, performance),
});

/** Leaves out outcomes that are new in the payload and not in the result yet. */
const perOutcome = <T>(
  { outcome_ids }: ScopeConfig["payload"],
  found: Readonly<Record<string, T>>,
  referenced: ReferencedResources,
  render: (found: T, prediction: PredictionNames, referenced: ReferencedResources) => JsonObject,
): JsonObject[] =>
  outcome_ids.flatMap((id) => {
    const about = { id, outcome_id: id, outcome_name: nameOf(referenced, "outcomes", id) };
    return found[id] === undefined
      ? []
      : [present({ ...about, ...render(found[id], predictionNames(id, referenced), referenced) })];
  });

export const predictionNames = (id: string, referenced: ReferencedResources): PredictionNames => {
  const outcome = referenced.find("outcomes", id);
  if (!outcome) return {};
  const {
    attainment_cohort_id: attainment,
    eligible_cohort_id: eligible,
    active_cohort_id: active,
  } = outcome.config;
  return {
    attainment_cohort_name: nameOf(referenced, "cohorts", attainment),
    eligible_cohort_name: nameOf(referenced, "cohorts", eligible),
    active_cohort_name: nameOf(referenced, "cohorts", active),
    horizon_days: shownHorizon(outcome, referenced),
    ...calendarFieldsOf(outcome.config),
    is_static: outcome.result?.mode === "static",
    value_currency: valueCurrency(outcome, referenced),
  };
};

/** Needs all datasets, for the currency. */
const renderRecurring = (
  { stream, renewals, ...amounts }: RecurringAmounts,
  referenced: ReferencedResources,
): JsonObject => {
  const datasets = referenced
    .all("datasets")
    .filter(({ config, archivedAt }) => !config.preview && archivedAt === null);
  const shown = { ...amounts, currency: currencyOfStream(datasets, stream) };
  return present({
    headline: recurringSentence(shown),
    stream_name: stream,
    ...shown,
    renewals: renewals.map((month) => ({ ...month })),
  });
};

const scoredOutcome = (
  scores: ScoredOutcome,
  prediction: PredictionNames,
  referenced: ReferencedResources,
): JsonObject => {
  const rendered = renderScores(scores);
  return {
    headline: expectationSentence(rendered, prediction),
    ...rendered,
    ...(scores.value && { value: renderScoredValue(scores.value, scores.scored, prediction) }),
    ...(scores.horizons && { horizons: renderScoredHorizons(scores.horizons) }),
    ...(scores.recurring && { recurring: renderRecurring(scores.recurring, referenced) }),
  };
};

const renderScores = ({
  scored,
  attained,
  not_eligible,
  expected,
  expected_interval,
  histogram,
  outside,
  shift,
  without_events,
}: ScoredOutcome) => ({
  scored_count: scored,
  eligible_count: scored + outside.people,
  attained_count: attained,
  not_eligible_count: not_eligible,
  ...(without_events && { without_events: { ...withoutEventsFigures(without_events) } }),
  expected,
  ...bounds(expected_interval),
  probability_distribution: distributionOf(histogram, outside),
  histogram: histogram.map((count, bin) => ({
    min: bin / histogram.length,
    max: (bin + 1) / histogram.length,
    count,
    eligible_count: count + outside.histogram[bin]!,
  })),
  shift,
});

/** The histogram by the names of the newest published interface: counts, and shares of all people. */
const distributionOf = (histogram: readonly number[], outside: ScoredOutcome["outside"]): JsonObject[] => {
  const eligible = histogram.map((count, bin) => count + outside.histogram[bin]!);
  const [scoredPeople, eligiblePeople] = [sum(histogram), sum(eligible)];
  return histogram.map((count, bin_index) => ({
    bin_index,
    bin_mid_point: (bin_index + 0.5) / histogram.length,
    scope: scoredPeople === 0 ? 0 : count / scoredPeople,
    scope_individuals_count: count,
    eligible: eligiblePeople === 0 ? 0 : eligible[bin_index]! / eligiblePeople,
    eligible_individuals_count: eligible[bin_index]!,
  }));
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const performance = (
  { observed, waiting }: PerformanceHistory,
  { active_cohort_name }: PredictionNames,
): JsonObject => ({
  months: monthsOf(observed),
  observed: observed.map((scores) => observedScores(scores, active_cohort_name)).reverse(),
  waiting: waiting.map(given).reverse(),
});

/** The last scores of each month, by the names of the newest published interface, oldest first. */
const monthsOf = (observed: PerformanceHistory["observed"]): JsonObject[] => {
  const byMonth = new Map<string, JsonObject>();
  for (const scores of observed) {
    const day = new Date(scores.cutoff * 1000);
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1];
    const { attained, deciles } = scores;
    byMonth.set(`${year}-${month}`, {
      year,
      month,
      attainment_window: scores.horizon_days,
      gross_attainments: attained,
      net_attainments: attained,
      net_attainments_by_decile: deciles.map((decile) => decile.attained),
      performed: comparedWithExpected(scores),
    });
  }
  return [...byMonth.values()];
};

const comparedWithExpected = ({
  attained,
  expected_interval: interval,
}: Pick<ObservedPerformance, "attained" | "expected_interval">): string => {
  if (interval && attained > interval.high) return "greater_than";
  return interval && attained < interval.low ? "less_than" : "equal";
};

export const observedScores = (
  observed: Omit<ObservedPerformance, "model">,
  active_cohort_name?: string | undefined,
): JsonObject => ({
  headline: observedSentence({
    ...observed,
    active_cohort_name,
    ...bounds(observed.expected_interval),
    cutoff: observed.cutoff * 1000,
  }),
  ...given(observed),
  left_out_count: observed.left_out,
  expected: observed.expected,
  ...bounds(observed.expected_interval),
  attained: observed.attained,
  deciles: observed.deciles,
  ...(observed.values && { value: renderObservedValues(observed.values) }),
});

const given = (scores: Omit<ObservedPerformance | ScoreSnapshot, "model">): JsonObject => ({
  cutoff: isoSeconds(scores.cutoff),
  horizon_end: isoSeconds(horizonEnd(scores)),
  horizon_days: scores.horizon_days,
  ...calendarFieldsOf(scores),
  people: scores.people,
});

export const bounds = (interval: Interval | undefined): { expected_low?: number; expected_high?: number } =>
  interval ? { expected_low: interval.low, expected_high: interval.high } : {};
