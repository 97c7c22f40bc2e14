// Claims in requests and answers.

import { Type } from "@sinclair/typebox";
import { calendarFields } from "../../domain/outcome/horizons.js";
import { challengerRoles, challengeVerdicts } from "../../domain/pipeline/challenger.js";
import { claimMeasures, claimVerdicts, voidReasons } from "../../domain/pipeline/claim.js";
import {
  closed,
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { pageFields } from "../pages.js";

const filters = {
  scope_id: optional(
    Type.String({ maxLength: 100, description: "Only claims of this pipeline, also of a deleted one." }),
  ),
  outcome_id: optional(
    Type.String({ maxLength: 100, description: "Only claims of this prediction, also of a deleted one." }),
  ),
};
export const claimsExportQuery = closed(filters);
export const claimsQuery = closed({ ...filters, ...pageFields });

const number = (description: string) => Type.Number({ description });

const measure = Type.Object({
  measure: oneOf(
    claimMeasures,
    "people: who reach the goal. amount: what they spend. count: their events. auc: how well the list ranks people.",
  ),
  expected: number("What was claimed when the scores were made."),
  expected_low: number("Lower bound of its 95 % interval."),
  expected_high: number("Upper bound of its 95 % interval."),
  judged_expected: optional(number("The same for the people who can be judged.")),
  judged_low: optional(number("Lower bound of its 95 % interval. What came is compared with these bounds.")),
  judged_high: optional(number("Upper bound of its 95 % interval.")),
  observed: optional(number("What came, as last counted. Absent until the claim is judged.")),
  observed_low: optional(
    number("Lower bound of the 95 % interval of an observed AUC, by chance of who attained."),
  ),
  observed_high: optional(
    number("Upper bound of that interval. An AUC is broken if it is below the bounds of the claim."),
  ),
  first_observed: optional(number("What came, as first counted.")),
  about: optional(
    number(
      "What the number will come to once late events are there, by how much those of earlier claims of the prediction changed. For one " +
        "more horizon after the claim's day, once three claims before it are settled.",
    ),
  ),
  verdict: optional(oneOf(["held", "broken"], "Whether what came is within the bounds.")),
});

const challenger = Type.Object({
  role: oneOf(
    challengerRoles,
    "rule: the simplest rule that the data allow. member: the best single part of a model that is the mean of several.",
  ),
  name: Type.String({
    description: "The candidate, as in `performance.candidates` of the prediction.",
    examples: ["recency"],
  }),
  expected: number("How many of the people who can be judged it expected to reach the goal."),
  auc: optional(number("How well it ranked them. Absent where all reached the goal or nobody did.")),
  gain: number(
    "Its mean log loss minus that of the delivered probabilities: above 0, what was delivered is better.",
  ),
  gain_low: number("Lower bound of the 95 % interval of the gain, by chance of who attained."),
  gain_high: number("Upper bound of that interval."),
  verdict: oneOf(challengeVerdicts, "What was delivered, beside the challenger. level: chance explains it."),
});

const claim = Type.Object(
  {
    id: Type.String({ description: "ID of the claim.", examples: [exampleId] }),
    scope_id: Type.String({
      description: "ID of the pipeline, which may be deleted.",
      examples: [exampleId],
    }),
    scope_name: Type.String({ description: "Name of the pipeline at that time.", examples: ["Buyers"] }),
    outcome_id: Type.String({
      description: "ID of the prediction, which may be deleted.",
      examples: [exampleId],
    }),
    outcome_name: Type.String({
      description: "Name of the prediction at that time.",
      examples: ["Repeat purchase"],
    }),
    goal: Type.String({ description: "The goal, after “expected to”.", examples: ["buy again"] }),
    cutoff: described("Cutoff of the scores.", instant),
    horizon_days: Type.Number({ description: "Horizon in days." }),
    ...calendarFields,
    judged_from: described(
      "When the horizon ends. The first build whose data reach this moment judges the claim.",
      instant,
    ),
    people: described("People who were scored.", count),
    currency: optional(
      Type.String({
        description: "Code of the currency of amounts, where a file names one.",
        examples: ["EUR"],
      }),
    ),
    measures: Type.Array(measure, { description: "What was claimed, and what came." }),
    verdict: oneOf(
      claimVerdicts,
      "open: not judged yet. held: every measure is. broken: at least one is. void: nobody can tell any more; see void_reason.",
    ),
    void_reason: optional(
      oneOf(
        voidReasons,
        "definition_changed: the prediction has another definition. prediction_removed: the pipeline no longer makes it. pipeline_deleted: the " +
          "pipeline was deleted. scores_lost: the scores were damaged. nobody_left: none of the people can be judged.",
      ),
    ),
    challengers: Type.Array(challenger, {
      description:
        "Models that were not delivered, judged on the same people. Empty until the claim is judged.",
    }),
    judged_people: optional(described("People who could be judged.", count)),
    left_out_count: optional(
      described("Further scored people who no longer exist, or whose result is undecided.", count),
    ),
    judged_at: optional(described("When it was first judged.", instant)),
    restated_count: optional(
      described(
        "How often another number came out since, because of late events or of people who are gone.",
        count,
      ),
    ),
    restated_at: optional(described("When that was last so.", instant)),
    sentence: Type.String({
      description: "The claim as a sentence, to display.",
      examples: [
        "452 of 2,000 people expected to buy again by 10 February 2026 (411 to 496): 441 did. Held.",
      ],
    }),
  },
  { title: "Claim" },
);

export const claimList = Type.Object(
  {
    summary: Type.Object(
      {
        made: described("All claims of the filter, on all pages.", count),
        open: described("Those that are not judged yet.", count),
        judged: described("Those that are held or broken.", count),
        held: described("Those that held.", count),
        broken: described("Those that broke.", count),
        void: described("Those that nobody can judge any more.", count),
        against_rule: Type.Object(
          {
            better: described("Lists that were better than the rule by more than chance.", count),
            level: described("Lists that were not told apart from it.", count),
            worse: described("Lists that were worse.", count),
          },
          { description: "Judged claims beside the simple rule of the same day." },
        ),
        next_judged_from: optional(described("When the next open claim can be judged.", instant)),
        sentence: Type.String({
          description: "The counts as a sentence, to display.",
          examples: [
            "Of 24 claims judged, 23 held. Beside a simple rule, 20 lists were better, 3 level and 1 worse.",
          ],
        }),
      },
      { description: "How many claims came true." },
    ),
    claims: Type.Array(claim, { description: "Claims, newest scores first." }),
  },
  { title: "ClaimList" },
);
