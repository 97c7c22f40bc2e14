// Changes of scores between two builds of a pipeline, in requests and answers.

import { type Static, Type } from "@sinclair/typebox";
import {
  type ChangeCause,
  changeCauses,
  type MoverDirection,
  moverDirections,
} from "../../domain/pipeline/score-change.js";
import {
  closed,
  count,
  described,
  exampleId,
  id,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { personShown } from "./person-shown.js";

export const moversQuery = closed({
  outcome_id: optional(id("an outcome of the pipeline. Absent: its first outcome")),
  since: optional(
    Type.String({
      description: "A kept build to compare with, one of `builds`. Absent: the build before the last.",
      examples: ["5f0c2b9e1d7a4836"],
    }),
  ),
  direction: optional(
    Type.Unsafe<MoverDirection>({
      ...oneOf(moverDirections, "up: rising probabilities. down: falling ones. both: either."),
      default: "both",
    }),
  ),
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Maximum number of people." }),
  ),
  person_id: optional(
    Type.String({
      description: "ID of a person, or a former one: only their change, however small.",
      examples: ["504281839215613958"],
    }),
  ),
});
export type MoversQuery = Static<typeof moversQuery> & { direction: MoverDirection; limit: number };

const scoredBuild = Type.Object(
  {
    build: Type.String({
      description: "Name of the build: a hash of its scores.",
      examples: ["5f0c2b9e1d7a4836"],
    }),
    built_at: described("When it was built.", instant),
    data_through: described("Cutoff of its scores, exclusive.", instant),
  },
  { title: "ScoredBuild", description: "A build whose scores are kept." },
);

const cause = Type.Unsafe<ChangeCause>(
  oneOf(
    changeCauses,
    "merged: other people turned out to be this person. corrected: earlier events or traits are no longer what they were. time: days passed. " +
      "events: new events, and earlier ones that arrived since. model: the model was fitted again. adjustment: bias mitigation ranks differently.",
  ),
);
const log_odds = Type.Number({
  description: "What the cause did to the log-odds. The parts add up to the change of the log-odds.",
  examples: [0.9],
});
const points = Type.Number({
  description:
    "What it did to the probability, after the parts before it. The parts add up to the change of the probability.",
  examples: [0.14],
});

export const movers = Type.Object(
  {
    outcome_id: Type.String({ description: "ID of the outcome.", examples: [exampleId] }),
    from: optional(scoredBuild),
    to: scoredBuild,
    builds: Type.Array(scoredBuild, {
      description: "Earlier builds whose scores are kept, the newest first: any of them can be `since`.",
    }),
    text: Type.String({
      description: "The change of all people in plain English, to display.",
      examples: [
        "Of 1,794 customers with a probability in both builds, 212 rose and 640 fell by a point or more. The average went from 9.4 % to 8.8 %.",
      ],
    }),
    summary: optional(
      Type.Object(
        {
          people: described("People with a probability in both builds.", count, 1794),
          entered: described("People with a probability in the last build alone.", count, 61),
          left: described("People with a probability in the earlier build alone.", count, 34),
          mean_from: Type.Number({
            description: "Mean probability of those in both, in the earlier build.",
            examples: [0.094],
          }),
          mean_to: Type.Number({ description: "The same in the last build.", examples: [0.088] }),
          bands: Type.Array(
            Type.Object({
              text: Type.String({
                description: "The band in plain English.",
                examples: ["Up by 1 to 5 points"],
              }),
              low: optional(
                Type.Number({ description: "Least change of the probability. Absent: no bound." }),
              ),
              high: optional(Type.Number({ description: "Largest change. Absent: no bound." })),
              people: described("People in the band.", count, 190),
            }),
            {
              description: "Number of people by the change of their probability, the largest decrease first.",
            },
          ),
          sampled: described("People over whom the parts are averaged: a random sample.", count, 1000),
          parts: Type.Array(Type.Object({ cause, log_odds, probability: points }), {
            description: "Mean parts of the changes.",
          }),
        },
        {
          title: "ChangeSummary",
          description:
            "How the probabilities of all people changed. Absent, as is `from`, if no earlier build is kept.",
        },
      ),
    ),
    people: Type.Array(
      Type.Object(
        {
          ...personShown,
          from: Type.Number({ description: "Probability in the earlier build, 0 to 1.", examples: [0.12] }),
          to: Type.Number({ description: "Probability in the last build, 0 to 1.", examples: [0.31] }),
          log_odds: Type.Number({ description: "Change of the log-odds.", examples: [1.19] }),
          parts: Type.Array(
            Type.Object({
              cause,
              log_odds,
              probability: points,
              sentence: Type.String({
                description: "The cause in plain English, to display.",
                examples: ["2 new orders"],
              }),
            }),
            {
              description:
                "Why it changed, in the order in which the causes are taken. A cause without effect is left out.",
            },
          ),
        },
        { title: "Mover" },
      ),
      { description: "The largest changes of the probability first." },
    ),
  },
  { title: "Movers" },
);
