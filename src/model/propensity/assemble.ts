// A model is put together from two kinds of evidence. The shape of its calibration comes from scores of people and dates
// that were not trained on; only those show how much too sure it is. The level comes from the model itself on the rows it
// was fitted to, for it has been fitted again since it was judged, and from how far off models of the past turned out to be.

import { chooseCalibration, uncalibrated } from "../calibration/calibration.js";
import { levelShift } from "../calibration/level-shift.js";
import { applyMap } from "../calibration/maps.js";
import { positiveRate } from "../numeric/labels.js";
import { mix } from "./blend.js";
import type { CandidateName, FittedCandidate } from "./candidates/registry.js";
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
 * `rolled` has the candidates of the judgement, in its order. `fitMember` is called for those of them that have weight, and
 * fits them to `rows`.
 */
export const assembleModel = (
  judgement: Validation,
  weights: number[],
  fitMember: (name: CandidateName, place: number) => FittedCandidate,
  rows: LabelledFrame,
  rolled: RollingOrigins,
  { horizonSeconds, seed }: AssembleOptions,
): PropensityModel => {
  const members = judgement.names.flatMap((name, c) => {
    const weight = weights[c]!;
    return weight > 0 ? [{ name, weight, fitted: fitMember(name, c) }] : [];
  });
  const hasShape = members.some(({ name }) => name !== "constant");
  const calibration = hasShape
    ? chooseCalibration(
        { raw: mix(judgement.scores, weights), label: judgement.label },
        scoresAtOrigins(rolled, weights, newestLandmark(rows)),
        seed,
      )
    : uncalibrated;
  const model = { features: rows.names, members, calibration };
  const sample = samplePeople(rows, maxValidationRows, seed + 1);
  return atForecastLevel(model, sample, rolled, weights, horizonSeconds);
};

// The level to predict at: right on average over the rows that the model was fitted to, and then moved by the error that
// such models have had when they were used a horizon later.

/** `rows` are those that the model was fitted to, or some of them; `weights` are its members', by their place in `rolled`. */
export const atForecastLevel = (
  model: PropensityModel,
  rows: LabelledFrame,
  rolled: RollingOrigins,
  weights: number[],
  horizonSeconds: number,
): PropensityModel => {
  const { map } = model.calibration;
  const own = levelShift(applyMap(map, rawScores(model, rows)), positiveRate(rows.label));
  const error = forecastLevelError(levelErrors(rolled, weights, map), rolled.landmarks, horizonSeconds);
  return { ...model, calibration: { map, shift: own + error } };
};
