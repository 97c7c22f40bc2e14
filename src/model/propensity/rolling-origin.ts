// What models of the past said of days that were then still to come (rolling-origin evaluation, Tashman 2000). At each of a
// few landmarks the candidates are fitted to the rows that had ended by then, and score the rows seen from it. A sample of
// people and a single model of trees will do, because only the level of the scores is asked for.

import type { ScoredLabels } from "../calibration/calibration.js";
import { levelShift } from "../calibration/level-shift.js";
import { applyMap, type CalibrationMap } from "../calibration/maps.js";
import { countMinority, positiveRate } from "../numeric/labels.js";
import { sigmoid } from "../numeric/logit.js";
import { mix } from "./blend.js";
import {
  type CandidateName,
  type CandidateOptions,
  fitCandidate,
  scoreCandidate,
} from "./candidates/registry.js";
import type { LevelError } from "./level-forecast.js";
import { type LabelledFrame, landmarksOf, rowsAt, samplePeople } from "./rows.js";
import { endedBefore, isEnoughToTrain } from "./validation.js";

/** Scores of some rows by each candidate, in the order of the names, with what became of the people. */
interface Scored {
  scores: Float64Array[];
  label: Uint8Array;
}

export interface RollingOrigins {
  landmarks: number[];
  origins: { landmark: number; learned: Scored; met: Scored }[];
}

/** Rows that are fitted, and rows whose level is asked for: scoring is cheap, and chance in the level does harm. */
const mostFitted = 8_000;
const mostScored = 60_000;
const mostOrigins = 6;

/** Without origins where the history is too short, or where nobody can be told apart by date. */
export const scoreOrigins = (
  names: CandidateName[],
  frame: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  trees: number,
): RollingOrigins => {
  const scored = samplePeople(frame, mostScored, options.seed + 3);
  const fittedTo = samplePeople(frame, mostFitted, options.seed + 3);
  const landmarks = landmarksOf(scored);
  const possible = landmarks.flatMap((landmark) => {
    const learned = endedBefore(fittedTo, landmark, horizonSeconds);
    const met = rowsAt(scored, landmark);
    return horizonSeconds > 0 && isEnoughToTrain(learned) && countMinority(met.label) > 0
      ? [{ landmark, learned, met }]
      : [];
  });
  const origins = evenly(possible, mostOrigins).map(({ landmark, learned, met }) => {
    const fitted = names.map((name) => fitCandidate(name, learned, { ...options, averaged: 1 }, trees));
    const scoresOf = ({ columns, rows, label }: LabelledFrame): Scored => ({
      scores: fitted.map((candidate) => scoreCandidate(candidate, columns, rows)),
      label,
    });
    const known = endedBefore(scored, landmark, horizonSeconds);
    return { landmark, learned: scoresOf(known), met: scoresOf(met) };
  });
  return { landmarks, origins };
};

/** How wrong the level of a blend would have been at each origin, its own level being right where it learned. */
export const levelErrors = (
  { origins }: RollingOrigins,
  weights: number[],
  map: CalibrationMap,
): LevelError[] =>
  origins.map(({ landmark, learned, met }) => {
    const scoresOf = ({ scores }: Scored) => applyMap(map, mix(scores, weights));
    const own = levelShift(scoresOf(learned), positiveRate(learned.label));
    const needed = levelShift(scoresOf(met), positiveRate(met.label));
    return { landmark, error: needed - own, variance: 1 / information(scoresOf(met), needed) };
  });

/** What a blend said at each origin but the one, and what came of it. */
export const scoresAtOrigins = (
  { origins }: RollingOrigins,
  weights: number[],
  but: number,
): ScoredLabels[] =>
  origins
    .filter(({ landmark }) => landmark !== but)
    .map(({ met }) => ({ raw: mix(met.scores, weights), label: met.label }));

/** Fisher's, of the level: how much the labels of these rows tell of it. */
const information = (scores: Float64Array, shift: number): number =>
  scores.reduce((sum, s) => {
    const p = sigmoid(s + shift);
    return sum + p * (1 - p);
  }, 0);

/** At most so many, the last among them. */
const evenly = <T>(all: T[], most: number): T[] => {
  const step = Math.max(1, (all.length - 1) / (most - 1));
  const count = Math.min(all.length, most);
  return Array.from({ length: count }, (_, i) => all[Math.round(all.length - 1 - (count - 1 - i) * step)]!);
};
