// Active values of a frame's rows: what each person had within the horizon after their landmark if they were
// active, and what they had before it.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ActiveFigure } from "../../domain/outcome/active-value.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import {
  activeValues,
  type DatedPeople,
  ownPast,
  ownPastColumns,
} from "../../warehouse/cohorts/active-values.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Sql } from "../../warehouse/sql/sql.js";
import type { FrameRows } from "./frame-rows.js";

/** Plain data, stored with the model. */
export interface ActiveTask {
  attainment: CohortConfig;
  figure: ActiveFigure;
  horizon: Horizon;
}

/** One entry per row of a frame; NaN for people who were not active. */
export const readActiveValues = async (
  rows: FrameRows,
  { attainment, figure, horizon }: ActiveTask,
  inputs: CohortInputs,
  engine: Engine,
): Promise<Float64Array> => {
  const [value] = await readColumns(rows, horizon, ["value"], engine, (dated) =>
    activeValues(attainment, inputs, figure, dated),
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
  const columns = await readColumns(rows, horizon, ownPastColumns, engine, (dated) =>
    ownPast(attainment, inputs, figure, dated),
  );
  return columns.map((column) => Float32Array.from(column));
};

/** Rows of a landmark are together. */
const readColumns = async (
  frame: FrameRows,
  horizon: Horizon,
  names: readonly string[],
  engine: Engine,
  query: (dated: DatedPeople) => Sql,
): Promise<Float64Array[]> => {
  const into = names.map(() => new Float64Array(frame.rows).fill(Number.NaN));
  for (const { from, until } of partsOf(frame)) {
    const dated = await datedPeople(frame, from, until, horizon, engine);
    const { columns } = await engine.columns(query(dated));
    const rows = columns.row as Float64Array;
    names.forEach((name, k) => {
      const values = columns[name] as Float64Array;
      for (let at = 0; at < rows.length; at++) into[k]![rows[at]!] = values[at]!;
    });
    await engine.drop(dated.rows);
  }
  return into;
};

/**
 * Rows of as many landmarks are read at once: of few people, a query for each landmark would take longer than
 * their events do.
 */
const rowsAtOnce = 10_000;

/** The rows in parts of whole landmarks, of so many rows or of one landmark. */
function* partsOf({ rows, landmark }: FrameRows): Generator<{ from: number; until: number }> {
  for (let from = 0, until = 0; from < rows; from = until) {
    do {
      const own = landmark[until]!;
      while (until < rows && landmark[until] === own) until++;
    } while (until < rows && until - from < rowsAtOnce);
    yield { from, until };
  }
}

const datedPeople = async (
  { personId, landmark }: FrameRows,
  from: number,
  until: number,
  horizon: Horizon,
  engine: Engine,
): Promise<DatedPeople> => {
  const people = personId.slice(from, until);
  const cutoffs = landmark.slice(from, until);
  const ends = new Map([...new Set(cutoffs)].map((cutoff) => [cutoff, windowEnd(cutoff, horizon)]));
  const rows = await engine.createTableOf("dated people", {
    row: Int32Array.from(people, (_, i) => from + i),
    person_id: people,
    cutoff: BigInt64Array.from(cutoffs, (cutoff) => BigInt(cutoff)),
    until: BigInt64Array.from(cutoffs, (cutoff) => BigInt(ends.get(cutoff)!)),
  });
  const least = (ids: BigInt64Array, is: (a: bigint, b: bigint) => boolean) =>
    ids.reduce((found, id) => (is(id, found) ? id : found));
  return {
    rows,
    people: { from: least(people, (a, b) => a < b), to: least(people, (a, b) => a > b) },
    times: {
      from: Math.min(...ends.keys()),
      to: Math.max(...ends.keys()),
      until: Math.max(...ends.values()),
    },
  };
};
