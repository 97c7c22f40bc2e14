// Schemas of a person's events and scores.

import { Type } from "@sinclair/typebox";
import {
  byName,
  closed,
  count,
  described,
  instant,
  instantText,
  oneOf,
  optional,
  personal,
} from "../../domain/resource/schema.js";

const cursor = "2025-11-30T09:14:00.000Z~2";

export const eventsQuery = closed({
  before: optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: "Events before this instant, or next_before of the previous page.",
      examples: [cursor],
    }),
  ),
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of events." }),
  ),
});

const personEvent = Type.Object(
  {
    datetime: optional(described("When it happened. Absent in a stream without dates.", instantText)),
    stream_name: Type.String({ description: "Machine name of the stream.", examples: ["transaction"] }),
    value: optional(Type.Number({ description: "Value of the event.", examples: [59.9] })),
    properties: personal(
      byName(Type.Union([Type.String(), Type.Number()]), {
        description: "Properties of the event.",
        examples: [{ product: "Tea kettle" }],
      }),
    ),
  },
  { title: "PersonEvent" },
);

export const personEvents = Type.Object(
  {
    events: Type.Array(personEvent, { description: "Newest first; events without a datetime come last." }),
    total: described("Number of the person's events in all streams.", count, 12),
    next_before: optional(
      Type.String({ description: "Start of the next page. Absent on the last page.", examples: [cursor] }),
    ),
  },
  { title: "PersonEvents" },
);

const reason = Type.Object(
  {
    feature: Type.String({
      description: "Machine name of the feature.",
      examples: ["days_since_last_transaction"],
    }),
    reason: Type.String({ description: "Reason in words.", examples: ["last transaction 12 days ago"] }),
    sentence: Type.String({
      description: "The same without terms of the model, for people who read a list.",
      examples: ["Last order 12 days ago"],
    }),
    value: Type.Union([Type.Number(), Type.Null()], {
      description: "Value of the feature; null if unknown.",
    }),
    effect: Type.Number({ description: "Contribution in log-odds.", examples: [0.41] }),
    direction: oneOf(["for", "against"], "Whether it raises (for) or lowers (against) the probability."),
  },
  { title: "ScoreReason" },
);

const nearestLocation = Type.Object(
  {
    atlas_id: Type.String({ description: "ID of its atlas." }),
    name: personal(
      optional(Type.String({ description: "Name of the location.", examples: ["Church Street"] })),
    ),
    reference_key: personal(
      optional(Type.String({ description: "Your own ID of the location.", examples: ["17"] })),
    ),
    distance: described("Distance from the person in meters.", count, 1840),
  },
  { title: "NearestLocation", description: "The nearest location of the payload's atlases." },
);

const persona = Type.Object(
  {
    persona_set_id: Type.String({ description: "Id of the persona set." }),
    persona_set_name: Type.String({ description: "Name of the persona set.", examples: ["Customers"] }),
    persona_id: Type.String({ description: "Id of the persona." }),
    persona_name: Type.String({ description: "Name of the persona.", examples: ["Frequent buyers"] }),
  },
  { title: "PersonPersona" },
);

const pastScore = Type.Object(
  {
    built_at: described("When the scores were made.", instant),
    scored_through: described("Scores use events before this instant.", instant),
    probability: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Predicted probability.",
      examples: [0.37],
    }),
  },
  { title: "PastScore" },
);

export const scoresQuery = closed({
  live: optional(
    Type.Boolean({
      description:
        "true: scores as of this moment, with the events that came since the last build, and `live` in each entry.",
    }),
  ),
  reasons: optional(
    Type.Boolean({ description: "With live: true adds `explanation`. Default: false.", default: false }),
  ),
});

export const scoreStatus = oneOf(
  ["scored", "attained", "not_eligible", "no_events", "unavailable"],
  "attained: the person has converted already. not_eligible: the person is not eligible. no_events: the person is on file without an event; " +
    "the probability is how often earlier such people reached the goal, and absent where too few are known. scored: by the model. " +
    "unavailable: only of live scores, see unavailable_because.",
);

export const unavailableBecause = optional(
  oneOf(
    ["groups", "bias_mitigation", "amounts_too_large", "too_many_events", "stream_missing", "no_events"],
    "Why only a build can score: groups: features measure what others of the person's group do. bias_mitigation: probabilities are " +
      "re-ranked among all people. amounts_too_large: a sum of amounts has more digits than are exact. too_many_events: what features read takes too much disk. " +
      "stream_missing: a stream that features read is gone. no_events: the person is on file without an event.",
  ),
);

export const scoreReason = reason;

export const liveMoments = {
  scored_at: described("When the score was made.", instant),
  data_through: described("Scores use events before this instant: just after the newest event.", instant),
  built_through: described("The last build has events before this instant.", instant),
};

export const livePerson = {
  newer_events: described("Number of the person's events that are newer than the last build.", count, 2),
  waiting_records: described(
    "Number of records that came since the last build and that only the next one takes up: traits, and records that may be of somebody else.",
    count,
    0,
  ),
  is_new: Type.Boolean({ description: "Whether the person came after the last build." }),
};

export const personScores = Type.Array(
  Type.Object(
    {
      scope_id: Type.String({ description: "Id of the pipeline." }),
      scope_name: Type.String({
        description: "Name of the pipeline.",
        examples: ["Repeat purchase scoring"],
      }),
      outcome_id: Type.String({ description: "Id of the outcome." }),
      outcome_name: Type.String({
        description: "Name of the outcome.",
        examples: ["Likelihood to buy again"],
      }),
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
      percentile: optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: "95: more likely than 95 % of the people scored.",
        }),
      ),
      predicted: optional(
        Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
          description:
            "What else is predicted of the person, by the column of delivered files: amounts, counts, dates, probabilities of further horizons. " +
            "Absent without any.",
          examples: [{ expected_amount: 84.5, amount_low: 0, amount_high: 210, lifetime_value: 961.2 }],
        }),
      ),
      past: Type.Array(pastScore, {
        description:
          "What earlier builds said, oldest first: those of which scores are kept and that predicted the same. Empty without any.",
      }),
      explanation: optional(
        Type.Array(reason, { description: "Reasons, strongest first, as in delivered files." }),
      ),
      personas: Type.Array(persona, {
        description: "The person's persona of each persona set in the payload.",
      }),
      nearest_location: optional(nearestLocation),
      scored_through: optional(described("Scores use events before this instant.", instant)),
      live: optional(
        Type.Object(
          { ...liveMoments, ...livePerson },
          { title: "LiveMoment", description: "Only with live=true: how new the score is." },
        ),
      ),
    },
    { title: "PersonScore" },
  ),
);
