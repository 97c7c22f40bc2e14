// Outcomes in requests and answers.

import { type TSchema, Type } from "@sinclair/typebox";
import { metricNames } from "../../domain/evaluation.js";
import { outcomeConfig } from "../../domain/outcome.js";
import { closed, count, described, id, instant, name, oneOf, optional } from "../../domain/schema.js";
import { biasAnalysis } from "./bias.js";
import { dataThrough, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { verdict, warnings } from "./verdict.js";

const { attainment_cohort_id, eligible_cohort_id, ...settings } = outcomeConfig.properties;

export const outcomePost = closed(
  {
    name,
    attainment: optional(id("the attainment cohort, the same as attainment_cohort_id")),
    attainment_cohort_id: optional(attainment_cohort_id),
    eligible: optional(id("the eligible cohort, the same as eligible_cohort_id")),
    eligible_cohort_id,
    ...settings,
  },
  "OutcomePost",
);
export const outcomePatch = mergePatchOf(outcomePost, "OutcomeMergePatch");

export const outcomePreviewPost = closed(
  { ...outcomePost.properties, name: optional(name) },
  "OutcomePreviewPost",
);

export const outcomePreview = Type.Object(
  {
    sentence: Type.String({
      description: "What will be learned, in words.",
      examples: ["Of the people who have bought once, who will buy a second time in the next 90 days?"],
    }),
    eligible_count: described("Members of the eligible cohort as of now, or everybody known.", count, 1834),
    attained_count: described("Members of the attainment cohort as of now.", count, 411),
    horizon_days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: "As given, or as it would be chosen; null: not asked for, or the history is too short.",
    }),
    horizon_chosen_from_data: Type.Boolean({ description: "False: as given, or there is none." }),
    newest_landmark: optional(
      Type.Object(
        {
          cutoff: described("The newest day of the past whose horizon is over.", instant),
          people: described("Who would be asked about on that day.", count),
          attained: described("Of these, who attained within the horizon.", count),
        },
        {
          description:
            "What has become of people, so that the usual rate can be seen. Absent where nothing can.",
        },
      ),
    ),
    warnings,
  },
  { title: "OutcomePreview" },
);

export const outcomeRecord = Type.Object(
  {
    ...recordFields,
    name,
    ...outcomeConfig.properties,
    attainment: Type.String({ description: "The same as attainment_cohort_id." }),
    eligible: optional(Type.String({ description: "The same as eligible_cohort_id." })),
    attainment_cohort_name: optional(Type.String({ description: "Name of the attainment cohort." })),
    eligible_cohort_name: optional(Type.String({ description: "Name of the eligible cohort." })),
    attrition_cohort_name: optional(Type.String({ description: "Name of the attrition cohort." })),
    roc_auc: optional(
      Type.Number({
        description: "How often one who attains is ranked above one who does not; 0.5 is chance.",
        examples: [0.81],
      }),
    ),
    lift_value: optional(
      Type.Number({
        description:
          "Mean lift at a quarter, a half, three quarters and all of the base rate's share of people.",
        examples: [3.4],
      }),
    ),
    report_url: optional(
      Type.String({ description: "A page to read, without the key: the link is signed." }),
    ),
    verdict: optional(verdict),
    warnings: optional(warnings),
    mode: optional(oneOf(["point_in_time", "static"], "static: learned without dates.")),
    horizon_chosen_from_data: optional(Type.Boolean({ description: "False: its owner has set it." })),
    data_through: dataThrough,
  },
  { title: "Outcome" },
);

export const reportQuery = closed({
  signature: optional(Type.String({ description: "From the outcome's report_url; stands in for the key." })),
});

const table = Type.Object(
  {
    headers: Type.Array(Type.String(), { description: "Of the columns." }),
    rows: Type.Array(Type.Array(Type.String()), { description: "Texts, one for each column." }),
  },
  { title: "Table", description: "For people." },
);
const scores = Type.Record(Type.String(), Type.Number(), { description: "By metric, or by candidate." });
const interval = {
  low: Type.Number({ description: "Lower bound of 95 %." }),
  high: Type.Number({ description: "Upper bound of 95 %." }),
};
const perMetric = <S extends TSchema>(schema: S) =>
  Type.Object(
    Object.fromEntries(metricNames.map((metric) => [metric, described(`Of the ${metric}.`, schema)])),
    { description: "By metric." },
  );

const point = Type.Object(
  {
    x: Type.Number({ description: "The rate of false positives." }),
    y: Type.Number({ description: "The rate of true positives." }),
  },
  { title: "RocPoint" },
);

const bandPoint = Type.Object(
  {
    x: Type.Number({
      description: "Of the ROC, the rate of false positives; of the lift, the share of people.",
    }),
    y: Type.Number({ description: "Of the ROC, the rate of true positives; else the lift." }),
    y_min: Type.Number({ description: "Lower bound of 95 %." }),
    y_max: Type.Number({ description: "Upper bound of 95 %." }),
  },
  { title: "CurvePoint" },
);

const performance = {
  roc_auc: Type.Number({ description: "How often one who attains is ranked above one who does not." }),
  lift_value: Type.Number({ description: "Mean lift, as the outcome tells it." }),
  lift_curve: Type.Array(bandPoint, { description: "Lift by share of the people." }),
  lift_table: table,
  metrics_table: table,
};

