// Young log: a history too short for origins that show by how much the level is off. Its first landmarks know
// mostly people who buy often: others have not bought yet. Later landmarks have more of those others, and in a
// history of a few weeks the features do not distinguish them. The newest landmark is most like today, so the
// level is moved to it.

import { secondsPerDay } from "../../domain/resource/resource.js";
import { seasonDays } from "../calibration/adjustment.js";
import { levelError } from "../calibration/level-shift.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { fitCandidate, scoreCandidate } from "./candidates/registry.js";
import { isEnoughToTrain, type LabelledFrame, landmarksOf, newestLandmark, rowsAt } from "./rows.js";

/**
 * In log-odds, by how much more people reached the goal at the newest landmark than a regression on recency,
 * frequency, tenure and value expects of such people at all landmarks; 0 where there is one landmark, or too
 * few labels at the newest.
 */
export const youngLogShift = (training: LabelledFrame, options: CandidateOptions): number => {
  const newest = rowsAt(training, newestLandmark(training));
  const isPossible = landmarksOf(training).length > 1 && options.rfm.length > 1 && isEnoughToTrain(newest);
  if (!isPossible) return 0;
  const fitted = fitCandidate("rfm", training, options, 0);
  return levelError(scoreCandidate(fitted, newest.columns, newest.rows), newest.label);
};

/** The same for a prediction on a day; 0 where the newest landmark is further from it than a season lasts. */
export const newestError = (training: LabelledFrame, at: number, options: CandidateOptions): number =>
  at - newestLandmark(training) <= seasonDays * secondsPerDay ? youngLogShift(training, options) : 0;
