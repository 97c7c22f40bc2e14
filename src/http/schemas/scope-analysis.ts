// What a pipeline says of its scores, and what became of the people it scored.

import { Type } from "@sinclair/typebox";
import { count, described, instant, optional } from "../../domain/schema.js";
import { histogramBins } from "../../domain/scope.js";
import { decile } from "./outcome.js";
import { warningFields } from "./verdict.js";

const outcome = {
  outcome_id: Type.String({ description: "Of an outcome of the payload." }),
  outcome_name: optional(
    Type.String({ description: "What it is called.", examples: ["Likelihood to buy again"] }),
  ),
};

export const scopeWarnings = Type.Array(
  Type.Object({
    outcome_id: Type.String({ description: "Whose scores they are." }),
    ...warningFields,
  }),
  { description: "What may make the scores of these people less true than the test of the outcome says." },
);

const foretold = {
  expected: Type.Number({ description: "Sum of their probabilities: so many are expected to attain." }),
  expected_low: optional(
    Type.Number({
      description:
        "Bounds of 95 % of how many attain. Each person may or may not, and the level of all probabilities may be other " +
        "than foretold, as it has been before.",
    }),
  ),
  expected_high: optional(Type.Number({ description: "The upper of these bounds." })),
};

const shift = Type.Object(
  {
    index: Type.Number({ description: "Mean over the features, by importance." }),
    features: Type.Array(
      Type.Object({
        name: Type.String({ description: "Of the feature, for programs." }),
        literate: Type.String({ description: "Of the feature, for people." }),
        importance: Type.Number({ description: "Share of all features' importance, 0 to 1." }),
        index: Type.Number({ description: "Stability index of its values." }),
      }),
      { description: "Those that matter, the furthest first." },
    ),
  },
  {
    description:
      "How far the people scored are from those learned from: the population stability index, 0 for alike, of the features " +
      "that matter. Above 0.25 is a warning, unless the people tested were nearly as far. Absent where too few are scored.",
  },
);

export const scopeAnalysis = Type.Object(
  {
    population_count: described("People whom the pipeline tells of.", count),
    data_through: optional(described("As of when they are scored.", instant)),
    outcomes: Type.Array(
      Type.Object({
        ...outcome,
        scored_count: described("People who have a probability.", count),
        eligible_count: optional(
          described("Those, and all others whom the outcome could be asked of.", count),
        ),
        attained_count: Type.Integer({ minimum: 0, description: "Have attained already." }),
        not_eligible_count: described("People who are not in the eligible cohort.", count),
        ...foretold,
        histogram: Type.Array(
          Type.Object({
            min: Type.Number({ description: "Lowest probability of the bin." }),
            max: Type.Number({ description: "Highest probability of the bin." }),
            count: described("People in it.", count),
            eligible_count: optional(
              described(
                "As many of all whom the outcome could be asked of would be in it, by a draw of 20,000 of those whom the " +
                  "pipeline does not tell of.",
                count,
              ),
            ),
          }),
          {
            description: `People by probability, in ${histogramBins} bins of equal width.`,
          },
        ),
        shift: optional(shift),
      }),
      { description: "One for each outcome of the payload." },
    ),
    warnings: scopeWarnings,
  },
  { title: "ScopeAnalysis" },
);

const given = {
  cutoff: Type.String({ format: "date-time", description: "As of when they were scored." }),
  horizon_end: Type.String({
    format: "date-time",
    description: "The end of the days that the scores speak of.",
  }),
  horizon_days: Type.Number({ description: "So many days." }),
  people: described("So many people were scored.", count),
};

export const scopeEfficacy = Type.Object(
  {
    outcomes: Type.Array(
      Type.Object({
        ...outcome,
        observed: Type.Array(
          Type.Object({
            ...given,
            left_out_count: Type.Integer({
              minimum: 0,
              description: "Were scored too, but are not known any more, or did what is not learned from.",
            }),
            ...foretold,
            attained: Type.Integer({ minimum: 0, description: "So many of them did attain." }),
            deciles: Type.Array(decile, { description: "By the percentile they had, the highest first." }),
          }),
          { description: "Newest first; none until the horizon of earlier scores is over." },
        ),
        waiting: Type.Array(Type.Object(given), {
          description: "Scores that were kept and whose horizon is not over, newest first.",
        }),
      }),
      { description: "One for each outcome of the payload." },
    ),
  },
  { title: "ScopeEfficacy" },
);
