// Bias report of an outcome. Metrics and thresholds are those of the published client; intervals, findings
// and the cost of mitigation are additions.

import { Type } from "@sinclair/typebox";
import {
  biasLevels,
  fairnessLevels,
  mitigationStrategies,
  powerLevels,
  predictionLevels,
} from "../../domain/outcome/bias.js";
import { byName, count, described, oneOf, optional } from "../../domain/resource/schema.js";

const share = Type.Number({ description: "Share of the rows with the label, 0 to 1." });
const valueShare = {
  value: Type.String({ description: "Value of the dimension." }),
  rows: described("Rows of people with the value.", count),
  share,
};
const spread = <P extends typeof valueShare>(value: P) => ({
  candidates: Type.Array(Type.Object(value), { description: "All training rows." }),
  positives: Type.Array(Type.Object(value), { description: "Positive training rows: people who attained." }),
  negatives: Type.Array(Type.Object(value), { description: "Negative training rows." }),
  distance: Type.Number({
    description: "Largest distance between the distribution of a label and that of all rows, 0 to 1.",
  }),
  level: oneOf(biasLevels, "low_bias: distance below 0.1. moderate_bias: below 0.2. strong_bias: otherwise."),
});
const ageShare = {
  ...valueShare,
  min: optional(described("Minimum age in whole years.", count)),
  max: optional(described("Maximum age in whole years.", count)),
};

const bounded = (description: string) =>
  Type.Object(
    {
      value: Type.Number({ description: "Value of the metric." }),
      low: Type.Number({ description: "Lower bound of the 95 % interval." }),
      high: Type.Number({ description: "Upper bound of the 95 % interval." }),
    },
    { description },
  );

const group = {
  name: Type.String({ description: "Name of the subpopulation, to display." }),
  dimensions: byName(Type.String(), { description: "Value of each dimension." }),
  people: described("Tested people in the subpopulation.", count),
};
const measured = (levels: readonly string[], description: string) =>
  Type.Array(
    Type.Object({
      ...group,
      metrics: Type.Array(
        Type.Object({
          name: Type.String({ description: "Name of the metric." }),
          level: oneOf(levels, "Assessment of the value."),
          value: Type.Number({ description: "Value of the metric." }),
        }),
        { description: "Metrics of the subpopulation." },
      ),
    }),
    { description },
  );

const scores = byName(Type.Number(), { description: "Values by metric." });

export const biasAnalysis = Type.Object(
  {
    data: Type.Object(
      {
        age: Type.Object(spread(ageShare), { description: "Distribution by age." }),
        gender: Type.Object(spread(valueShare), { description: "Distribution by gender." }),
        traits: Type.Array(
          Type.Object({
            dimension: Type.String({ description: "Name of the trait." }),
            ...spread(valueShare),
          }),
          { description: "Distributions by each trait in bias_traits." },
        ),
      },
      { description: "Composition of the training data." },
    ),
    power: measured(
      powerLevels,
      "Accuracy of the selection: F1 of the subpopulation relative to F1 of everyone, minus 1. relatively_unaffected: between −0.1 and 0.1.",
    ),
    predictions: measured(
      predictionLevels,
      "Share of the selected people divided by share of all people. low_bias: 0.9 to 1.1. moderate_bias: 0.8 to 1.2.",
    ),
    fairness: measured(
      fairnessLevels,
      "Comparison with everyone: difference in the selection rate of people who attain (equal opportunity), difference in the selection " +
        "rate (statistical parity), the mean of both (average odds), the ratio of selection rates (disparate impact), and the sum of the " +
        "four (total_fairness). equitably_treated: total_fairness from 0.9 to 1.1.",
    ),
    summary: Type.Object(
      {
        data_unbiased: Type.Boolean({ description: "Assessment of the training data." }),
        power_unbiased: Type.Boolean({ description: "Assessment of the accuracy of the selection." }),
        predictions_unbiased: Type.Boolean({ description: "Assessment of the number of selected people." }),
        fairness_fair: Type.Boolean({ description: "Assessment of the comparison with everyone." }),
      },
      {
        description:
          "true if it holds for all dimensions and subpopulations that are large enough to assess.",
      },
    ),
    traits: Type.Array(
      Type.Object({
        dimension: Type.String({ description: "age, gender, or a trait in bias_traits." }),
        trait: Type.String({ description: "Source trait." }),
      }),
      {
        description:
          "Source trait of each dimension. Traits have today's values, also for training rows of the past.",
      },
    ),
    top_share: Type.Number({
      description: "Share of the tested people with the highest probabilities, who count as selected.",
    }),
    subpopulations: Type.Array(
      Type.Object({
        ...group,
        share: Type.Number({ description: "Share of the tested people." }),
        attained: described("Number of them who attained.", count),
        expected: Type.Number({ description: "Expected number: sum of their probabilities." }),
        mean_probability: Type.Number({ description: "Mean probability." }),
        actual_rate: bounded("Actual rate of attainment."),
        selection_ratio: bounded(
          "Share of the selected people divided by share of all people. 1 is statistical parity.",
        ),
        true_positive_rate: bounded("Selected share of the people who attained."),
        is_enough: Type.Boolean({
          description:
            "false: too few to assess, that is, fewer than 100 people, or fewer than 20 who attained or did not.",
        }),
      }),
      { description: "Subpopulations, one for each value of each dimension." },
    ),
    findings: Type.Array(Type.String(), { description: "Significant findings, to display." }),
    mitigation: optional(
      Type.Object(
        {
          strategy: oneOf(mitigationStrategies, "Strategy of the mitigation."),
          dimensions: Type.Array(Type.String(), {
            description: "Mitigated dimensions: age, gender, or both.",
          }),
          without: described("Metrics without mitigation.", scores),
          with: described("Metrics with it.", scores),
          selection_ratios: Type.Array(
            Type.Object({
              name: Type.String({ description: "Name of the subpopulation." }),
              people: described("Tested people in the subpopulation.", count),
              without: Type.Number({ description: "Selection ratio without mitigation." }),
              with: Type.Number({ description: "Selection ratio with mitigation." }),
            }),
            { description: "Selection ratios by subpopulation." },
          ),
        },
        {
          description: "Cost of the mitigation: the same test without mitigation and with it, as delivered.",
        },
      ),
    ),
  },
  { description: "Bias report. Absent if there is no trait for age or gender and bias_traits is empty." },
);
