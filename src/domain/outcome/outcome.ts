// Outcome: a prediction of which people in the eligible cohort will be in the attainment cohort within the horizon.

import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../resource/limits.js";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, described, id, nameOf, oneOf, optional } from "../resource/schema.js";
import { type BiasReport, biasMitigation } from "./bias.js";
import type {
  DirectionBin,
  Evaluation,
  OriginFigures,
  Scores,
  TrainingLandmark,
  Warning,
} from "./evaluation.js";
import { calendarFields, horizonsConfig, type OutcomeHorizons } from "./horizons.js";
import type { CalendarFields } from "./label-window.js";
import type { Period } from "./quiet-periods.js";
import { type OutcomeValue, valueConfig } from "./value.js";

export type { Scores } from "./evaluation.js";

export const undecidedRules = ["not_attained", "left_out"] as const;
export type Undecided = (typeof undecidedRules)[number];

export const outcomeConfig = closed({
  attainment_cohort_id: id("the cohort that people enter when they reach the goal"),
  eligible_cohort_id: optional(id("the cohort of people who can reach the goal. Absent: everyone")),
  attrition_cohort_id: optional(
    id(
      "the cohort of people who have clearly failed to reach the goal. Its members at a landmark, or now, are not predicted; " +
        "people who enter it within the horizon without reaching the goal count as not attained",
    ),
  ),
  active_cohort_id: optional(
    id(
      "the cohort of active people, by their events within the horizon alone: the probability is then that of reaching the goal if they are " +
        "active, such as not to finish, of those who race. The model learns from people who were active, and everyone eligible is scored. " +
        "Its stream and conditions count, its recency does not. Absent: whether people are active is part of the probability",
    ),
  ),
  undecided: optional(
    oneOf(
      undecidedRules,
      "How to label people who enter neither the attainment nor the attrition cohort within the horizon. not_attained (default): as " +
        "negatives. left_out: not at all; the propensity is then the probability of attainment rather than attrition.",
    ),
  ),
  feature_blocklist: optional(
    Type.Array(nameOf("Name of a feature."), {
      maxItems: limits.datasetFields.is,
      description:
        "Names of features to exclude, as the analysis shows them, or of traits and properties, with all features made from them. " +
        "`order_store_group` excludes what others with the same store did. A prefix `fig/` is ignored. Names that exclude nothing are named in a warning.",
      examples: [["recency"]],
    }),
  ),
  predictors: optional(
    described(
      "Inputs to exclude, and until when inputs were observed.",
      closed({
        blocked: optional(
          described(
            "Excluded inputs.",
            closed({
              providers: optional(
                Type.Array(nameOf("Name of a provider."), {
                  maxItems: limits.ids.is,
                  description: "Accepted without effect: there are no external providers.",
                }),
              ),
            }),
          ),
        ),
        max_observation_date: optional(
          Type.String({
            format: "date",
            description:
              "The model learns as of the start of this day in UTC: events on it or later are neither inputs nor answers of its training and its test. " +
              "People are scored as of now. Traits have no dates and are taken as they are. Absent: it learns from everything known.",
            examples: ["2025-06-01"],
          }),
        ),
      }),
    ),
  ),
  bias_mitigation: optional(biasMitigation),
  bias_traits: optional(
    Type.Array(nameOf("Name of a trait."), {
      maxItems: 10,
      uniqueItems: true,
      description:
        "Names of further traits to compare in the bias report. Age and gender are always compared if one of the traits age, " +
        "date_of_birth, birth_year, gender or sex exists.",
    }),
  ),
  prediction_mode: optional(
    oneOf(["auto", "static"], "static: learn from traits and totals alone, for data without dates."),
  ),
  horizon_days: optional(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: "Days within which people reach the goal. Absent: chosen from the data and shown.",
    }),
  ),
  ...calendarFields,
  recurring: optional(
    Type.Boolean({
      description:
        "true: people stay eligible after they reach the goal, and only events within the window count.",
    }),
  ),
  value: optional(valueConfig),
  horizons: optional(horizonsConfig),
  preview: optional(
    Type.Boolean({ description: "Accepted without effect: a prediction is always built whole." }),
  ),
});
export type OutcomeConfig = Static<typeof outcomeConfig>;

export const outcomeCohortFields = [
  "attainment_cohort_id",
  "eligible_cohort_id",
  "attrition_cohort_id",
  "active_cohort_id",
] as const;

export const outcomeCohortIds = (config: OutcomeConfig): string[] =>
  outcomeCohortFields.flatMap((field) => config[field] ?? []);

/**
 * `later dates`   by models that learned what was known on the day of the test
 * `other people`  the history is too short for a later date, or has no dates
 */
export const testKinds = ["later dates", "other people"] as const;

export interface FeatureImportance {
  name: string;
  literate: string;
  /** Share of the total gain, 0 to 1. */
  importance: number;
  /** From low values to high; people without a value are in no bin. Empty for less important features. */
  directionality: DirectionBin[];
}

/** Feature importance for people of some tenure, in days; null: no end. */
export interface TenureFeatures {
  tenure_start: number;
  tenure_end: number | null;
  /** The most important first, by permutation importance within the group. */
  features: FeatureImportance[];
}

/** A property or trait that names groups, and whether the other members told more of a person at earlier dates. */
export interface GroupEvidence {
  stream: string;
  /** Property of the stream, or trait. */
  name: string;
  /** The name by which its features are excluded. */
  input: string;
  /** The groups tell more of the probability. */
  helps: boolean;
  /** The groups tell more of the values of active people; absent without these. */
  helps_values?: boolean;
}

export interface OutcomeResult extends Evaluation, CalendarFields {
  /** `point_in_time`, or `static` if a defining stream has no dates; `static_reason` then gives the reason. */
  mode: "point_in_time" | "static";
  static_reason: string | null;
  /** Length of a horizon of the calendar on the day that the model learned through. */
  horizon_days: number;
  horizon_chosen_from_data: boolean;
  landmarks: EpochSeconds[];
  /** Ascending: times of hardly any events, into which no landmark looks forward. */
  quiet_periods: Period[];
  /** Absent: nothing names groups. */
  groups?: GroupEvidence[];
  /**
   * The model learned from events before it, and is fitted again once the data reach `refit_at` at the
   * latest. Null without dates.
   */
  learned_through: EpochSeconds | null;
  refit_at: EpochSeconds | null;
  test_landmark: EpochSeconds | null;
  /** Dates and people of the test; `other people` alone if the history is too short for later dates. */
  tested_on: (typeof testKinds)[number];
  training_people: number;
  training_rows: number;
  training_attained: number;
  roc_auc: number;
  lift_value: number;
  /** Metrics of the model, and of every candidate by name (`constant`, `recency`, …). */
  performance: { model: Scores; candidates: Record<string, Scores> };
  /** Weight of each candidate in the model. */
  blend: Record<string, number>;
  calibration: { method: string; bins: { predicted: number; actual_rate: number; people: number }[] };
  features: FeatureImportance[];
  /** Shortest tenure first. */
  tenure_features: TenureFeatures[];
  /** The newest dates on which the procedure was tested, oldest first; the last is the test. */
  origins: OriginFigures[];
  /** Oldest first. */
  training: TrainingLandmark[];
  warnings: Warning[];
  /** Absent if no trait contains age or gender, and no other trait is named. */
  bias?: BiasReport;
  /** Present for an outcome that asks for amounts or counts. */
  value?: OutcomeValue;
  /** Present for an outcome with further horizons. */
  horizons?: OutcomeHorizons;
}
