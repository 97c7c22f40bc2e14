// Scores of past models for a future they had not seen (rolling-origin evaluation, Tashman 2000). At each of a few landmarks the
// candidates are fitted to the rows that had ended by then, and score the rows of that landmark. A sample of people and a
// single model of trees are enough, because only the level of the scores is used.

import type { ScoredLabels } from "../calibration/calibration.js";
import { levelShift, levelVariance } from "../calibration/level-shift.js";
import { applyMap, type CalibrationMap } from "../calibration/maps.js";
import { countMinority, positiveRate } from "../numeric/labels.js";
import { mix } from "./blend.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { fitCandidate, scoreCandidate } from "./candidates/registry.js";
import type { LevelError } from "./level-forecast.js";
import {
  endedBefore,
  isEnoughToTrain,
  type LabelledFrame,
  landmarksOf,
  rowsAt,
  samplePeople,
} from "./rows.js";
import type { Validation } from "./validation.js";

/** Scores of some rows by each candidate, in the order of the names, with their labels. */
interface Scored {
  scores: Float64Array[];
  label: Uint8Array;
}

export interface RollingOrigins {
  landmarks: number[];
  /** Per origin: the rows that had ended by then, and the rows at it. */
  origins: { landmark: number; past: Scored; future: Scored }[];
}

/** More rows are scored than fitted: scoring is cheap, and chance in the level does harm. */
const maxFitted = 8_000;
const maxScored = 60_000;
const maxOrigins = 6;

/** No origins where the history is too short, or where rows have no dates. */
export const scoreOrigins = (
  { names, sizes }: Pick<Validation, "names" | "sizes">,
  frame: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
): RollingOrigins => {
  const scored = samplePeople(frame, maxScored, options.seed + 3);
  const fittedTo = samplePeople(frame, maxFitted, options.seed + 3);
  const landmarks = landmarksOf(scored);
  const possible = landmarks.flatMap((landmark) => {
    const training = endedBefore(fittedTo, landmark, horizonSeconds);
    const future = rowsAt(scored, landmark);
    return horizonSeconds > 0 && isEnoughToTrain(training) && countMinority(future.label) > 0
      ? [{ landmark, training, future }]
      : [];
  });
  const origins = takeEvenly(possible, maxOrigins).map(({ landmark, training, future }) => {
    const fitted = names.map((name, c) =>
      fitCandidate(name, training, { ...options, averaged: 1 }, sizes[c]!),
    );
    const scoresOf = ({ columns, rows, label }: LabelledFrame): Scored => ({
      scores: fitted.map((candidate) => scoreCandidate(candidate, columns, rows)),
      label,
    });
    const past = endedBefore(scored, landmark, horizonSeconds);
    return { landmark, past: scoresOf(past), future: scoresOf(future) };
  });
  return { landmarks, origins };
};

/** Error of a blend's level at each origin, where its level is right for the past. */
export const levelErrors = (
  { origins }: RollingOrigins,
  weights: number[],
  map: CalibrationMap,
): LevelError[] =>
  origins.map(({ landmark, past, future }) => {
    const scoresOf = ({ scores }: Scored) => applyMap(map, mix(scores, weights));
    const pastLevel = levelShift(scoresOf(past), positiveRate(past.label));
    const level = levelShift(scoresOf(future), positiveRate(future.label));
    return { landmark, error: level - pastLevel, variance: levelVariance(scoresOf(future), level) };
  });

/** A blend's scores and the labels at each origin except `excluded`. */
export const scoresAtOrigins = (
  { origins }: RollingOrigins,
  weights: number[],
  excluded: number,
): ScoredLabels[] =>
  origins
    .filter(({ landmark }) => landmark !== excluded)
    .map(({ future }) => ({ raw: mix(future.scores, weights), label: future.label }));

/** At most `max` of them, evenly spaced, including the last. */
const takeEvenly = <T>(all: T[], max: number): T[] => {
  const step = Math.max(1, (all.length - 1) / (max - 1));
  const count = Math.min(all.length, max);
  return Array.from({ length: count }, (_, i) => all[Math.round(all.length - 1 - (count - 1 - i) * step)]!);
};
