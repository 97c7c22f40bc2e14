// Outcomes in requests and answers.

import { type TSchema, Type } from "@sinclair/typebox";
import { metricNames } from "../../domain/outcome/evaluation.js";
import { calendarFields } from "../../domain/outcome/horizons.js";
import { outcomeConfig, testKinds } from "../../domain/outcome/outcome.js";
import {
  byName,
  closed,
  count,
  described,
  id,
  instant,
  name,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { biasAnalysis } from "./bias.js";
import { dataThrough, linkExpires, recordFields } from "./common.js";
import { horizonsAnalysis } from "./horizons.js";
import { mergePatchOf } from "./merge-patch.js";
import { eitherOf, stating } from "./rules.js";
import { valueAnalysis } from "./value.js";
import { verdict, warnings } from "./verdict.js";

const { attainment_cohort_id, eligible_cohort_id, ...settings } = outcomeConfig.properties;

const eitherAttainment = eitherOf("attainment", "attainment_cohort_id");

export const outcomePost = stating(
  eitherAttainment,
  closed(
    {
      name,
      attainment: optional(id("the attainment cohort, the same as attainment_cohort_id")),
      attainment_cohort_id: optional(attainment_cohort_id),
      eligible: optional(id("the eligible cohort, the same as eligible_cohort_id")),
      eligible_cohort_id,
      ...settings,
    },
    "OutcomePost",
  ),
);
export const outcomePatch = mergePatchOf(outcomePost, "OutcomeMergePatch");

export const outcomePreviewPost = stating(
  eitherAttainment,
  closed({ ...outcomePost.properties, name: optional(name) }, "OutcomePreviewPost"),
);

export const outcomePreview = Type.Object(
  {
    sentence: Type.String({
      description: "The prediction as a sentence.",
      examples: ["Of the people who have bought once, who will buy a second time in the next 90 days?"],
    }),
    eligible_count: described("Members of the eligible cohort now, or all known people.", count, 1834),
    attained_count: described("Members of the attainment cohort now.", count, 411),
    horizon_days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        "As given, or as it would be chosen. null: static prediction, or the history is too short to choose.",
    }),
    ...calendarFields,
    horizon_chosen_from_data: Type.Boolean({ description: "false: as given, or there is none." }),
    newest_landmark: optional(
      Type.Object(
        {
          cutoff: described("The newest past day whose horizon is over.", instant),
          people: described("People who were eligible on that day.", count),
          attained: described("Number of them who attained within the horizon.", count),
        },
        {
          description: "Actual results of past people, which show the usual rate. Absent if it is not known.",
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
    active_cohort_name: optional(
      Type.String({
        description: "Name of the active cohort. The probability is that of people if they are active.",
      }),
    ),
    roc_auc: optional(
      Type.Number({
        description:
          "Probability that a person who attains ranks above one who does not (AUC); 0.5 is chance.",
        examples: [0.81],
      }),
    ),
    lift_value: optional(
      Type.Number({
        description:
          "Mean of the lift in the top shares of people that equal 25 %, 50 %, 75 % and 100 % of the base rate.",
        examples: [3.4],
      }),
    ),
    report_url: optional(
      Type.String({ description: "Report page. The link is signed and needs no key, for some days." }),
    ),
    verdict: optional(verdict),
    warnings: optional(warnings),
    mode: optional(oneOf(["point_in_time", "static"], "static: the model learned without dates.")),
    horizon_chosen_from_data: optional(Type.Boolean({ description: "false: its owner set it." })),
    value_currency: optional(
      Type.String({
        description: "Currency of expected amounts. Absent without `value`, and where no dataset names one.",
        examples: ["EUR"],
      }),
    ),
    data_through: dataThrough,
  },
  { title: "Outcome" },
);

export const reportQuery = closed({
  signature: optional(Type.String({ description: "Signature from report_url, in place of the key." })),
  expires: linkExpires,
});

const table = Type.Object(
  {
    headers: Type.Array(Type.String(), { description: "Headers of the columns." }),
    rows: Type.Array(Type.Array(Type.String()), { description: "One text for each column." }),
  },
  { title: "Table", description: "Table to display." },
);
const scores = byName(Type.Number(), { description: "Values by name." });
const interval = {
  low: Type.Number({ description: "Lower bound of the 95 % interval." }),
  high: Type.Number({ description: "Upper bound of the 95 % interval." }),
};
const perMetric = <S extends TSchema>(schema: S) =>
  Type.Object(
    Object.fromEntries(metricNames.map((metric) => [metric, described(`For ${metric}.`, schema)])),
    { description: "By metric." },
  );

const point = Type.Object(
  {
    x: Type.Number({ description: "False positive rate." }),
    y: Type.Number({ description: "True positive rate." }),
  },
  { title: "RocPoint" },
);

const bandPoint = Type.Object(
  {
    x: Type.Number({
      description: "ROC curve: false positive rate. Lift curve: share of the people.",
    }),
    y: Type.Number({ description: "ROC curve: true positive rate. Lift curve: lift." }),
    y_min: Type.Number({ description: "Lower bound of the 95 % interval." }),
    y_max: Type.Number({ description: "Upper bound of the 95 % interval." }),
  },
  { title: "CurvePoint" },
);

const performance = {
  roc_auc: Type.Number({
    description: "Probability that a person who attains ranks above one who does not.",
  }),
  lift_value: Type.Number({ description: "Mean lift, as in the outcome's lift_value." }),
  lift_curve: Type.Array(bandPoint, { description: "Lift by share of the people." }),
  lift_table: table,
  metrics_table: table,
};

const bin = {
  density: Type.Number({ description: "Share of the tested people." }),
  impact: Type.Number({ description: "Mean probability of these people minus that of all tested people." }),
  actual_rate: Type.Number({ description: "Share of these people who attained." }),
};
const directionality = Type.Union([
  Type.Object({
    data_type: oneOf(["number"], "Type of the feature's values."),
    min: Type.Number({ description: "Lowest value of the bin." }),
    max: Type.Number({ description: "Highest value of the bin." }),
    ...bin,
  }),
  Type.Object({
    data_type: oneOf(["boolean"], "Type of the feature's values."),
    value: Type.Boolean({ description: "Value of the feature." }),
    ...bin,
  }),
]);

const feature = Type.Object(
  {
    name: Type.String({ description: "Machine name.", examples: ["transaction_recency"] }),
    literate: Type.String({ description: "Display name.", examples: ["Days since the last transaction"] }),
    importance: Type.Number({ description: "Share of the importance of all features, 0 to 1." }),
    directionality: Type.Array(directionality, {
      description: "Groups of people with similar values, from low values to high.",
    }),
  },
  { title: "Feature" },
);

const tenure = {
  tenure_start: Type.Integer({ description: "Days since the first event, inclusive." }),
  tenure_end: optional(Type.Integer({ description: "Exclusive; absent: no end." })),
};

export const decile = Type.Object(
  {
    people: described("People in the decile: about 10 % of those tested.", count),
    lowest: Type.Number({ description: "Lowest of their probabilities." }),
    highest: Type.Number({ description: "Highest of their probabilities." }),
    expected: Type.Number({ description: "Sum of their probabilities." }),
    attained: described("Number of them who attained.", count),
    rate_low: Type.Number({ description: "Lower bound of the 95 % interval of the actual rate." }),
    rate_high: Type.Number({ description: "Upper bound of the 95 % interval of the actual rate." }),
  },
  { title: "Decile" },
);

/** The published client also has a place for people known only from other sources. There are none here. */
const ofIndividuals = <S extends TSchema>(description: string, schema: S) =>
  Type.Object({ recognized_individuals: schema }, { description });

const labels = (description: string) => byName(Type.String(), { description });

export const outcomeAnalysis = Type.Object(
  {
    headline: Type.String({
      description: "The result of the test in plain English, to display.",
      examples: [
        "12 % of 2,085 people in “Customers” entered “Repeat purchasers” within 112 days of 5 March 2025. Among the top 10 % by " +
          "probability: 33 %. Among the bottom 10 %: 2.4 %.",
      ],
    }),
    labels: Type.Object(
      {
        metrics: labels("Labels of metrics, by name."),
        candidates: labels("Labels of candidates, by name."),
      },
      { description: "Display names of what the analysis lists by machine name." },
    ),
    overall_performance: ofIndividuals(
      "Quality of the ranking.",
      Type.Object(
        { ...performance, roc_curve: Type.Array(bandPoint, { description: "ROC curve." }) },
        { title: "Performance", description: "Performance on the tested people." },
      ),
    ),
    overall_features: ofIndividuals(
      "Features of the model.",
      Type.Array(feature, { description: "Most important first." }),
    ),
    tenure_performances: ofIndividuals(
      "Quality of the ranking by tenure.",
      Type.Array(
        Type.Object({
          ...performance,
          roc_curve: Type.Array(point, { description: "ROC curve, without a band." }),
          ...tenure,
        }),
        { description: "Shortest tenure first." },
      ),
    ),
    tenure_features: ofIndividuals(
      "Features of the model by tenure.",
      Type.Array(
        Type.Object({
          ...tenure,
          features: Type.Array(feature, {
            description:
              "Most important first. Importance here is measured by permutation: how far these people's probabilities move when the " +
              "feature's values are shuffled among them.",
          }),
          recognized_individuals: Type.Array(Type.Object({}), {
            description: "Always empty. The published client requires the list.",
          }),
        }),
        { description: "Shortest tenure first." },
      ),
    ),
    bias: optional(biasAnalysis),
    value: optional(valueAnalysis),
    horizons: optional(horizonsAnalysis),
    verdict,
    warnings,
    comparison: Type.Object(
      {
        rule: Type.String({ description: "Name of the rule with the lowest log loss." }),
        differences: described(
          "Metrics of the model minus those of the rule.",
          perMetric(
            Type.Object({ value: Type.Number({ description: "Difference of the metric." }), ...interval }),
          ),
        ),
      },
      { description: "The model compared with the best simple rule." },
    ),
    performance: Type.Object(
      {
        model: described("Metrics of the model.", scores),
        candidates: byName(scores, { description: "Metrics by candidate and rule." }),
      },
      { description: "Metrics on people and a date that the model has not seen." },
    ),
    intervals: byName(perMetric(Type.Object(interval)), {
      description: "95 % intervals of the metrics, by model, candidate and rule.",
    }),
    calibration: Type.Object(
      {
        method: Type.String({ description: "Method that turns raw scores into probabilities." }),
        bins: Type.Array(
          Type.Object({
            predicted: Type.Number({ description: "Mean probability of these people." }),
            actual_rate: Type.Number({ description: "Share of these people who attained." }),
            people: Type.Integer({ description: "Number of people." }),
          }),
          { description: "Groups of people, lowest probabilities first." },
        ),
      },
      { description: "Predicted probabilities compared with actual rates." },
    ),
    deciles: Type.Array(decile, { description: "Highest probabilities first." }),
    decile_table: table,
    method: Type.Object(
      {
        mode: oneOf(["point_in_time", "static"], "static: the model learned without dates."),
        static_reason: optional(Type.String({ description: "Reason why the model learned without dates." })),
        horizon_days: optional(
          Type.Number({
            description: "Days within which people reach the goal. Absent: static prediction.",
          }),
        ),
        ...calendarFields,
        horizon_chosen_from_data: Type.Boolean({ description: "false: its owner set it." }),
        landmarks: Type.Array(instant, { description: "Cutoffs of the training rows." }),
        quiet_periods: Type.Array(
          Type.Object({
            from: described("First instant of the period.", instant),
            until: described("End of the period, exclusive.", instant),
          }),
          {
            description:
              "Periods with hardly any events, oldest first. No training row looks forward into them.",
          },
        ),
        groups: optional(
          Type.Array(
            Type.Object({
              stream: Type.String({ description: "Stream whose events are counted." }),
              name: Type.String({
                description: "Property of the stream, or trait, whose values are groups.",
              }),
              input: Type.String({ description: "Name that excludes it in `feature_blocklist`." }),
              helps: Type.Boolean({
                description:
                  "true: at earlier dates, what the others in a person's group did told more of whether people reach the goal than their own past alone.",
              }),
              helps_values: optional(
                Type.Boolean({ description: "The same of values of active people. Absent: without these." }),
              ),
            }),
            {
              description:
                "Groups that people belong to. Those that helped are inputs. Absent: nothing names groups.",
            },
          ),
        ),
        learned_through: optional(
          described(
            "The model learned from events before this instant. Builds between it and refit_at keep the model, unless older events " +
              "have changed. Absent: static prediction.",
            instant,
          ),
        ),
        refit_at: optional(
          described(
            "Once the data reach this instant at the latest, the next build fits the model again; it does so earlier where the season turns.",
            instant,
          ),
        ),
        test_landmark: optional(described("Cutoff of the test.", instant)),
        tested_on: oneOf(
          testKinds,
          "Test data. later dates: the model learned what was known on the day of the test. later dates and other people: also from " +
            "other people than it was tested on (older predictions). other people: the history is too short for a later date.",
        ),
        origins: Type.Array(
          Type.Object({
            landmark: described("The date.", instant),
            people: described("People scored on that date; a sample of them where there are many.", count),
            expected: Type.Number({ description: "Sum of their probabilities." }),
            attained: described("Number of them who attained.", count),
            auc: Type.Number({ description: "AUC on that date." }),
            auc_low: Type.Number({ description: "Lower bound of its 95 % interval, for that date alone." }),
            auc_high: Type.Number({ description: "Upper bound of that interval." }),
            log_loss: Type.Number({ description: "Log loss on that date." }),
            ece: Type.Number({ description: "Calibration error on that date." }),
          }),
          {
            description:
              "The newest past dates on which the prediction was made as it is today, oldest first. The last is the test.",
          },
        ),
        training_people: optional(
          Type.Integer({
            description:
              "Number of people in the training rows. Up to 150, the model is a simple one that stays close to the average; up to 400, it is the mean of two candidates at most.",
          }),
        ),
        training_rows: Type.Integer({ description: "Number of training rows." }),
        training_attained: Type.Integer({ description: "Number of training rows whose person attained." }),
        training: Type.Array(
          Type.Object({
            landmark: described("Cutoff of the rows.", instant),
            rows: described("Number of rows.", count),
            attained: described("Number of rows whose person attained.", count),
          }),
          { description: "Training rows by landmark." },
        ),
        blend: described("Weight of each candidate in the model.", scores),
      },
      { description: "Training and test of the model." },
    ),
  },
  { title: "OutcomeAnalysis" },
);
