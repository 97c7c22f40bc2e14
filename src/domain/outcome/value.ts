// Value of an outcome: what the people who reach the goal spend, and how often they do it, within the horizon;
// or, see `active-value.ts`, another value of their events.

import { type Static, Type } from "@sinclair/typebox";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, described, nameOf, oneOf, optional } from "../resource/schema.js";
import {
  type ActiveEvaluation,
  type ActiveFigure,
  activeColumns,
  aggregations,
  type ScoredActiveValue,
} from "./active-value.js";
import type { Interval } from "./evaluation.js";

export const valueMeasures = ["amount", "count"] as const;
export type ValueMeasure = (typeof valueMeasures)[number];

export const valueConfig = described(
  "Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match " +
    "its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone.",
  closed({
    measures: optional(
      Type.Array(
        oneOf(
          valueMeasures,
          "amount: the sum of the events' values, which refunds lower. count: the number of events.",
        ),
        {
          minItems: 1,
          maxItems: valueMeasures.length,
          uniqueItems: true,
          description: "What to predict. Absent: both.",
        },
      ),
    ),
    discount_rate: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          "Share by which an amount counts less for each year that it is in the future, for a customer lifetime value. 0.1: divided by " +
          "1.1 for each year. Absent: not at all.",
      }),
    ),
    aggregation: optional(
      oneOf(
        aggregations,
        "sum (default): amounts and counts, in which people without an event count as 0. mean, minimum, maximum or last: that of the " +
          "property over a person's events within the horizon, given that there is one; the model learns from active people alone, and " +
          "the value may be below 0. measures and discount_rate are of sums.",
      ),
    ),
    property: optional(
      nameOf(
        "The property, a number, that is aggregated by mean, minimum, maximum or last. Absent: the value of the stream.",
      ),
    ),
  }),
);
export type ValueConfig = Static<typeof valueConfig>;

/** None where the value is no sum. */
export const measuresOf = (value: ValueConfig): ValueMeasure[] => {
  const { measures = [...valueMeasures] } = value;
  return activeFigureOf(value) ? [] : valueMeasures.filter((measure) => measures.includes(measure));
};

/** Undefined for amounts and counts. */
export const activeFigureOf = (value: ValueConfig | undefined): ActiveFigure | undefined =>
  value?.aggregation === undefined || value.aggregation === "sum"
    ? undefined
    : { aggregation: value.aggregation, property: value.property ?? null };

/** Metrics of expected values on people and a date that the model has not seen. */
export interface ValueScores {
  people: number;
  /** Sum of what people were expected to have. */
  expected: number;
  /** Sum of what they had. */
  observed: number;
  /**
   * Area between the curve of cumulated values, those expected to have most first, and the diagonal, over
   * that of a perfect order: 1 is a perfect order, 0 one by chance.
   */
  gini: number;
  /** Mean over deciles of how far expected and observed sums are apart, as a share of the mean observed sum. */
  decile_error: number;
  /** Mean over deciles of how far expected and observed sums are apart, per person. */
  mean_absolute_error: number;
}

export interface ValueDecile {
  people: number;
  expected: number;
  observed: number;
}

/** Test of one measure. Sums are in the unit of the stream's values, or in events. */
export interface ValueEvaluation {
  model: ValueScores;
  /**
   * Scores of simple rules by name: `purchase_model`, BG/NBD, for amounts times the mean that Gamma-Gamma
   * expects of the person; `last_period`, the same as in the horizon before; `last_year`, the same as on the
   * same days a year before.
   */
  rules: Record<string, ValueScores>;
  /** 95 % interval of the sum, as it would have been shown before. */
  expected_interval: Interval;
  /** Highest expectations first. */
  deciles: ValueDecile[];
  /** Number of tested people whose 80 % range is more than 0, and of those who lie in it. */
  range: { people: number; held: number };
  /** Weight of each candidate in the model. */
  blend: Record<string, number>;
  /** Past dates on which the prediction was made as it is today, oldest first. The last is the test. */
  origins: { landmark: EpochSeconds; people: number; expected: number; observed: number; gini: number }[];
}

export type OutcomeValue = Partial<Record<ValueMeasure, ValueEvaluation>> & { if_active?: ActiveEvaluation };

/** Errors of values by measure, from which intervals of their sums are made. */
export type ValueErrors = Partial<Record<ValueMeasure, ValueError>>;
export interface ValueError {
  /** Mean square of observed over expected values of people who reached the goal. */
  square: number;
  /** Half-width of the 95 % interval of the level of all values, as a logarithm. */
  level_margin: number;
}

/** Expected sum over the scored people, with its 95 % interval where there are dates. */
export interface ExpectedValue {
  expected: number;
  interval: Interval;
}

/** `spent`: what the scored people have spent so far. */
export type ScoredValue = Partial<Record<ValueMeasure, ExpectedValue>> & {
  spent?: number;
  if_active?: ScoredActiveValue;
};

/** Columns of a measure in the scores of a person, in order. `lifetime_value`: spent so far and expected. */
export const valueColumns = {
  amount: ["expected_amount", "amount_low", "amount_high", "lifetime_value"],
  count: ["expected_count"],
} as const satisfies Record<ValueMeasure, readonly string[]>;
/** Column of what a person's running subscriptions bring in a month: see `RecurringAmounts`. */
export const monthlyAmount = "monthly_amount";
export type ValueColumn =
  | (typeof valueColumns)[ValueMeasure][number]
  | (typeof activeColumns)[number]
  | typeof monthlyAmount;

/** Columns of which sums and means over people are values, too. Bounds of ranges are none. */
export const summedColumns = [
  "expected_amount",
  "lifetime_value",
  "expected_count",
  monthlyAmount,
] as const satisfies ValueColumn[];

const allColumns: readonly string[] = [
  ...Object.values(valueColumns).flat(),
  ...activeColumns,
  monthlyAmount,
];
export const isValueColumn = (name: string): name is ValueColumn => allColumns.includes(name);
export const isActiveColumn = (name: string): boolean => (activeColumns as readonly string[]).includes(name);

/** The columns that scores have, by their totals. */
export const valueColumnsIn = (value: ScoredValue | undefined): ValueColumn[] => [
  ...valueMeasures
    .filter((measure) => value?.[measure] !== undefined)
    .flatMap((measure): readonly ValueColumn[] => valueColumns[measure]),
  ...(value?.if_active ? activeColumns : []),
];

/** The columns that an outcome's value adds; none without one. */
export const valueColumnsOf = (value: ValueConfig | undefined): ValueColumn[] => [
  ...(value ? measuresOf(value) : []).flatMap((measure): readonly ValueColumn[] => valueColumns[measure]),
  ...(activeFigureOf(value) ? activeColumns : []),
];
