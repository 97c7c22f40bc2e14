// Bias report of an outcome. Metrics and thresholds are those of the published client; intervals, findings and the cost of
// mitigation are additions.

import { Type } from "@sinclair/typebox";
import {
  biasLevels,
  fairnessLevels,
  mitigationStrategies,
  powerLevels,
  predictionLevels,
} from "../../domain/bias.js";
import { count, described, oneOf, optional } from "../../domain/schema.js";

const share = Type.Number({ description: "Of the rows with the label; 0 to 1." });
const valueShare = {
  value: Type.String({ description: "Of the dimension." }),
  rows: described("Rows of people who have it.", count),
  share,
};
const spread = <P extends typeof valueShare>(value: P) => ({
  candidates: Type.Array(Type.Object(value), { description: "All rows learned from." }),
  positives: Type.Array(Type.Object(value), { description: "Rows that attained." }),
  negatives: Type.Array(Type.Object(value), { description: "Rows that did not." }),
  distance: Type.Number({ description: "Of the label that lies farthest from all; 0 to 1." }),
  level: oneOf(biasLevels, "low_bias below a distance of 0.1, moderate_bias below 0.2."),
});
const ageShare = {
  ...valueShare,
  min: optional(described("Youngest, in whole years.", count)),
  max: optional(described("Oldest, in whole years.", count)),
};

const bounded = (description: string) =>
  Type.Object(
    {
      value: Type.Number({ description: "The figure." }),
      low: Type.Number({ description: "Lower bound of 95 %." }),
      high: Type.Number({ description: "Upper bound of 95 %." }),
    },
    { description },
  );

const whose = {
  name: Type.String({ description: "Of the subpopulation, for people." }),
  dimensions: Type.Record(Type.String(), Type.String(), { description: "Dimension and value." }),
  people: described("So many were tested.", count),
};
const measured = (levels: readonly string[], description: string) =>
  Type.Array(
    Type.Object({
      ...whose,
      metrics: Type.Array(
        Type.Object({
          name: Type.String({ description: "Of the metric." }),
          level: oneOf(levels, "What its value means."),
          value: Type.Number({ description: "The figure." }),
        }),
        { description: "One for each metric." },
      ),
    }),
    { description },
  );

const scores = Type.Record(Type.String(), Type.Number(), { description: "By metric." });

export const biasAnalysis = Type.Object(
  {
    data: Type.Object(
      {
        age: Type.Object(spread(ageShare), { description: "By age." }),
        gender: Type.Object(spread(valueShare), { description: "By gender." }),
        traits: Type.Array(
          Type.Object({ dimension: Type.String({ description: "The trait." }), ...spread(valueShare) }),
          { description: "By each trait that is named." },
        ),
      },
      { description: "Who was learned from." },
    ),
    power: measured(
      powerLevels,
      "How well the selected are chosen: F1 of a subpopulation over everybody's, less 1; below 0.1 either way it is relatively_unaffected.",
    ),
    predictions: measured(
      predictionLevels,
      "Share of the selected over share of the people; 0.9 to 1.1 is low_bias, 0.8 to 1.2 moderate_bias.",
    ),
    fairness: measured(
      fairnessLevels,
      "Differences to everybody: of the rate at which those who attain are selected (equal opportunity), of the rate at which " +
        "people are selected (statistical parity), the mean of both (average odds), the ratio of the latter (disparate " +
        "impact), and the sum of the four (total_fairness), which is equitably_treated from 0.9 to 1.1.",
    ),
    summary: Type.Object(
      {
        data_unbiased: Type.Boolean({ description: "Of who was learned from." }),
        power_unbiased: Type.Boolean({ description: "Of how well the selected are chosen." }),
        predictions_unbiased: Type.Boolean({ description: "Of how many are selected." }),
        fairness_fair: Type.Boolean({ description: "Of the differences to everybody." }),
      },
      {
        description: "True where every dimension and subpopulation is; those too few to tell are not asked.",
      },
    ),
    traits: Type.Array(
      Type.Object({
        dimension: Type.String({ description: "age, gender, or a trait that is named." }),
        trait: Type.String({ description: "The trait that tells it." }),
      }),
      {
        description:
          "By which trait a dimension is told, as it is known now, also for rows seen from the past.",
      },
    ),
    top_share: Type.Number({
      description: "Share of the tested people, by probability, who count as selected.",
    }),
    subpopulations: Type.Array(
      Type.Object({
        ...whose,
        share: Type.Number({ description: "Of the tested people." }),
        attained: described("So many of them attained.", count),
        expected: Type.Number({ description: "Sum of their probabilities." }),
        mean_probability: Type.Number({ description: "Mean of their probabilities." }),
        realised: bounded("Rate at which they attained, with bounds of 95 %."),
        selection_ratio: bounded("Share of the selected over share of the people; 1 is statistical parity."),
        true_positive_rate: bounded("Of those who attained, the selected."),
        is_enough: Type.Boolean({
          description:
            "False: fewer than 100 people, or than 20 who attained or did not; nothing can be told.",
        }),
      }),
      { description: "One for each value of each dimension." },
    ),
    findings: Type.Array(Type.String(), { description: "What is beyond chance, for people." }),
    mitigation: optional(
      Type.Object(
        {
          strategy: oneOf(mitigationStrategies, "How it was done."),
          dimensions: Type.Array(Type.String(), { description: "age, gender, or both." }),
          without: described("Metrics without mitigation.", scores),
          with: described("Metrics with it.", scores),
          selection_ratios: Type.Array(
            Type.Object({
              name: Type.String({ description: "Of the subpopulation." }),
              people: described("So many were tested.", count),
              without: Type.Number({ description: "Share of the selected over share of the people." }),
              with: Type.Number({ description: "The same with mitigation." }),
            }),
            { description: "By subpopulation." },
          ),
        },
        {
          description:
            "The same test of the same people without mitigation, and with it, as it is delivered.",
        },
      ),
    ),
  },
  { description: "Absent where no trait tells age or gender and none is named." },
);
