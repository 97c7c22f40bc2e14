// Test at the newest landmark: its people are scored by what would have been delivered on that day. Of a
// candidate that is the mean of several models, the first is also the evidence by size, so it is fitted once.

import type { Horizon } from "../../domain/outcome/label-window.js";
import { maxBlended } from "../../domain/outcome/small-data.js";
import type { Calibration } from "../calibration/calibration.js";
import { type Blend, chooseBlend, mix } from "./blend.js";
import type { CandidateOptions, ScoresBySize } from "./candidates/candidate.js";
import { averagedFits, type CandidateName, candidatesFor, sizesOf } from "./candidates/registry.js";
import { doTasks, type FitTask, type TaskThreads } from "./fit-tasks.js";
import type { CandidateScores } from "./model.js";
import { calibrationOf, endedOrigins, type OriginRows, type ScoredOrigin } from "./origins.js";
import { seasonalError } from "./season.js";
import { scoreUnseenPeople } from "./validation.js";
import { newestError } from "./young-log.js";

export interface DateTest extends OriginRows {
  /** The origins before it. */
  before: readonly ScoredOrigin[];
  options: CandidateOptions;
  horizon: Horizon;
  threads: TaskThreads | undefined;
}

export interface DateTestScores {
  /** The blend's log-odds of the tested rows. */
  raw: Float64Array;
  alone: CandidateScores[];
  /** Calibration by what was known then. */
  calibration: Calibration;
  /** The tested rows as evidence for later dates. */
  scored: ScoredOrigin;
}

/**
 * The newest rows, scored by members that are fitted as those of the delivered model, to the rows that had
 * ended by then.
 */
export const testAtLaterDate = (
  test: DateTest,
  progress: (fraction: number, text: string) => void,
): DateTestScores => {
  const { landmark, training, scored, before, options, horizon, threads } = test;
  const blend = blendAt(test, candidatesFor(training, options));
  progress(0, "Testing on a later date");
  const fits = blend.map(({ name, size }) => ({ name, size, own: averagedFits(name, training, options) }));
  const firstOfEach = fits.map(
    ({ name, size }): FitTask => ({
      gives: "scores by size",
      name,
      training,
      scored,
      options,
      atLeast: size,
    }),
  );
  const others = fits.flatMap(({ name, size, own }) =>
    own
      .slice(1)
      .map((further): FitTask => ({ gives: "scores", name, training, scored, options: further, size })),
  );
  const done = doTasks([...firstOfEach, ...others], threads);
  const bySize = done.slice(0, fits.length) as ScoresBySize[];
  const more = done.slice(fits.length).values() as Iterator<Float64Array>;
  const alone = fits.map(({ name, size, own }, c) => {
    const all = own.map((_, m) => (m === 0 ? bySize[c]![sizesOf(name).indexOf(size)]! : more.next().value!));
    return { name, raw: meanOf(all) };
  });
  const raw = mix(
    alone.map((one) => one.raw),
    blend.map(({ weight }) => weight),
  );
  const names = blend.map(({ name }) => name);
  const date = {
    landmark,
    season: seasonalError(training, landmark, options),
    newest: newestError(training, landmark, options),
  };
  const known = endedOrigins(before, landmark, horizon);
  return {
    raw,
    alone,
    calibration: calibrationOf(blend, known, date, horizon),
    scored: { ...date, names, scores: bySize, label: scored.label },
  };
};

const meanOf = (scores: Float64Array[]): Float64Array =>
  mix(
    scores,
    scores.map(() => 1 / scores.length),
  );

/** The blend by what was known at the tested landmark: the origins that had ended, or else people who are left out. */
const blendAt = (
  { landmark, training, before, options, horizon, threads }: DateTest,
  names: readonly CandidateName[],
): Blend => {
  const known = endedOrigins(before, landmark, horizon);
  const evidence = known.length > 0 ? known : [scoreUnseenPeople(training, options, threads)];
  return chooseBlend(evidence, names, maxBlended(options.people));
};
