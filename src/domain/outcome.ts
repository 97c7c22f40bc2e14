// An outcome is what is learned: of the people in the eligible cohort, who will be in the attainment cohort within the horizon.

import type { DirectionBin, Evidence, Scores, TrainingLandmark, Warning } from "./evidence.js";
import type { EpochSeconds } from "./resource.js";

export type { Scores } from "./evidence.js";

export interface OutcomeConfig {
  attainment_cohort_id: string;
  /** Absent: everyone known. */
  eligible_cohort_id?: string;
  attrition_cohort_id?: string;
  feature_blocklist?: string[];
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

export interface OutcomeResult extends Evidence {
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
  /** Oldest first. */
  training: TrainingLandmark[];
  warnings: Warning[];
}
