// Days that an account marked.

import { Type } from "@sinclair/typebox";
import { closed, described, exampleId, instant } from "../../domain/resource/schema.js";

const day = Type.String({
  format: "date",
  description: "The day, in UTC.",
  examples: ["2026-11-04"],
});
const text = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: "\\S",
  description: "What happened, in a few words.",
  examples: ["Newsletter"],
});

export const markedDayPost = described(
  "The day, and what happened.",
  closed({ day, text }, "MarkedDayPost"),
  {
    day: "2026-11-04",
    text: "Newsletter",
  },
);

export const markedDayRecord = Type.Object(
  {
    id: Type.String({ description: "ID of the mark, to remove it.", examples: [exampleId] }),
    day,
    text,
    created_at: described("When it was marked.", instant),
  },
  { title: "MarkedDay" },
);
