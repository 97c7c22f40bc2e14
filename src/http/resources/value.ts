// Amounts and counts on the way out.

import {
  type ExpectedValue,
  type OutcomeValue,
  type ScoredValue,
  type ValueEvaluation,
  valueMeasures,
} from "../../domain/value.js";
import { type PredictionNames, valueSentence } from "../../words/expectation.js";
import { type JsonObject, present } from "../json.js";
import { isoSeconds } from "./record.js";

export const renderValueAnalysis = (value: OutcomeValue): JsonObject =>
  present(
    Object.fromEntries(
      valueMeasures.map((measure) => [measure, value[measure] && evaluation(value[measure])]),
    ),
  );

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
  const totals = { amount: value.amount && total(value.amount), count: value.count && total(value.count) };
  return present({
    headline: valueSentence({ people, ...totals }, prediction),
    ...totals,
    spent: value.spent,
  });
};

const total = ({ expected, interval }: ExpectedValue) => ({
  expected,
  expected_low: interval.low,
  expected_high: interval.high,
});
