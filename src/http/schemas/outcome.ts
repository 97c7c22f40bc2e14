// An outcome, as it may be written (two spellings), as it is kept, and as it is read.

import { Type } from "@sinclair/typebox";
import { closed, id, instant, name, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const settings = {
  attrition_cohort_id: optional(id("the cohort of clear counter-examples")),
  feature_blocklist: optional(Type.Array(Type.String())),
  predictors: optional(
    closed({ blocked: optional(closed({ providers: optional(Type.Array(Type.String())) })) }),
  ),
  prediction_mode: optional(oneOf(["auto", "static"])),
  horizon_days: optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: "Absent: chosen from the data and shown." }),
  ),
  recurring: optional(
    Type.Boolean({
      description: "True: who has attained stays eligible, and the label asks about the window alone.",
    }),
  ),
};

export const outcomeWritten = closed(
  {
    name,
    attainment: optional(id("the cohort whose members attained the behavior")),
    attainment_cohort_id: optional(id("the cohort whose members attained the behavior")),
    eligible: optional(id("the cohort whose members can attain it")),
    eligible_cohort_id: optional(id("the cohort whose members can attain it; absent: everyone known")),
    ...settings,
  },
  "OutcomePost",
);
export const outcomePatch = mergePatchOf(outcomeWritten, "OutcomeMergePatch");

const kept = {
  name,
  attainment_cohort_id: id("the cohort whose members attained the behavior"),
  eligible_cohort_id: optional(id("the cohort whose members can attain it")),
  ...settings,
};
export const outcomeKept = closed(kept);

export const outcomeRecord = Type.Object(
  {
    ...recordFields,
    ...kept,
    attainment: Type.String(),
    eligible: optional(Type.String()),
    attainment_cohort_name: optional(Type.String()),
    eligible_cohort_name: optional(Type.String()),
    attrition_cohort_name: optional(Type.String()),
    roc_auc: optional(Type.Number()),
    lift_value: optional(Type.Number()),
    mode: optional(oneOf(["point_in_time", "static"])),
    horizon_chosen_from_data: optional(Type.Boolean()),
    data_through: optional(instant),
  },
  { title: "Outcome" },
);

const table = Type.Object({
  headers: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.String())),
});
const scores = Type.Record(Type.String(), Type.Number());

export const outcomeAnalysis = Type.Object(
  {
    overall_performance: Type.Object({
      recognized_individuals: Type.Object({
        roc_auc: Type.Number(),
        lift_value: Type.Number(),
        roc_curve: Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() })),
        lift_curve: Type.Array(
          Type.Object({ x: Type.Number(), y: Type.Number(), y_min: Type.Number(), y_max: Type.Number() }),
        ),
        lift_table: table,
        metrics_table: table,
      }),
    }),
    overall_features: Type.Object({
      recognized_individuals: Type.Array(
        Type.Object({
          name: Type.String(),
          literate: Type.String(),
          importance: Type.Number(),
          directionality: Type.Array(Type.Object({})),
        }),
      ),
    }),
    method: Type.Object({
      mode: oneOf(["point_in_time", "static"]),
      static_reason: optional(Type.String()),
      horizon_days: Type.Number(),
      horizon_chosen_from_data: Type.Boolean(),
      landmarks: Type.Array(instant),
      test_landmark: optional(instant),
      tested_on: oneOf(["later dates and other people", "other people"]),
      training_rows: Type.Integer(),
      training_attained: Type.Integer(),
      blend: scores,
    }),
    performance: Type.Object({ model: scores, candidates: Type.Record(Type.String(), scores) }),
    calibration: Type.Object({
      method: Type.String(),
      bins: Type.Array(
        Type.Object({ predicted: Type.Number(), realised: Type.Number(), people: Type.Integer() }),
      ),
    }),
  },
  { title: "OutcomeAnalysis" },
);
