// A model is put together from two kinds of evidence. The shape of its calibration comes from scores of people and dates
// that were not trained on; only those show how much too sure it is. The level comes from the model itself on the rows it
// was fitted to, for it has been fitted again since it was judged, and from how far off models of the past turned out to be.

import { chooseCalibration, uncalibrated } from "../calibration/calibration.js";
import { mix } from "./blend.js";
import type { CandidateName, FittedCandidate } from "./candidates.js";
import { maxJudgedRows } from "./judge.js";
import type { Judgement } from "./judgement.js";
import { atForetoldLevel } from "./level.js";
import type { PropensityModel } from "./model.js";
import { type Rolled, scoresAtOrigins } from "./rolled.js";
import { type LabelledFrame, newestLandmark, samplePeople } from "./rows.js";

export interface AssembleOptions {
  horizonSeconds: number;
  seed: number;
}

/**
 * `rolled` has the candidates of the judgement, in its order. `fitMember` is called for those of them that have weight, and
 * fits them to `rows`.
 */
export const assemble = (
  judgement: Judgement,
  weights: number[],
  fitMember: (name: CandidateName, place: number) => FittedCandidate,
  rows: LabelledFrame,
  rolled: Rolled,
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
  const sample = samplePeople(rows, maxJudgedRows, seed + 1);
  return atForetoldLevel(model, sample, rolled, weights, horizonSeconds);
};
