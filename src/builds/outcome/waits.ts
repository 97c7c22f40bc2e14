// Waits of a frame's rows: after how many days each person reached the goal, by what was known at the end of
// the history.

import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import type { Waits } from "../../model/horizons/waits.js";
import { attainedAt, attainedTimes } from "../../warehouse/cohorts/attainment.js";
import type { CohortInputs, Objective } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import { type FrameRows, joinByLandmark } from "./frame-rows.js";

export interface WaitedTask {
  objective: Objective;
  inputs: CohortInputs;
  /** Exclusive end of what is known. */
  knownUntil: EpochSeconds;
  /** Longer waits are not told apart from never. */
  longestDays: number;
}

export const readWaits = async (
  frame: FrameRows,
  { objective, inputs, knownUntil, longestDays }: WaitedTask,
  engine: Engine,
): Promise<Waits> => {
  const { rows, landmark } = frame;
  const wait = new Float64Array(rows).fill(Infinity);
  const followed = landmark.map((at) => (knownUntil - at) / secondsPerDay);
  const attained = (cutoff: EpochSeconds) => {
    const end = Math.min(knownUntil, cutoff + longestDays * secondsPerDay);
    return attainedTimes(attainedAt(objective.attainment, inputs, cutoff, end, objective.recurring));
  };
  await joinByLandmark(frame, attained, engine, (row, { attained_at: times }, place) => {
    wait[row] = ((times as Float64Array)[place]! - landmark[row]!) / secondsPerDay;
  });
  return { wait, followed };
};
