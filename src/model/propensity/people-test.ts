// Test on other people, for a history too short to hold back a later date, or without dates: every tested
// person is scored by models that were chosen and fitted on the rows of other people.

import { maxBlended } from "../../domain/outcome/small-data.js";
import { chooseBlend, mix } from "./blend.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { candidatesFor } from "./candidates/registry.js";
import { doTasks, type ScoresTask, type TaskThreads } from "./fit-tasks.js";
import type { CandidateScores } from "./model.js";
import { foldsByPerson, type LabelledFrame, rowNumbers, rowsWhere, scatter } from "./rows.js";
import { folds, scoreUnseenPeople } from "./validation.js";
import { youngLogShift } from "./young-log.js";

export interface PeopleTest {
  /** The blend's log-odds of the tested rows. */
  raw: Float64Array;
  /** The same for each candidate alone. */
  alone: CandidateScores[];
}

/** `progress` receives the fraction of the test that is done. */
export const testOnUnseenPeople = (
  rows: LabelledFrame,
  tested: LabelledFrame,
  options: CandidateOptions,
  threads: TaskThreads | undefined,
  progress: (fraction: number, text: string) => void,
): PeopleTest => {
  const names = candidatesFor(tested, options);
  const raw = new Float64Array(tested.rows);
  const alone = names.map((name) => ({ name, raw: new Float64Array(tested.rows) }));
  const fold = foldsByPerson(rows, folds, options.seed);
  const testedFold = foldsByPerson(tested, folds, options.seed);
  for (let k = 0; k < folds; k++) {
    progress(k / folds, `Testing on unseen people, part ${k + 1} of ${folds}`);
    const others = rowsWhere(rows, (row) => fold[row] !== k);
    const held = rowsWhere(tested, (row) => testedFold[row] === k);
    const heldRows = rowNumbers(tested.rows, (row) => testedFold[row] === k);
    const evidence = scoreUnseenPeople(others, options, threads);
    const blend = chooseBlend([evidence], names, maxBlended(options.people));
    const tasks = blend.map(
      ({ name, size }): ScoresTask => ({
        gives: "scores",
        name,
        training: others,
        scored: held,
        options,
        size,
      }),
    );
    const scores = doTasks(tasks, threads);
    const weights = blend.map(({ weight }) => weight);
    const shift = youngLogShift(others, options);
    const shifted = mix(scores, weights).map((s) => s + shift);
    scatter(shifted, heldRows, raw);
    for (const [c, ofCandidate] of scores.entries()) scatter(ofCandidate, heldRows, alone[c]!.raw);
  }
  averageConstant(alone);
  return { raw, alone };
};

/**
 * Each fold has its own base rate, but a constant is one number: folds of different rates would otherwise
 * look like a ranking.
 */
const averageConstant = (alone: readonly CandidateScores[]): void => {
  const constant = alone.find(({ name }) => name === "constant")?.raw;
  constant?.fill(constant.reduce((sum, s) => sum + s, 0) / constant.length);
};
