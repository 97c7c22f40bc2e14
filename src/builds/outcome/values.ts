// Values of a frame's rows: what each person spent, and how often they bought, within the horizon after their landmark.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { amountsByPerson, amountsWithin } from "../../warehouse/cohorts/amounts.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Relation } from "../../warehouse/sql/sql.js";

/** One entry per row of a frame; 0 without purchases. */
export interface Values {
  amount: Float64Array;
  count: Float64Array;
}

export interface ValuedTask {
  attainment: CohortConfig;
  inputs: CohortInputs;
  horizon: Horizon;
  /** Share by which money a year later counts less. */
  discountRate?: number | undefined;
}

/**
 * The values of people who reached the goal; the others have 0, as their label says. Rows of a landmark are
 * in order of their people.
 */
export const readValues = async (frame: Frame, task: ValuedTask, engine: Engine): Promise<Values> => {
  const values = await readValuesFrom(frame, task, engine, (landmark) => landmark);
  frame.label?.forEach((label, row) => {
    if (label === 0) values.amount[row] = values.count[row] = 0;
  });
  return values;
};

/** The values within a window as long as the landmark's that begins at another time. */
export const readValuesFrom = async (
  { rows, personId, landmark }: Pick<Frame, "rows" | "personId" | "landmark">,
  { attainment, inputs, horizon, discountRate = 0 }: ValuedTask,
  engine: Engine,
  startOf: (landmark: EpochSeconds) => EpochSeconds,
): Promise<Values> => {
  const values = { amount: new Float64Array(rows), count: new Float64Array(rows) };
  for (let from = 0, until = 0; from < rows; from = until) {
    while (until < rows && landmark[until] === landmark[from]) until++;
    const at = landmark[from]!;
    const start = startOf(at);
    const span = { from: start, until: start + windowEnd(at, horizon) - at };
    const discount = discountRate > 0 ? { from: start, ratePerYear: discountRate } : null;
    const found = await readAmounts(amountsWithin(attainment, inputs, span, discount), engine);
    fill(values, found, personId, from, until);
  }
  return values;
};

interface Amounts {
  /** Ascending. */
  personId: BigInt64Array;
  amount: Float64Array;
  count: Float64Array;
}

const readAmounts = async (amounts: Relation, engine: Engine): Promise<Amounts> => {
  const { columns } = await engine.columns(amountsByPerson(amounts));
  return {
    personId: columns.person_id as BigInt64Array,
    amount: columns.amount as Float64Array,
    count: Float64Array.from(columns.purchases as ArrayLike<number>),
  };
};

/** Both are in order of their people, so one pass joins them. */
const fill = (into: Values, found: Amounts, personId: BigInt64Array, from: number, until: number): void => {
  let at = 0;
  for (let row = from; row < until; row++) {
    while (at < found.personId.length && found.personId[at]! < personId[row]!) at++;
    if (found.personId[at] !== personId[row]) continue;
    into.amount[row] = found.amount[at]!;
    into.count[row] = found.count[at]!;
  }
};
