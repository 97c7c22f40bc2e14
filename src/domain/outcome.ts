// An outcome is what is learned: of the people in the eligible cohort, who will be in the attainment cohort within the horizon.

import type { BiasMitigation, BiasReport } from "./bias.js";
import type { DirectionBin, Evaluation, Scores, TrainingLandmark, Warning } from "./evaluation.js";
import type { EpochSeconds } from "./resource.js";

export type { Scores } from "./evaluation.js";

export const undecidedRules = ["not_attained", "left_out"] as const;
export type Undecided = (typeof undecidedRules)[number];

export interface OutcomeConfig {
  attainment_cohort_id: string;
  /** Absent: everyone known. */
  eligible_cohort_id?: string;
  /** Who is in it has clearly failed to attain, and is asked about no more. */
  attrition_cohort_id?: string;
  /** Who neither attained nor attrited within the horizon: did not attain (the default), or is not learned from. */
  undecided?: Undecided;
  feature_blocklist?: string[];
  bias_mitigation?: BiasMitigation;
  /** Traits by which people are compared in the bias report, besides age and gender. */
  bias_traits?: string[];
  predictors?: { blocked?: { providers?: string[] } };
  prediction_mode?: "auto" | "static";
  /** Absent: chosen from the data and shown. */
  horizon_days?: number;
  /** True: who has attained before stays eligible; the label asks about the events inside the window alone. */
  recurring?: boolean;
}

export interface FeatureImportance {
  name: string;
  literate: string;
  /** Share of the total gain, 0 to 1. */
  importance: number;
  /** From low values to high; people without a value are in no bin. None beyond the most important features. */
  directionality: DirectionBin[];
}

/** What the model looks at in people known so long, in days; without an end for as long as anybody. */
export interface TenureFeatures {
  tenure_start: number;
  tenure_end: number | null;
  /** The most important first; shares of how far the group's probabilities move when a feature's values are dealt anew. */
  features: FeatureImportance[];
}

export interface OutcomeResult extends Evaluation {
  /** `point_in_time`, or `static` where a defining stream has no dates; then `static_reason` says so. */
  mode: "point_in_time" | "static";
  static_reason: string | null;
  horizon_days: number;
  horizon_chosen_from_data: boolean;
  landmarks: EpochSeconds[];
  test_landmark: EpochSeconds | null;
  /** What the test's figures are for; `other people` alone where the history is too short to leave a gap. */
  tested_on: "later dates and other people" | "other people";
  training_rows: number;
  training_attained: number;
  roc_auc: number;
  lift_value: number;
  /** The model's figures, then every candidate and baseline by name (`constant`, `recency`, …). */
  performance: { model: Scores; candidates: Record<string, Scores> };
  /** Share of each candidate in the blend that is used. */
  blend: Record<string, number>;
  calibration: { method: string; bins: { predicted: number; realised: number; people: number }[] };
  features: FeatureImportance[];
  /** Shortest tenure first. Absent in results of version 0.1. */
  tenure_features?: TenureFeatures[];
  /** Oldest first. */
  training: TrainingLandmark[];
  warnings: Warning[];
  /** Absent where no trait tells age or gender and none is named. */
  bias?: BiasReport;
}
