// Retention of a stream in answers.

import { Type } from "@sinclair/typebox";
import { count, described, optional } from "../../domain/resource/schema.js";

const value = (of: string, example: number) =>
  optional(
    Type.Number({
      description: `Sum of the values of their events in ${of}. Absent: the stream has none.`,
      examples: [example],
    }),
  );

export const streamRetention = Type.Object(
  {
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: "Month in UTC.", examples: ["2025-06"] }),
        people_count: described("People whose first event is in this month.", count, 388),
        value: value("it", 21_340.5),
        later: Type.Array(
          Type.Object({
            months_after: described("Months since then: 1 is the next one.", count, 1),
            people_count: described("How many of them had an event in it.", count, 97),
            value: value("it", 5210.25),
          }),
          { description: "Later months with events of these people, in order." },
        ),
      }),
      { description: "Months with first events, oldest first, of the newest 24." },
    ),
  },
  { title: "StreamRetention" },
);
