// Predicted columns: what an outcome adds to the scores of each person beside the probability, by what its
// configuration asks for.

import {
  type HorizonColumn,
  horizonColumns,
  isHorizonColumn,
  isHorizonProbability,
} from "../outcome/horizons.js";
import type { OutcomeConfig } from "../outcome/outcome.js";
import {
  isValueColumn,
  monthlyAmount,
  type ValueColumn,
  valueColumnsIn,
  valueColumnsOf,
} from "../outcome/value.js";
import type { ScoredOutcome } from "./scope.js";

export type PredictedColumn = ValueColumn | HorizonColumn;

export const isPredictedColumn = (name: string): name is PredictedColumn =>
  isValueColumn(name) || isHorizonColumn(name);

/** Dates and their status are text. */
export const isPredictedNumber = (name: string): boolean => isValueColumn(name) || isHorizonProbability(name);

/** None for an outcome that asks for the probability alone. */
export const predictedColumnsOf = (
  { value, horizons }: Pick<OutcomeConfig, "value" | "horizons">,
  isRecurring = false,
): PredictedColumn[] => [
  ...valueColumnsOf(value),
  ...(isRecurring ? ([monthlyAmount] as const) : []),
  ...horizonColumns(horizons),
];

/** The columns that scores have, by what is said of the people scored. */
export const predictedColumnsIn = (
  scored: Pick<ScoredOutcome, "value" | "horizons" | "recurring"> | undefined,
): PredictedColumn[] => [
  ...valueColumnsIn(scored?.value),
  ...(scored?.recurring ? ([monthlyAmount] as const) : []),
  ...horizonColumns(scored?.horizons?.horizons.map(({ days }) => days)),
];