const bin = {
  density: Type.Number({ description: "Share of the tested people." }),
  impact: Type.Number({ description: "Mean of their probabilities less everybody's." }),
  actual_rate: Type.Number({ description: "Share of these people who attained." }),
};
const directionality = Type.Union([
  Type.Object({
    data_type: oneOf(["number"], "What its values are."),
    min: Type.Number({ description: "Lowest value of the bin." }),
    max: Type.Number({ description: "Highest value of the bin." }),
    ...bin,
  }),
  Type.Object({
    data_type: oneOf(["boolean"], "What its values are."),
    value: Type.Boolean({ description: "The value." }),
    ...bin,
  }),
]);

const feature = Type.Object(
  {
    name: Type.String({ description: "For programs.", examples: ["transaction_recency"] }),
    literate: Type.String({ description: "For people.", examples: ["Days since the last transaction"] }),
    importance: Type.Number({ description: "Share of all features' importance, 0 to 1." }),
    directionality: Type.Array(directionality, { description: "From its low values to its high ones." }),
  },
  { title: "Feature" },
);

const tenure = {
  tenure_start: Type.Integer({ description: "Days since the first event, inclusive." }),
  tenure_end: optional(Type.Integer({ description: "Exclusive; absent: no end." })),
};

export const decile = Type.Object(
  {
    people: described("About a tenth of them.", count),
    lowest: Type.Number({ description: "Lowest of their probabilities." }),
    highest: Type.Number({ description: "Highest of their probabilities." }),
    expected: Type.Number({ description: "Sum of their probabilities." }),
    attained: described("So many of them attained.", count),
    rate_low: Type.Number({ description: "Lower bound of 95 % of the rate." }),
    rate_high: Type.Number({ description: "Upper bound of 95 % of the rate." }),
  },
  { title: "Decile" },
);

/** The published client has a place for people who are known from elsewhere alone, of whom there are none here. */
const ofIndividuals = <S extends TSchema>(description: string, schema: S) =>
  Type.Object({ recognized_individuals: schema }, { description });

export const outcomeAnalysis = Type.Object(
  {
    overall_performance: ofIndividuals(
      "How well people are ranked.",
      Type.Object(
        { ...performance, roc_curve: Type.Array(bandPoint, { description: "The ROC." }) },
        { title: "Performance", description: "Of the people tested." },
      ),
    ),
    overall_features: ofIndividuals(
      "What it is told by.",
      Type.Array(feature, { description: "The most important first." }),
    ),
    tenure_performances: ofIndividuals(
      "How well people of different tenure are ranked.",
      Type.Array(
        Type.Object({
          ...performance,
          roc_curve: Type.Array(point, { description: "The ROC, without a band." }),
          ...tenure,
        }),
        { description: "The shortest tenure first." },
      ),
    ),
    tenure_features: ofIndividuals(
      "What it is told by, of people of different tenure.",
      Type.Array(
        Type.Object({
          ...tenure,
          features: Type.Array(feature, {
            description:
              "The most important first. Here importance is the share of how far these people's probabilities move when a " +
              "feature's values are dealt anew among them.",
          }),
          recognized_individuals: Type.Array(Type.Object({}), {
            description:
              "Always empty: the published client reads these records as if they held such a list.",
          }),
        }),
        { description: "The shortest tenure first." },
      ),
    ),
    bias: optional(biasAnalysis),
    verdict,
    warnings,
    comparison: Type.Object(
      {
        rule: Type.String({ description: "The baseline with the least log loss." }),
        differences: described(
          "The model's figures less the rule's.",
          perMetric(Type.Object({ value: Type.Number({ description: "The difference." }), ...interval })),
        ),
      },
      { description: "The model beside the best simple rule." },
    ),
    performance: Type.Object(
      {
        model: described("Of the model, by metric.", scores),
        candidates: Type.Record(Type.String(), scores, { description: "Of each candidate and baseline." }),
      },
      { description: "Metrics on people and a date that the model has not seen." },
    ),
    intervals: Type.Record(Type.String(), perMetric(Type.Object(interval)), {
      description: "Where each figure would be in 95 of 100 such tests.",
    }),
    calibration: Type.Object(
      {
        method: Type.String({ description: "How raw scores become probabilities." }),
        bins: Type.Array(
          Type.Object({
            predicted: Type.Number({ description: "Mean of their probabilities." }),
            actual_rate: Type.Number({ description: "Share of these people who attained." }),
            people: Type.Integer({ description: "So many." }),
          }),
          { description: "From the lowest probabilities to the highest." },
        ),
      },
      { description: "How true the probabilities are." },
    ),
    deciles: Type.Array(decile, { description: "Highest probabilities first." }),
    decile_table: table,
    method: Type.Object(
      {
        mode: oneOf(["point_in_time", "static"], "static: learned without dates."),
        static_reason: optional(Type.String({ description: "Why it was learned without dates." })),
        horizon_days: optional(
          Type.Number({
            description: "Within so many days people are to attain. Absent: learned without dates.",
          }),
        ),
        horizon_chosen_from_data: Type.Boolean({ description: "False: its owner has set it." }),
        landmarks: Type.Array(instant, { description: "When training rows were seen from." }),
        test_landmark: optional(described("When the people tested were seen from.", instant)),
        tested_on: oneOf(["later dates and other people", "other people"], "What the model had not seen."),
        training_rows: Type.Integer({ description: "So many were learned from." }),
        training_attained: Type.Integer({ description: "So many of them attained." }),
        training: Type.Array(
          Type.Object({
            landmark: described("When they were seen from.", instant),
            rows: described("So many were learned from.", count),
            attained: described("So many of them attained.", count),
          }),
          { description: "By landmark." },
        ),
        blend: described("Share of each candidate in the model.", scores),
      },
      { description: "How it was learned." },
    ),
  },
  { title: "OutcomeAnalysis" },
);
