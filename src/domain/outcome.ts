// An outcome is what is learned: of the people in the eligible cohort, who will be in the attainment cohort within the horizon.

import type { EpochSeconds } from "./resource.js";

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

/** How true probabilities are on people and a date that the model has not seen. */
export interface Scores {
  people: number;
  attained: number;
  base_rate: number;
  auc: number;
  log_loss: number;
  brier: number;
  /** Expected calibration error over ten bins of equal mass. */
  ece: number;
  /** Rate among the top tenth over the base rate. */
  top_decile_lift: number;
}

export interface FeatureImportance {
  name: string;
  literate: string;
  /** Share of the total gain, 0 to 1. */
  importance: number;
}

export interface OutcomeResult {
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
  roc_curve: { x: number; y: number }[];
  lift_curve: { x: number; y: number; y_min: number; y_max: number }[];
  features: FeatureImportance[];
}
