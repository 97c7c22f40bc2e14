// Waits of a frame's rows: after how many days each person reached the goal, by what was known at the end of
// the history.

import type { Frame } from "../../domain/outcome/frame.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import type { Waits } from "../../model/horizons/waits.js";
import { attainedAt, attainedTimes } from "../../warehouse/cohorts/attainment.js";
import type { CohortInputs, Objective } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";

export interface WaitedTask {
  objective: Objective;
  inputs: CohortInputs;
  /** Exclusive end of what is known. */
  knownUntil: EpochSeconds;
  /** Longer waits are not told apart from never. */
  longestDays: number;
}

/** Rows of a landmark are in order of their people. */
export const readWaits = async (
  { rows, personId, landmark }: Pick<Frame, "rows" | "personId" | "landmark">,
  { objective, inputs, knownUntil, longestDays }: WaitedTask,
  engine: Engine,
): Promise<Waits> => {
  const wait = new Float64Array(rows).fill(Infinity);
  const followed = landmark.map((at) => (knownUntil - at) / secondsPerDay);
  for (let from = 0, until = 0; from < rows; from = until) {
    while (until < rows && landmark[until] === landmark[from]) until++;
    const cutoff = landmark[from]!;
    const end = Math.min(knownUntil, cutoff + longestDays * secondsPerDay);
    const attained = attainedAt(objective.attainment, inputs, cutoff, end, objective.recurring);
    const { columns } = await engine.columns(attainedTimes(attained));
    const people = columns.person_id as BigInt64Array;
    const times = columns.attained_at as Float64Array;
    for (let row = from, at = 0; row < until; row++) {
      while (at < people.length && people[at]! < personId[row]!) at++;
      if (people[at] === personId[row]) wait[row] = (times[at]! - cutoff) / secondsPerDay;
    }
  }
  return { wait, followed };
};
