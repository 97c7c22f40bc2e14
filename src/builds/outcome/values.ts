// Values of a frame's rows: what each person spent, and how often they bought, within the horizon after their landmark.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { amountsByPerson, amountsWithin } from "../../warehouse/cohorts/amounts.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import { type FrameRows, joinByLandmark } from "./frame-rows.js";

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
  frame: FrameRows,
  { attainment, inputs, horizon, discountRate = 0 }: ValuedTask,
  engine: Engine,
  startOf: (landmark: EpochSeconds) => EpochSeconds,
): Promise<Values> => {
  const values = { amount: new Float64Array(frame.rows), count: new Float64Array(frame.rows) };
  const amountsOf = (landmark: EpochSeconds) => {
    const from = startOf(landmark);
    const span = { from, until: from + windowEnd(landmark, horizon) - landmark };
    const discount = discountRate > 0 ? { from, ratePerYear: discountRate } : null;
    return amountsByPerson(amountsWithin(attainment, inputs, span, discount));
  };
  await joinByLandmark(frame, amountsOf, engine, (row, { amount, purchases }, place) => {
    values.amount[row] = (amount as Float64Array)[place]!;
    values.count[row] = (purchases as ArrayLike<number>)[place]!;
  });
  return values;
};
