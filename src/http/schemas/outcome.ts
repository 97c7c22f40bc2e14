// An outcome, as it may be written (two spellings), as it is kept, and as it is read.

import { type TSchema, Type } from "@sinclair/typebox";
import { decisions, metricNames, warningKinds } from "../../domain/evidence.js";
import { closed, count, id, instant, name, oneOf, optional, recordFields } from "./common.js";
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

const verdict = Type.Object({
  decision: oneOf(decisions, "Whether the model is worth more than the best simple rule."),
  text: Type.String({ description: "The decision and its reason, for people." }),
});
const warnings = Type.Array(
  Type.Object({
    kind: oneOf(warningKinds),
    about: Type.String({ description: "Name of the feature or stream." }),
    note: Type.String({ description: "What is the matter and what to do, for people." }),
  }),
  { description: "What may make good figures untrue." },
);

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
    report_url: optional(
      Type.String({ description: "A page to read, without the key: the link is signed." }),
    ),
    verdict: optional(verdict),
    warnings: optional(warnings),
    mode: optional(oneOf(["point_in_time", "static"])),
    horizon_chosen_from_data: optional(Type.Boolean()),
    data_through: optional(instant),
  },
  { title: "Outcome" },
);

export const reportQuery = closed({
  signature: optional(Type.String({ description: "From the outcome's report_url; stands in for the key." })),
});

const table = Type.Object({
  headers: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.String())),
});
const scores = Type.Record(Type.String(), Type.Number());
const interval = { low: Type.Number(), high: Type.Number() };
const perMetric = <S extends TSchema>(schema: S) =>
  Type.Object(Object.fromEntries(metricNames.map((metric) => [metric, schema])));

const point = { x: Type.Number(), y: Type.Number() };
const bandPoint = Type.Object({ ...point, y_min: Type.Number(), y_max: Type.Number() });

const performance = {
  roc_auc: Type.Number(),
  lift_value: Type.Number(),
  lift_curve: Type.Array(bandPoint),
  lift_table: table,
  metrics_table: table,
};

const bin = {
  density: Type.Number({ description: "Share of the tested people." }),
  impact: Type.Number({ description: "Mean of their probabilities less everybody's." }),
  realised: Type.Number({ description: "Rate at which they attained." }),
};
const directionality = Type.Union([
  Type.Object({ data_type: oneOf(["number"]), min: Type.Number(), max: Type.Number(), ...bin }),
  Type.Object({ data_type: oneOf(["boolean"]), value: Type.Boolean(), ...bin }),
]);

const decile = Type.Object({
  people: count,
  lowest: Type.Number({ description: "Lowest of their probabilities." }),
  highest: Type.Number(),
  expected: Type.Number({ description: "Sum of their probabilities." }),
  attained: count,
  rate_low: Type.Number({ description: "Bounds of 95 % of the rate." }),
  rate_high: Type.Number(),
});

export const outcomeAnalysis = Type.Object(
  {
    overall_performance: Type.Object({
      recognized_individuals: Type.Object({ ...performance, roc_curve: Type.Array(bandPoint) }),
    }),
    overall_features: Type.Object({
      recognized_individuals: Type.Array(
        Type.Object({
          name: Type.String(),
          literate: Type.String(),
          importance: Type.Number(),
          directionality: Type.Array(directionality),
        }),
      ),
    }),
    tenure_performances: Type.Object({
      recognized_individuals: Type.Array(
        Type.Object({
          ...performance,
          roc_curve: Type.Array(Type.Object(point)),
          tenure_start: Type.Integer({ description: "Days since the first event, inclusive." }),
          tenure_end: optional(Type.Integer({ description: "Exclusive; absent: no end." })),
        }),
      ),
    }),
    verdict,
    warnings,
    comparison: Type.Object({
      rule: Type.String({ description: "The baseline with the least log loss." }),
      differences: perMetric(Type.Object({ value: Type.Number(), ...interval })),
    }),
    performance: Type.Object({ model: scores, candidates: Type.Record(Type.String(), scores) }),
    intervals: Type.Record(Type.String(), perMetric(Type.Object(interval))),
    calibration: Type.Object({
      method: Type.String(),
      bins: Type.Array(
        Type.Object({ predicted: Type.Number(), realised: Type.Number(), people: Type.Integer() }),
      ),
    }),
    deciles: Type.Array(decile, { description: "Highest probabilities first." }),
    decile_table: table,
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
      training: Type.Array(Type.Object({ landmark: instant, rows: count, attained: count })),
      blend: scores,
    }),
  },
  { title: "OutcomeAnalysis" },
);
