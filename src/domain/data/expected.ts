// Expected figures of a dataset: what its owner knows of their own shop. A preview that counts something else
// looks for the reading of the file that gives them.

import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../resource/limits.js";
import { closed, count, described, optional } from "../resource/schema.js";

const day = Type.String({
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
  description: "A day.",
  examples: ["2026-01-31"],
});

export const expectedFigures = closed(
  {
    orders: optional(described("Orders, or other events.", count, 1573)),
    customers: optional(described("Distinct customers.", count, 848)),
    revenue: optional(
      Type.Number({ description: "Sum of the amounts, after refunds.", examples: [102_915.45] }),
    ),
    currency: optional(
      Type.String({
        minLength: 1,
        maxLength: limits.valueCharacters.is,
        description: "The currency of revenue, where the file has several.",
        examples: ["EUR"],
      }),
    ),
    period: optional(
      described(
        "The days of which orders and revenue are, both included. Absent: all of the file.",
        closed({ from: optional(day), to: optional(day) }),
      ),
    ),
  },
  "ExpectedFigures",
);
export type ExpectedFigures = Static<typeof expectedFigures>;
