// Expected amounts and counts of people at the account's now, with their 80 % ranges, and the totals over the
// scored people.

import type { Frame } from "../../../domain/outcome/frame.js";
import {
  measuresOf,
  type ScoredValue,
  type ValueConfig,
  type ValueErrors,
  type ValueMeasure,
  valueColumnsOf,
} from "../../../domain/outcome/value.js";
import { sumInterval } from "../../../model/value/expected-sum.js";
import { givenGoal, rangeOf, type ValueModel, valueVariance } from "../../../model/value/model.js";
import { amountsWithin } from "../../../warehouse/cohorts/amounts.js";
import type { Engine } from "../../../warehouse/engine.js";
import { exactTotals, spentTotal, withSpent } from "../../../warehouse/scores.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import { cohortInputs } from "../../kind/relations.js";
import type { StoredValue } from "../../outcome/stored-model.js";
import type { Analysis, OutcomeScores } from "./analysis.js";

/** Per measure what a person is expected to have, the variance of it and, of amounts, the range: one entry per row. */
const expectedValues = (
  value: StoredValue,
  frame: Frame,
  probability: Float64Array,
): Record<string, Float64Array> => {
  const columns: Record<string, Float64Array> = {};
  for (const [measure, model] of modelsOf(value)) {
    const given = givenGoal(model, frame.columns, frame.rows);
    columns[`expected_${measure}`] = probability.map((p, i) => p * given[i]!);
    columns[`variance_${measure}`] = probability.map((p, i) => valueVariance(p, given[i]!, model.spread));
    if (measure !== "amount") continue;
    const ranges = Array.from(given, (m, i) => rangeOf(probability[i]!, m, model.spread));
    columns.amount_low = Float64Array.from(ranges, ({ low }) => low);
    columns.amount_high = Float64Array.from(ranges, ({ high }) => high);
  }
  return columns;
};

const modelsOf = (value: StoredValue) => Object.entries(value) as [ValueMeasure, ValueModel][];

/** The request for values; undefined unless the outcome wants them and its model has learned them. */
const requestOf = ({ outcome: { config, attainment }, model }: Pick<OutcomeScores, "outcome" | "model">) =>
  config.value && model.value && attainment
    ? { config: config.value, models: model.value, attainment }
    : undefined;

/** Errors of values; undefined where none are predicted. */
export const valueErrors = (scored: Pick<OutcomeScores, "outcome" | "model">): ValueErrors | undefined => {
  const models = requestOf(scored)?.models;
  if (!models) return undefined;
  const errors = modelsOf(models).map(
    ([measure, { spread, levelMargin }]) =>
      [measure, { square: spread.square, level_margin: levelMargin }] as const,
  );
  return Object.fromEntries(errors);
};

export const value: Analysis = {
  name: "value",
  isRequested: ({ outcomes }) => outcomes.some(({ config }) => config.value),
  predict: ({ value: models = {} }, frame, probability) => expectedValues(models, frame, probability),
  async ofOutcome(scored, { input: { account }, tools: { engine } }) {
    const request = requestOf(scored);
    if (!request) return {};
    const { scores, probabilities, place } = scored;
    const columns = valueColumnsOf(request.config);
    const span = { from: null, until: account.dataThrough };
    const spent = isOfAmounts(request.config)
      ? amountsWithin(request.attainment, cohortInputs(account), span)
      : null;
    const valued = await engine.createTable(
      `valued_${place}`,
      withSpent(scores, probabilities, columns, spent),
    );
    return {
      scores: valued,
      columns,
      outcome: { value: await totalsOf(valued, probabilities, request.models, spent !== null, engine) },
      model: { values: valueErrors(scored)! },
    };
  },
};

const isOfAmounts = (value: ValueConfig): boolean => measuresOf(value).includes("amount");

const totalsOf = async (
  valued: Relation,
  probabilities: Relation,
  value: StoredValue,
  hasSpent: boolean,
  engine: Engine,
): Promise<ScoredValue> => {
  const totals: ScoredValue = {};
  for (const [measure, { levelMargin }] of modelsOf(value)) {
    const sums = await engine.row<{ expected: number; variance: number }>(
      exactTotals(probabilities, measure),
    );
    totals[measure] = { expected: sums.expected, interval: sumInterval(sums, levelMargin) };
  }
  if (!hasSpent) return totals;
  const { spent } = await engine.row<{ spent: number }>(spentTotal(valued));
  return { ...totals, spent };
};
