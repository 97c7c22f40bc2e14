// Expected amounts and counts of people at the account's now, with their 80 % ranges, and the totals over the scored people.

import type { Frame } from "../../domain/frame.js";
import {
  measuresOf,
  type ScoredValue,
  type ValueColumn,
  type ValueConfig,
  type ValueMeasure,
  valueColumnsOf,
} from "../../domain/value.js";
import { sumInterval } from "../../model/value/expected-sum.js";
import { givenGoal, rangeOf, type ValueModel, valueVariance } from "../../model/value/model.js";
import { amountsWithin } from "../../warehouse/cohorts/amounts.js";
import type { Engine } from "../../warehouse/engine.js";
import { exactTotals, withSpent } from "../../warehouse/scores.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import type { OutcomeSpec } from "../outcome/prediction-task.js";
import type { StoredValue } from "../outcome/stored-model.js";

/** Per measure what a person is expected to have, the variance of it and, of amounts, the range: one entry per row. */
export const expectedValues = (
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

/** The same columns without rows. */
export const noValues = (value: StoredValue): Record<string, Float64Array> =>
  Object.fromEntries(
    modelsOf(value).flatMap(([measure]) =>
      [
        `expected_${measure}`,
        `variance_${measure}`,
        ...(measure === "amount" ? ["amount_low", "amount_high"] : []),
      ].map((name) => [name, new Float64Array()]),
    ),
  );

const modelsOf = (value: StoredValue) => Object.entries(value) as [ValueMeasure, ValueModel][];

interface Valued {
  /** person_id, status and the other columns of scores, and those of the value. */
  scored: Relation;
  columns: ValueColumn[];
  totals: ScoredValue;
}

/** The scores with the value's columns, and totals of them; null for an outcome that asks for the probability alone. */
export const valueScores = async (
  table: string,
  { scored, probabilities }: { scored: Relation; probabilities: Relation },
  { config, attainment }: Pick<OutcomeSpec, "config"> & Partial<Pick<OutcomeSpec, "attainment">>,
  value: StoredValue | undefined,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Valued | null> => {
  if (!config.value || !value || !attainment) return null;
  const columns = valueColumnsOf(config.value);
  const span = { from: null, until: account.dataThrough };
  const spent = isOfAmounts(config.value) ? amountsWithin(attainment, cohortInputs(account), span) : null;
  const valued = await engine.createTable(table, withSpent(scored, probabilities, columns, spent));
  return {
    scored: valued,
    columns,
    totals: await totalsOf(valued, probabilities, value, spent !== null, engine),
  };
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
  const { spent } = await engine.row<{ spent: number }>(sql`
    select coalesce(cast(sum(cast(v.lifetime_value - v.expected_amount as decimal(38, 6))) as double), 0) as spent
    from ${valued} as v where v.status = 'scored'`);
  return { ...totals, spent };
};
