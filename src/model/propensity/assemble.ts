// A model is put together from two kinds of evidence. The shape of its calibration comes from scores of people and dates
// that were not trained on; only those show how much too sure it is. The level comes from the model itself on the rows it
// was fitted to: it has been fitted again since it was judged, and may have followed the base rate's drift already.

import { chooseCalibration, uncalibrated } from "../calibration/calibration.js";
import { mix } from "./blend.js";
import type { CandidateName, FittedCandidate } from "./candidates.js";
import { maxJudgedRows } from "./judge.js";
import type { Judgement } from "./judgement.js";
import { atForetoldLevel } from "./level.js";
import type { PropensityModel } from "./model.js";
import { type LabelledFrame, samplePeople } from "./rows.js";

export interface AssembleOptions {
  horizonSeconds: number;
  seed: number;
}

/** `fitMember` is called for the candidates of the judgement that have weight, and fits them to `rows`. */
export const assemble = (
  judgement: Judgement,
  weights: number[],
  fitMember: (name: CandidateName, place: number) => FittedCandidate,
  rows: LabelledFrame,
  { horizonSeconds, seed }: AssembleOptions,
): PropensityModel => {
  const members = judgement.names.flatMap((name, c) => {
    const weight = weights[c]!;
    return weight > 0 ? [{ name, weight, fitted: fitMember(name, c) }] : [];
  });
  const hasShape = members.some(({ name }) => name !== "constant");
  const calibration = hasShape
    ? chooseCalibration(mix(judgement.scores, weights), judgement.label, seed)
    : uncalibrated;
  const model = { features: rows.names, members, calibration };
  return atForetoldLevel(model, samplePeople(rows, maxJudgedRows, seed + 1), horizonSeconds);
};
