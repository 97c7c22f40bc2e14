// Suggestions in requests and answers.

import { Type } from "@sinclair/typebox";
import { suggestionKinds } from "../../domain/proposal/suggestion.js";
import { limits } from "../../domain/resource/limits.js";
import { closed, count, described, id, instant, oneOf, optional } from "../../domain/resource/schema.js";

const suggestionId = Type.String({
  maxLength: limits.valueCharacters.is,
  description: "ID of the suggestion. The same streams always have the same suggestions.",
  examples: ["buys_again:transaction"],
});
const horizonDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: "Days within which people reach the goal.",
  examples: [60],
});

const pastRate = Type.Object(
  {
    days: described("Days of the horizon.", horizonDays),
    name: Type.String({
      description: "Name of the prediction with this horizon.",
      examples: ["Buys again within 90 days"],
    }),
    cutoff: described("The past day.", instant),
    people: described("People who were eligible on that day.", count, 2410),
    attained: described("Number of them who reached the goal within the horizon.", count, 434),
  },
  { title: "PastRate" },
);

const answerCounts = Type.Object(
  {
    trait: Type.String({ description: "Trait with the answer.", examples: ["churn"] }),
    column_name: Type.String({ description: "Column of the answer.", examples: ["Churn"] }),
    is: Type.Array(Type.String(), { description: "Values that mean yes.", examples: [["Yes"]] }),
    people: described("Customers with a known answer.", count, 5200),
    attained: described("Number of them with one of these values.", count, 1235),
  },
  { title: "SuggestedAnswer", description: "For resembles: the answer of a file without dates." },
);

export const suggestion = Type.Object(
  {
    id: suggestionId,
    kind: oneOf(
      suggestionKinds,
      "What it predicts: another event of the main stream, the second one, none for as long as the horizon, a cancellation, an event with " +
        "one value of a property, or an event of another stream. resembles predicts nothing: it finds customers who are like those with " +
        "the answer of a file without dates.",
    ),
    name: Type.String({
      description: "Name of the prediction with the proposed horizon.",
      examples: ["Buys again within 60 days"],
    }),
    question: Type.String({
      description: "What it asks, as a sentence.",
      examples: ["Which customers will buy again in the next 60 days, however often they have before?"],
    }),
    goal: Type.String({ description: "What people did who reached the goal.", examples: ["bought again"] }),
    stream_name: optional(
      Type.String({
        description: "Stream that makes people customers. Absent for resembles.",
        examples: ["transaction"],
      }),
    ),
    answer: optional(answerCounts),
    people: described("People whom the prediction would score now.", count, 2500),
    horizons: Type.Array(pastRate, {
      description:
        "What happened in the past, by horizon. Empty: the history is too short, or the suggestion is a likeness.",
    }),
    horizon_days: Type.Union([horizonDays, Type.Null()], {
      description:
        "Proposed horizon. null: too few people have reached the goal, or too few have not; or a likeness, which has none.",
    }),
    is_learnable: Type.Boolean({
      description: "Whether at least 25 people have reached the goal, and 25 have not.",
    }),
    has_value: Type.Boolean({
      description: "Whether expected amounts can be predicted with it: its goal is an event with a value.",
    }),
    outcome_id: optional(
      id("the outcome that makes this prediction with the proposed horizon, if there is one"),
    ),
  },
  { title: "Suggestion" },
);

export const suggestionsPost = closed(
  {
    suggestions: Type.Array(
      closed(
        {
          id: suggestionId,
          horizon_days: optional(
            described(
              "Days within which people reach the goal. Absent: as proposed. Without effect for resembles.",
              horizonDays,
            ),
          ),
          value: optional(
            Type.Boolean({
              description:
                "Predict expected amounts and counts as well, where the suggestion has_value. Absent: false.",
            }),
          ),
          dates: optional(
            Type.Boolean({
              description:
                "Predict when as well, where the suggestion has_value: further horizons, of those that can be learned, and the day by which each person is as likely " +
                "as not to have reached the goal. Absent: false.",
            }),
          ),
        },
        "ChosenSuggestion",
      ),
      {
        minItems: 1,
        maxItems: 20,
        description: "Suggestions to create.",
        examples: [[{ id: "buys_again:transaction", horizon_days: 60 }]],
      },
    ),
  },
  "SuggestionsPost",
);

export const createdPrediction = Type.Object(
  {
    id: suggestionId,
    outcome_id: id("the prediction"),
    scope_id: id("the pipeline that scores people with it"),
    cohort_ids: Type.Array(id("a cohort"), { description: "Cohorts that define it." }),
  },
  { title: "CreatedPrediction" },
);
