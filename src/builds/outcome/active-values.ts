// Active values of a frame's rows: what each person had within the horizon after their landmark if they were
// active, and what they had before it.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ActiveFigure } from "../../domain/outcome/active-value.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { activeValues, ownPast, ownPastColumns } from "../../warehouse/cohorts/active-values.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Sql } from "../../warehouse/sql/sql.js";

/** Plain data, stored with the model. */
export interface ActiveTask {
  attainment: CohortConfig;
  figure: ActiveFigure;
  horizon: Horizon;
}

type Rows = Pick<Frame, "rows" | "personId" | "landmark">;

/** One entry per row of a frame; NaN for people who were not active. Rows of a landmark are in order of their people. */
export const readActiveValues = async (
  rows: Rows,
  { attainment, figure, horizon }: ActiveTask,
  inputs: CohortInputs,
  engine: Engine,
): Promise<Float64Array> => {
  const [value] = await readByLandmark(rows, ["value"], engine, (cutoff) =>
    activeValues(attainment, inputs, figure, { from: cutoff, until: windowEnd(cutoff, horizon) }),
  );
  return value!;
};

/** The columns of `ownPast`; NaN for people without a past. */
export const readOwnPast = async (
  rows: Rows,
  { attainment, figure, horizon }: ActiveTask,
  inputs: CohortInputs,
  engine: Engine,
): Promise<Float32Array[]> => {
  const columns = await readByLandmark(rows, ownPastColumns, engine, (cutoff, ids) => {
    const windowSeconds = windowEnd(cutoff, horizon) - cutoff;
    return ownPast(attainment, inputs, figure, { cutoff, windowSeconds }, ids);
  });
  return columns.map((column) => Float32Array.from(column));
};

interface Ids {
  from: bigint;
  to: bigint;
}

/** Both the rows of a landmark and what is read for it are in order of their people, so one pass joins them. */
const readByLandmark = async (
  { rows, personId, landmark }: Rows,
  names: readonly string[],
  engine: Engine,
  query: (cutoff: EpochSeconds, ids: Ids) => Sql,
): Promise<Float64Array[]> => {
  const into = names.map(() => new Float64Array(rows).fill(Number.NaN));
  for (let from = 0, until = 0; from < rows; from = until) {
    while (until < rows && landmark[until] === landmark[from]) until++;
    const ids = { from: personId[from]!, to: personId[until - 1]! };
    const { columns } = await engine.columns(query(landmark[from]!, ids));
    const people = columns.person_id as BigInt64Array;
    for (let row = from, at = 0; row < until; row++) {
      while (at < people.length && people[at]! < personId[row]!) at++;
      if (people[at] !== personId[row]) continue;
      names.forEach((name, k) => {
        into[k]![row] = (columns[name] as Float64Array)[at]!;
      });
    }
  }
  return into;
};
