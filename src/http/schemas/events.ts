// Events that programs send, and the answer to a request that sends some.

import { Type } from "@sinclair/typebox";
import { limits } from "../../domain/resource/limits.js";
import { count, described } from "../../domain/resource/schema.js";

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
  },
  { title: "TakenEvents" },
);
