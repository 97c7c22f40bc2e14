// Assembly of a model from two sources. The shape of its calibration comes from scores of people and dates that were not trained on,
// since only those show overconfidence. Its level comes from the fitted model on its own training rows, since it was fitted again
// after validation, plus the forecast of the error that past models had a horizon later.

import { chooseCalibration, uncalibrated } from "../calibration/calibration.js";
import { levelShift } from "../calibration/level-shift.js";
import { applyMap } from "../calibration/maps.js";
import { positiveRate } from "../numeric/labels.js";
import { mix } from "./blend.js";
import type { FittedCandidate } from "./candidates/registry.js";
import { forecastLevelError } from "./level-forecast.js";
import { type PropensityModel, rawScores } from "./model.js";
import { levelErrors, type RollingOrigins, scoresAtOrigins } from "./rolling-origin.js";
import { type LabelledFrame, newestLandmark, samplePeople } from "./rows.js";
import { maxValidationRows, type Validation } from "./validation.js";

export interface AssembleOptions {
  horizonSeconds: number;
  seed: number;
}

/**
 * `origins` has the candidates of the validation, in its order. `fitMember` fits the candidate at an index to `rows`; it is called
 * only for candidates with weight.
 */
export const assembleModel = (
  validation: Validation,
  weights: number[],
  fitMember: (candidate: number) => FittedCandidate,
  rows: LabelledFrame,
  origins: RollingOrigins,
  { horizonSeconds, seed }: AssembleOptions,
): PropensityModel => {
  const members = validation.names.flatMap((name, c) => {
    const weight = weights[c]!;
    return weight > 0 ? [{ name, weight, fitted: fitMember(c) }] : [];
  });
  const hasShape = members.some(({ name }) => name !== "constant");
  const calibration = hasShape
    ? chooseCalibration(
        { raw: mix(validation.scores, weights), label: validation.label },
        scoresAtOrigins(origins, weights, newestLandmark(rows)),
        seed,
      )
    : uncalibrated;
  const model = { features: rows.names, members, calibration };
  const sample = samplePeople(rows, maxValidationRows, seed + 1);
  return atForecastLevel(model, sample, origins, weights, horizonSeconds);
};

/** `rows` are the model's training rows or a sample of them; `weights` are those of its members, in the order of `origins`. */
export const atForecastLevel = (
  model: PropensityModel,
  rows: LabelledFrame,
  origins: RollingOrigins,
  weights: number[],
  horizonSeconds: number,
): PropensityModel => {
  const { map } = model.calibration;
  const ownLevel = levelShift(applyMap(map, rawScores(model, rows)), positiveRate(rows.label));
  const error = forecastLevelError(levelErrors(origins, weights, map), origins.landmarks, horizonSeconds);
  return { ...model, calibration: { map, shift: ownLevel + error } };
};
