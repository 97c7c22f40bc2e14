// Triggers: conditions on single people that are judged at every build, and whose news goes to webhook
// endpoints. A trigger watches a probability, the members of a cohort, or the largest changes of a day.

import { type Static, Type } from "@sinclair/typebox";
import type { TriggerEvent } from "../account/webhook.js";
import { type MoverDirection, moverDirections } from "../pipeline/score-change.js";
import { limits } from "../resource/limits.js";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, described, exampleId, id, oneOf, optional } from "../resource/schema.js";

export const crossingDirections = ["up", "down", "both"] as const;
export const cohortChanges = ["enters", "leaves", "both"] as const;
export const shownIdentifiers = ["customer_id", "email", "name"] as const;
export type ShownIdentifier = (typeof shownIdentifiers)[number];

const scopeId = id("the pipeline that scores the people");

const live = optional(
  Type.Boolean({
    description:
      "true: people are judged within seconds of their events, by live scores, and not at builds alone. It needs a process and disk on a node that answers requests. Absent: at builds.",
  }),
);

const crosses = closed(
  {
    scope_id: scopeId,
    outcome_id: id("an outcome in its payload"),
    probability: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: "The probability that people cross.",
      examples: [0.6],
    }),
    direction: optional(
      oneOf(
        crossingDirections,
        "up: reports who reaches the probability. down: who falls below it. both: who reaches it, and who falls below it by the margin. Absent: up.",
      ),
    ),
    margin: optional(
      Type.Number({
        minimum: 0,
        exclusiveMaximum: 1,
        description:
          "How far on the other side people must have been before they count as having crossed, so that nobody is reported again and again. " +
          "Absent: 0.05, or a quarter of the way to 0 or 1 where that is less.",
        examples: [0.05],
      }),
    ),
    include_new: optional(
      Type.Boolean({
        description:
          "true: people who get their first probability count as having been below. Absent: they are remembered, and reported when they cross.",
      }),
    ),
    live,
  },
  "TriggerCrossing",
);

const cohort = closed(
  {
    cohort_id: id("the cohort whose members are watched"),
    on: optional(
      oneOf(cohortChanges, "enters: reports new members. leaves: reports former ones. Absent: both."),
    ),
    live,
  },
  "TriggerCohort",
);

const movers = closed(
  {
    scope_id: scopeId,
    outcome_id: id("an outcome in its payload"),
    most: optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.triggerPeople.is,
        description: "Maximum number of people a day. Absent: 20.",
        examples: [20],
      }),
    ),
    direction: optional(
      Type.Unsafe<MoverDirection>(
        oneOf(moverDirections, "up: rising probabilities. down: falling ones. Absent: both."),
      ),
    ),
    least_change: optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: "Least change of the probability. Absent: 0.05, which is 5 percentage points.",
        examples: [0.05],
      }),
    ),
  },
  "TriggerMovers",
);

export const triggerConfig = closed({
  when: Type.Object(
    {
      crosses: optional(described("People whose probability crosses a bound.", crosses)),
      cohort: optional(described("People who enter or leave a cohort.", cohort)),
      movers: optional(described("People whose probability changed most since the day before.", movers)),
    },
    {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      title: "TriggerCondition",
      description:
        "What is reported: exactly one of `crosses` (a probability is crossed), `cohort` (somebody enters or leaves) and `movers` (the largest changes of each day).",
      examples: [{ crosses: { scope_id: exampleId, outcome_id: exampleId, probability: 0.6 } }],
    },
  ),
  quiet_hours: optional(
    Type.Integer({
      minimum: 0,
      maximum: 8784,
      description:
        "Hours after news of a person in which there is no other of them, by the time of the data. What holds afterwards is reported then. Absent: 24, and 0 for movers.",
      examples: [24],
    }),
  ),
  identifiers: optional(
    Type.Array(oneOf(shownIdentifiers), {
      maxItems: shownIdentifiers.length,
      uniqueItems: true,
      description:
        "What the messages say of a person besides person_id, where the data have it. Absent: customer_id and email. Empty: nothing.",
    }),
  ),
  webhook_endpoint_id: optional(
    id(
      "the webhook endpoint that gets the messages, whatever its enabled_events are. Absent: all endpoints that enabled the event",
    ),
  ),
});
export type TriggerConfig = Static<typeof triggerConfig>;

/** News of one person. */
export interface ReportedPerson {
  id: string;
  customer_id?: string;
  email?: string;
  name?: string;
  direction: "up" | "down";
  /** Probability at the last evaluation, and now; absent for a cohort. `from` is null for people who had none. */
  from?: number | null;
  to?: number;
  /** The news in words, with the reason. */
  text: string;
  /** What makes the probability high, by the model; absent where the pipeline does not explain its scores. */
  reasons?: string[];
}

/** One message. Those of an evaluation are in the order in which they are sent. */
export interface TriggerMessage {
  type: TriggerEvent;
  text: string;
  dataThrough: EpochSeconds;
  people: ReportedPerson[];
  /** People of the same news who are above the limit of an evaluation, in its last message. */
  more: number;
}

export interface TriggerResult {
  /** Hash of the condition: what is remembered of people holds for it alone. */
  condition: string;
  /** Cutoff of the last evaluation, exclusive. */
  data_through: EpochSeconds;
  /** People who are remembered. */
  watched_count: number;
  /** The evaluation remembered people for the first time, and reported nothing. */
  is_first: boolean;
  /** People whom the evaluation reported, and those above its limit. */
  reported_count: number;
  more_count: number;
  /** At the first evaluation, people who would have been reported since the build before; absent where nothing is kept of it. */
  rehearsed_count?: number;
  /** The evaluation with which the next one compares: its cutoff and, of a pipeline, the build of its scores. */
  since: { data_through: EpochSeconds; build: string | null };
  /** What the evaluation has to report and to forget; not recorded with it, but sent in the same transaction. */
  news?: {
    messages: TriggerMessage[];
    goneIds: string[];
    /** People whose live judgements the result now remembers. */
    settledIds?: string[];
  };
}
