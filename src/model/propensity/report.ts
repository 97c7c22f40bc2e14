// What the owner of an outcome gets to see: how true the probabilities were for people and a date the model had not seen.

import type { OutcomeResult } from "../../domain/outcome.js";
import { calibrationBins, liftValue, score } from "../evaluation/metrics.js";
import type { CandidateName } from "./candidates/registry.js";

/** Named as in `OutcomeResult`, of which it is a part. */
export interface PropensityReport
  extends Pick<OutcomeResult, "roc_auc" | "lift_value" | "performance" | "blend" | "calibration"> {
  tested_on: "later dates and other people" | "other people";
  test_landmark: number;
  training_rows: number;
  training_attained: number;
  /** In the order of the frame's features; shares sum to 1, or are all 0 where only the constant is used. */
  features: { name: string; importance: number }[];
}

/** The part of the report that follows from the test's probabilities alone. */
export const reportTest = (
  label: Uint8Array,
  probability: Float64Array,
  candidates: { name: CandidateName; probability: Float64Array }[],
) => ({
  roc_auc: score(probability, label).auc,
  lift_value: liftValue(probability, label),
  performance: {
    model: score(probability, label),
    candidates: Object.fromEntries(candidates.map((c) => [c.name, score(c.probability, label)])),
  },
  bins: calibrationBins(probability, label),
});
