// States of a stream's people over time in answers.

import { Type } from "@sinclair/typebox";
import { mostActiveMonths } from "../../domain/data/people-states.js";
import { count, described } from "../../domain/resource/schema.js";

const activeMonths = Type.Integer({
  minimum: 1,
  maximum: mostActiveMonths,
  description:
    "For so many months from an event on people are active, for as many again they are cooling, and then lost. Absent: twice the median of months between two months with events of a person.",
  examples: [4],
});

export const peopleStatesQuery = Type.Object(
  { active_months: Type.Optional(activeMonths) },
  { additionalProperties: false },
);

export const streamStates = Type.Object(
  {
    active_months: Type.Integer({
      description: "For so many months from an event on people are active, and for as many again cooling.",
      examples: [4],
    }),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: "Month in UTC.", examples: ["2026-05"] }),
        new: described("People whose first event is in the month.", count, 412),
        active: described("People who are active at its end, without the new ones.", count, 2210),
        cooling: described("People who are cooling.", count, 1604),
        lost: described("People who are lost.", count, 6120),
      }),
      { description: "Consecutive months with events of anyone, oldest first, of the newest 36." },
    ),
  },
  { title: "StreamStates" },
);
