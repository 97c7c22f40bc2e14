// Schemas of live scores.

import { Type } from "@sinclair/typebox";
import { limits } from "../../domain/resource/limits.js";
import { closed, count, described, exampleId, optional } from "../../domain/resource/schema.js";
import { liveMoments, livePerson, scoreReason, scoreStatus, unavailableBecause } from "./person-history.js";

const written = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: limits.valueCharacters.is, description, examples: [example] });

const namedPerson = Type.Union(
  [
    closed({ id: written("Id of the person.", "1152921504606846976") }),
    closed({ customer_id: written("Customer number that one person has.", "1007") }),
    closed({ email: written("E-mail address that one person has.", "ada@example.com") }),
  ],
  { title: "NamedPerson", description: "Who is asked about: one of the three." },
);

export const liveScoresPost = closed(
  {
    people: Type.Array(namedPerson, {
      minItems: 1,
      maxItems: limits.livePeople.is,
      description: `Up to ${limits.livePeople.is} people.`,
    }),
    reasons: optional(Type.Boolean({ description: "true adds `explanation`. Default: false." })),
  },
  "LiveScoresRequest",
);

const liveScore = Type.Object(
  {
    scope_id: Type.String({ description: "Id of the pipeline.", examples: [exampleId] }),
    scope_name: Type.String({ description: "Name of the pipeline.", examples: ["Repeat purchase scoring"] }),
    outcome_id: Type.String({ description: "Id of the outcome.", examples: [exampleId] }),
    outcome_name: Type.String({ description: "Name of the outcome.", examples: ["Likelihood to buy again"] }),
    status: scoreStatus,
    unavailable_because: unavailableBecause,
    probability: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Predicted probability that the person converts.",
        examples: [0.42],
      }),
    ),
    explanation: optional(
      Type.Array(scoreReason, {
        description: "Reasons, strongest first, compared with the people of the last build.",
      }),
    ),
  },
  { title: "LiveScore" },
);

const scoredPerson = Type.Object(
  {
    found: Type.Boolean({
      description: "Whether one person was found. false: nobody, or several; nothing else is said.",
    }),
    person_id: optional(Type.String({ description: "Id of the person.", examples: ["1152921504606846976"] })),
    newer_events: optional(livePerson.newer_events),
    waiting_records: optional(livePerson.waiting_records),
    is_new: optional(livePerson.is_new),
    scores: optional(
      Type.Array(liveScore, {
        description: "One entry for each outcome of each pipeline whose population the person is in.",
      }),
    ),
  },
  { title: "LivePerson" },
);

export const liveScores = Type.Object(
  {
    ...liveMoments,
    newer_events: described("Number of events of all people that are newer than the last build.", count, 120),
    waiting_records: described(
      "Number of records of all people that came since the last build and that only the next one takes up.",
      count,
      0,
    ),
    people: Type.Array(scoredPerson, { description: "In the order of the request." }),
  },
  { title: "LiveScores" },
);

/** Beside the payload of a look-up. */
export const lookedUpLive = Type.Object(
  {
    ...liveMoments,
    ...livePerson,
    scores: Type.Array(liveScore, { description: "One entry for each outcome." }),
  },
  { title: "LookedUpLive", description: "Only with options.live: the scores of this moment." },
);
