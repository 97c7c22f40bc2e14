// What one person did, and what pipelines say of them.

import { Type } from "@sinclair/typebox";
import { closed, count, described, instant, oneOf, optional } from "../../domain/schema.js";

const cursor = "2025-11-30T09:14:00.000Z~2";

export const eventsQuery = closed({
  before: optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: "Events before this instant; or next_before of the page before, to go on where it ended.",
      examples: [cursor],
    }),
  ),
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "At most so many events." }),
  ),
});

const personEvent = Type.Object(
  {
    datetime: optional(described("When it happened; absent in a stream without dates.", instant)),
    stream_name: Type.String({ description: "Machine name of the stream.", examples: ["transaction"] }),
    value: optional(Type.Number({ description: "What it was worth.", examples: [59.9] })),
    properties: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: "What else is known of it, by property.",
      examples: [{ product: "Tea kettle" }],
    }),
  },
  { title: "PersonEvent" },
);

export const personEvents = Type.Object(
  {
    events: Type.Array(personEvent, { description: "Newest first, and last those without a datetime." }),
    total: described("Events of theirs, of all streams.", count, 12),
    next_before: optional(
      Type.String({ description: "Where the next page begins; absent: there is none.", examples: [cursor] }),
    ),
  },
  { title: "PersonEvents" },
);

const reason = Type.Object(
  {
    feature: Type.String({ description: "For programs.", examples: ["days_since_last_transaction"] }),
    reason: Type.String({ description: "For people.", examples: ["last transaction 12 days ago"] }),
    value: Type.Union([Type.Number(), Type.Null()], { description: "Of the feature; null: not known." }),
    effect: Type.Number({ description: "Log-odds that it brings.", examples: [0.41] }),
    direction: oneOf(["for", "against"], "Whether it makes them likelier."),
  },
  { title: "ScoreReason" },
);

const persona = Type.Object(
  {
    persona_set_id: Type.String({ description: "Of the persona set." }),
    persona_set_name: Type.String({ description: "What the set is called.", examples: ["Customers"] }),
    persona_id: Type.String({ description: "Of the persona." }),
    persona_name: Type.String({ description: "What it is called.", examples: ["Frequent buyers"] }),
  },
  { title: "PersonPersona" },
);

export const personScores = Type.Array(
  Type.Object(
    {
      scope_id: Type.String({ description: "Of the pipeline." }),
      scope_name: Type.String({ description: "What it is called.", examples: ["Repeat purchase scoring"] }),
      outcome_id: Type.String({ description: "Of the outcome." }),
      outcome_name: Type.String({ description: "What it is called.", examples: ["Likelihood to buy again"] }),
      status: oneOf(
        ["scored", "attained", "not_eligible"],
        "attained: they have done it already. not_eligible: they are not asked about. Only who is scored has a probability.",
      ),
      probability: optional(
        Type.Number({ minimum: 0, maximum: 1, description: "That they attain.", examples: [0.42] }),
      ),
      percentile: optional(
        Type.Integer({ minimum: 1, maximum: 100, description: "95: likelier than 95 % of those scored." }),
      ),
      explanation: optional(
        Type.Array(reason, { description: "Why, the strongest first; as delivered in files." }),
      ),
      personas: Type.Array(persona, { description: "The persona they are in, of each set of the payload." }),
      scored_through: optional(described("They are scored by what happened before this.", instant)),
    },
    { title: "PersonScore" },
  ),
);
