// Origins: past dates at which the whole procedure is repeated as it is delivered today (rolling-origin
// evaluation, Tashman 2000). At an origin, the candidates are fitted to the rows whose label windows had
// ended by then, and score the rows of that landmark. The blend and its calibration are chosen by the origins
// that had ended by then. So a test at an origin is a test of exactly what would have been delivered on that
// day, and the same people may be in both, as they are today.

import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import { maxBlended } from "../../domain/outcome/small-data.js";
import { adjustmentFor, type FollowedDate, type ScoredLabels } from "../calibration/adjustment.js";
import { applyCalibration, type Calibration } from "../calibration/calibration.js";
import { countMinority } from "../numeric/labels.js";
import { type Blend, blendScores, chooseBlend, usualBlend } from "./blend.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { candidatesFor } from "./candidates/registry.js";
import { doTasks, type SizesTask, type TaskThreads } from "./fit-tasks.js";
import {
  endedBefore,
  isEnoughToTrain,
  type LabelledFrame,
  landmarksOf,
  newestLandmark,
  rowsAt,
  samplePeople,
} from "./rows.js";
import { seasonalError } from "./season.js";
import type { Evidence } from "./validation.js";
import { newestError } from "./young-log.js";

/** Evidence at an origin: the candidates' scores of the rows at it. */
export interface ScoredOrigin extends Evidence, FollowedDate {}

/** Probabilities that would have been delivered at an origin. */
export interface DeliveredOrigin {
  landmark: number;
  /** The blend's log-odds before its calibration, and the labels. */
  scored: ScoredLabels;
  /** Delivered probabilities. */
  probability: Float64Array;
}

/** Earlier origins need fewer rows than the newest, which is the test. */
const maxEarlierRows = 60_000;
const maxOrigins = 6;
/** The newest landmarks, among which origins are spread: those near each other. */
const maxLandmarks = 12;
/** The same where landmarks have few people each: as many as say together what a usual origin says. */
const maxPooledOrigins = 12;
const maxPooledLandmarks = 36;

/** The rows of an origin. */
export interface OriginRows {
  landmark: number;
  /** Had ended by the landmark. */
  training: LabelledFrame;
  /** At the landmark. */
  scored: LabelledFrame;
}

/**
 * Ascending. None where the history is too short, or where rows have no dates; the last is the newest
 * landmark if it can be tested with rows that had ended by then. Where evidence is pooled, an origin may have
 * few people.
 */
export const originRows = (
  frame: LabelledFrame,
  horizon: Horizon,
  seed: number,
  isPooled = false,
): OriginRows[] => {
  if (horizon === 0) return [];
  const newest = newestLandmark(frame);
  const sample = samplePeople(frame, maxEarlierRows, seed + 3);
  const possible = landmarksOf(frame)
    .slice(-(isPooled ? maxPooledLandmarks : maxLandmarks))
    .map((landmark) => rowsOf(landmark === newest ? frame : sample, landmark, horizon))
    .filter(({ landmark, training, scored }) => {
      const isTestable =
        isPooled || landmark === newest ? countMinority(scored.label) > 0 : isEnoughToTrain(scored);
      return isTestable && isEnoughToTrain(training);
    });
  return takeEvenly(possible, isPooled ? maxPooledOrigins : maxOrigins);
};

const rowsOf = (frame: LabelledFrame, landmark: number, horizon: Horizon): OriginRows => ({
  landmark,
  training: endedBefore(frame, landmark, horizon),
  scored: rowsAt(frame, landmark),
});

/** The rows at each origin, scored by candidates that are fitted to the rows that had ended by then. */
export const scoreOrigins = (
  origins: readonly OriginRows[],
  options: CandidateOptions,
  threads?: TaskThreads,
  progress?: (fraction: number) => void,
): ScoredOrigin[] => {
  const named = origins.map((origin) => ({ ...origin, names: candidatesFor(origin.training, options) }));
  const tasks = named.flatMap(({ names, training, scored }) =>
    names.map((name): SizesTask => ({ gives: "scores by size", name, training, scored, options })),
  );
  const fits = doTasks(tasks, threads, progress).values();
  return named.map(({ landmark, training, names, scored: { label } }) => ({
    landmark,
    names,
    label,
    season: seasonalError(training, landmark, options),
    newest: newestError(training, landmark, options),
    scores: names.map(() => fits.next().value!),
  }));
};

/** The rows at a landmark, scored by candidates that are fitted to the rows that had ended by then. */
export const scoreOrigin = (
  frame: LabelledFrame,
  landmark: number,
  horizon: Horizon,
  options: CandidateOptions,
): ScoredOrigin => scoreOrigins([rowsOf(frame, landmark, horizon)], options)[0]!;

/** As many of the possible origins as a model is tested at, evenly spread, including the last. */
export const spreadOrigins = <T>(possible: T[]): T[] => takeEvenly(possible, maxOrigins);

/** The origins whose label windows had ended at a landmark. */
export const endedOrigins = <O extends { landmark: number }>(
  origins: readonly O[],
  landmark: number,
  horizon: Horizon,
): O[] => origins.filter((origin) => windowEnd(origin.landmark, horizon) <= landmark);

/** Delivers at each origin, by what was known then. `people` is the number of people to learn from today. */
export const deliverOrigins = (
  origins: readonly ScoredOrigin[],
  horizon: Horizon,
  people: number | undefined,
): DeliveredOrigin[] => {
  const most = maxBlended(people);
  const delivered: DeliveredOrigin[] = [];
  for (const origin of origins) {
    const known = endedOrigins(origins, origin.landmark, horizon);
    const blend = known.length > 0 ? chooseBlend(known, origin.names, most) : usualBlend(origin.names, most);
    const scored = { raw: blendScores(origin, blend), label: origin.label };
    const calibration = calibrationOf(blend, known, origin, horizon);
    delivered.push(deliver(origin.landmark, scored, calibration));
  }
  return delivered;
};

export const deliver = (
  landmark: number,
  scored: ScoredLabels,
  calibration: Calibration,
): DeliveredOrigin => ({ landmark, scored, probability: applyCalibration(calibration, scored.raw) });

/** The calibration of a blend that ended origins support, for a date. */
export const calibrationOf = (
  blend: Blend,
  ended: readonly ScoredOrigin[],
  date: FollowedDate,
  horizon: Horizon,
): Calibration => {
  const past = ended.filter(({ label }) => countMinority(label) > 0);
  return adjustmentFor(
    past.map((origin) => ({ ...origin, raw: blendScores(origin, blend) })),
    horizon,
    date,
  );
};

/** At most `max` of them, evenly spaced, including the last. */
const takeEvenly = <T>(all: T[], max: number): T[] => {
  const step = Math.max(1, (all.length - 1) / (max - 1));
  const count = Math.min(all.length, max);
  return Array.from({ length: count }, (_, i) => all[Math.round(all.length - 1 - (count - 1 - i) * step)]!);
};
