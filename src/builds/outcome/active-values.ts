// Active values of a frame's rows: what each person had within the horizon after their landmark if they were
// active, and what they had before it.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ActiveFigure } from "../../domain/outcome/active-value.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import {
  activeValues,
  ownPast,
  ownPastColumns,
  type PersonIds,
} from "../../warehouse/cohorts/active-values.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Sql } from "../../warehouse/sql/sql.js";
import { type FrameRows, joinByLandmark } from "./frame-rows.js";

/** Plain data, stored with the model. */
export interface ActiveTask {
  attainment: CohortConfig;
  figure: ActiveFigure;
  horizon: Horizon;
}

/** One entry per row of a frame; NaN for people who were not active. Rows of a landmark are in order of their people. */
export const readActiveValues = async (
  rows: FrameRows,
  { attainment, figure, horizon }: ActiveTask,
  inputs: CohortInputs,
  engine: Engine,
): Promise<Float64Array> => {
  const [value] = await readColumns(rows, ["value"], engine, (cutoff) =>
    activeValues(attainment, inputs, figure, { from: cutoff, until: windowEnd(cutoff, horizon) }),
  );
  return value!;
};

/** The columns of `ownPast`; NaN for people without a past. */
export const readOwnPast = async (
  rows: FrameRows,
  { attainment, figure, horizon }: ActiveTask,
  inputs: CohortInputs,
  engine: Engine,
): Promise<Float32Array[]> => {
  const columns = await readColumns(rows, ownPastColumns, engine, (cutoff, ids) => {
    const windowSeconds = windowEnd(cutoff, horizon) - cutoff;
    return ownPast(attainment, inputs, figure, { cutoff, windowSeconds }, ids);
  });
  return columns.map((column) => Float32Array.from(column));
};

const readColumns = async (
  frame: FrameRows,
  names: readonly string[],
  engine: Engine,
  query: (cutoff: EpochSeconds, ids: PersonIds) => Sql,
): Promise<Float64Array[]> => {
  const into = names.map(() => new Float64Array(frame.rows).fill(Number.NaN));
  await joinByLandmark(frame, query, engine, (row, columns, place) => {
    names.forEach((name, k) => {
      into[k]![row] = (columns[name] as Float64Array)[place]!;
    });
  });
  return into;
};
