// Events that programs send, and the answer to a request that sends some.

import { Type } from "@sinclair/typebox";
import { limits } from "../../domain/resource/limits.js";
import {
  byName,
  closed,
  count,
  described,
  instant,
  instantText,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { arrivalResults } from "../events/recent-events.js";

/** An event as it is sent. It has other fields too, in any form: a program says itself what it takes. */
export const sentEvent = Type.Object(
  {
    event_id: optional(
      Type.Unsafe<string | number>({
        type: ["string", "number"],
        description: "ID of the event. Events with the same count once.",
        examples: ["order-1001"],
      }),
    ),
    datetime: optional(
      Type.Unsafe<string | number>({
        type: ["string", "number"],
        description:
          "When it happened: a date in ISO 8601, or the seconds or milliseconds since 1970. Absent: now.",
        examples: ["2025-12-31T18:30:00Z"],
      }),
    ),
    value: optional(
      Type.Unsafe<string | number>({
        type: ["string", "number"],
        description: "The amount.",
        examples: [24.9],
      }),
    ),
  },
  {
    title: "SentEvent",
    description:
      "An event: identity fields such as customer_id or email, and properties, beside these fields.",
    additionalProperties: true,
  },
);

export const sendQuery = closed({
  dry_run: optional(
    Type.Boolean({
      description:
        "true: the events are read and checked, and count nowhere. They make no stream, dataset or person.",
      default: false,
    }),
  ),
});

/** Names and values of an event, as a file would have them. */
const eventRead = {
  event_id: optional(Type.String({ description: "ID of the event.", examples: ["order-1001"] })),
  datetime: optional(described("When it happened.", instantText)),
  value: optional(Type.Number({ description: "The amount.", examples: [24.9] })),
  identity: byName(Type.String(), {
    description: "What identifies the person, by field.",
    examples: [{ email: "ada@example.com" }],
  }),
  properties: byName(Type.String(), {
    description: "The first properties, each to 200 characters.",
    examples: [{ channel: "web" }],
  }),
};

const streamName = Type.String({
  description: "Machine name of the stream. Empty: it says something about a person and is no event.",
  examples: ["transaction"],
});

const refusal = Type.Object(
  {
    line: Type.Integer({
      minimum: 1,
      description: "Line of the body, or place in the array, counted from 1.",
      examples: [3],
    }),
    field: Type.String({ description: "The field. Empty: the whole line.", examples: ["datetime"] }),
    note: Type.String({
      description: "What to change.",
      examples: ["Send a number, such as 24.90."],
    }),
  },
  { title: "RefusedEvent" },
);

export const eventsAnswer = Type.Object(
  {
    taken: described("Events that are new, and on the disk.", count, 98),
    repeated: described("Events with the ID of one that was taken before. They count once.", count, 1),
    refused: described("Events that were not taken.", count, 1),
    refusals: Type.Array(refusal, {
      description: `The first refused events, at most ${limits.eventRefusals.is}.`,
    }),
    dry_run: optional(Type.Literal(true, { description: "It was a test: nothing counts." })),
    events: optional(
      Type.Array(Type.Object({ stream_name: streamName, ...eventRead }, { title: "TestedEvent" }), {
        description: `Only with dry_run: the first events as they were read, at most ${limits.testedEvents.is}.`,
      }),
    ),
  },
  { title: "TakenEvents" },
);

export const recentQuery = closed({
  stream: optional(
    Type.String({
      minLength: 1,
      maxLength: limits.nameCharacters.is,
      description: "Only events of the stream of this machine name.",
      examples: ["transaction"],
    }),
  ),
  only: optional(oneOf(arrivalResults, "Only what became of an event in this way.")),
  person: optional(
    Type.String({
      minLength: 1,
      maxLength: limits.valueCharacters.is,
      description: "Only events with this text in an identifier of the person, in any case.",
      examples: ["ada@"],
    }),
  ),
  identity: optional(
    Type.Array(
      Type.String({
        minLength: 1,
        maxLength: limits.valueCharacters.is,
        description: "One identifier.",
        examples: ["ada@example.com"],
      }),
      {
        minItems: 1,
        maxItems: 20,
        description: "Only events that have one of these identifiers of the person, whole, in any case.",
      },
    ),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.recentEvents.is,
      default: limits.recentEvents.is,
      description: "Maximum number of events.",
    }),
  ),
});

const recentEvent = Type.Object(
  {
    id: Type.String({ description: "ID of the arrival, for this list alone.", examples: ["node-17"] }),
    arrived_at: described("When it arrived.", instantText),
    result: oneOf(
      arrivalResults,
      "taken: it is new, and on the disk. repeated: its ID was taken before. refused: it counts nowhere. tested: sent with dry_run, it counts nowhere.",
    ),
    stream_name: optional(streamName),
    sent_by: optional(
      Type.String({
        description: "Name of the API key, or the address of whoever is signed in.",
        examples: ["website"],
      }),
    ),
    ...eventRead,
    line: optional(
      Type.Integer({
        minimum: 1,
        description: "Of a refusal: line of the body. Absent: the whole request was refused.",
        examples: [3],
      }),
    ),
    field: optional(Type.String({ description: "Of a refusal: the field.", examples: ["datetime"] })),
    note: optional(
      Type.String({
        description: "Of a refusal: what to change.",
        examples: ["Send a number, such as 24.90."],
      }),
    ),
  },
  { title: "RecentEvent" },
);

const second = Type.Object(
  {
    taken: described("New events.", count, 12),
    refused: described("Refused events.", count, 0),
  },
  { title: "SecondOfEvents" },
);

const lastMinute = Type.Object(
  {
    taken: described("New events.", count, 540),
    repeated: described("Events whose ID was taken before.", count, 2),
    refused: described("Refused events.", count, 1),
    people: described("People, by the first identity field of their events.", count, 131),
    has_more_people: Type.Boolean({ description: "Whether there may have been more people." }),
    per_second: Type.Array(second, { description: "The sixty seconds, oldest first." }),
    through: described("The last of these seconds, which is not over yet.", instant),
  },
  { title: "LastMinuteOfEvents" },
);

export const recentEvents = Type.Object(
  {
    events: Type.Array(recentEvent, { description: "Newest first." }),
    last_minute: lastMinute,
    file_seconds: Type.Number({
      description: "Events become a file, which is then built, after at most so many seconds.",
      examples: [10],
    }),
    cohort_seconds: optional(
      Type.Number({
        description:
          "From an event to the cohorts that have it, at most, if builds take as long as the last ones and wait for nothing. Absent: nothing is built yet.",
        examples: [18.2],
      }),
    ),
    score_seconds: optional(
      Type.Number({
        description: "The same, to the scores of the pipelines. Absent: there are none yet.",
        examples: [24.5],
      }),
    ),
    has_all_nodes: Type.Boolean({
      description:
        "false: events that other nodes received are missing, because the nodes share no directory.",
    }),
  },
  { title: "RecentEvents" },
);
