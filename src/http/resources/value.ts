// Amounts and counts on the way out.

import type { ActiveEvaluation } from "../../domain/outcome/active-value.js";
import {
  type ExpectedValue,
  type OutcomeValue,
  type ScoredValue,
  type ValueEvaluation,
  type ValueMeasure,
  valueMeasures,
} from "../../domain/outcome/value.js";
import type { ObservedPerformance, ObservedValue } from "../../domain/pipeline/observed-performance.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { activeTestSentence, activeValueSentence } from "../../words/active-value.js";
import { observedValueSentence, type PredictionNames, valueSentence } from "../../words/expectation.js";
import { present } from "../json.js";
import { isoSeconds } from "./record.js";

export const renderValueAnalysis = (value: OutcomeValue): JsonObject =>
  present({
    ...Object.fromEntries(
      valueMeasures.map((measure) => [measure, value[measure] && evaluation(value[measure])]),
    ),
    if_active: value.if_active && activeEvaluation(value.if_active),
  });

const activeEvaluation = ({ origins, property, gain, ...test }: ActiveEvaluation): JsonObject =>
  present({
    headline: activeTestSentence({ property, gain, ...test }),
    property: property ?? undefined,
    ...test,
    gain_low: gain.low,
    gain_high: gain.high,
    origins: origins.map((origin) => ({ ...origin, landmark: isoSeconds(origin.landmark) })),
  });

const evaluation = ({ expected_interval, origins, ...test }: ValueEvaluation): JsonObject => ({
  ...test,
  expected_low: expected_interval.low,
  expected_high: expected_interval.high,
  origins: origins.map((origin) => ({ ...origin, landmark: isoSeconds(origin.landmark) })),
});

export const renderScoredValue = (
  value: ScoredValue,
  people: number,
  prediction: PredictionNames,
): JsonObject => {
  const totals = totalsOf(value);
  const { if_active: active } = value;
  if (active)
    return {
      headline: activeValueSentence(active, people, prediction),
      if_active: present({ ...active, property: active.property ?? undefined }),
    };
  return present({
    headline: valueSentence({ people, ...totals }, prediction),
    ...totals,
    spent: value.spent,
  });
};

/** Sums over some people, such as those of a file. */
export const renderExpectedValues = (value: Pick<ScoredValue, ValueMeasure>): JsonObject =>
  present(totalsOf(value));

const totalsOf = ({ amount, count }: Pick<ScoredValue, ValueMeasure>) => ({
  amount: amount && total(amount),
  count: count && total(count),
});

/** Sums of what was expected of people and what they had. */
export const renderObservedValues = (values: NonNullable<ObservedPerformance["values"]>): JsonObject =>
  present(
    Object.fromEntries(
      valueMeasures.map((measure) => [measure, values[measure] && observedValue(values[measure], measure)]),
    ),
  );

const observedValue = (
  { expected, expected_interval: { low, high }, observed, deciles }: ObservedValue,
  measure: ValueMeasure,
): JsonObject => {
  const figures = { expected, expected_low: low, expected_high: high };
  return {
    headline: observedValueSentence({ ...figures, observed, measure }),
    ...figures,
    observed,
    deciles,
  };
};

const total = ({ expected, interval }: ExpectedValue) => ({
  expected,
  expected_low: interval.low,
  expected_high: interval.high,
});
