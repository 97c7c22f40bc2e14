// Economics of a pipeline as requests write them. `economics.ts` computes with them, and is shared with the console.

import { type Static, Type } from "@sinclair/typebox";
import { refuse } from "../../errors/refusal.js";
import { closed, described, id, optional } from "../resource/schema.js";

const costPerContact = Type.Number({
  minimum: 0,
  description: "Cost of contacting one person, in any currency.",
  examples: [0.8],
});

const economicsConfig = closed(
  {
    cost_per_contact: costPerContact,
    value_per_conversion: optional(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          "What one more person who reaches the goal is worth: the margin, in the same currency. Either this or margin.",
        examples: [25],
      }),
    ),
    margin: optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          "Share of what people spend that is left for you, 0 to 1. Each person is then worth this share of their expected amount, so the outcome " +
          "needs a value with amounts, in the currency of the costs. Either this or value_per_conversion.",
        examples: [0.3],
      }),
    ),
    budget: optional(
      Type.Number({
        minimum: 0,
        description: "The most to spend on contacts. Absent: no limit.",
        examples: [500],
      }),
    ),
    outcome_id: optional(id("the outcome to decide by. Absent: the first of the payload")),
  },
  "Economics",
);
export type Economics = Static<typeof economicsConfig>;

/** The terms of contacts that have been made, which need no prediction. */
export const contactWorth = closed(
  {
    cost_per_contact: costPerContact,
    value_per_conversion: optional(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          "What one more conversion is worth: the margin, in the same currency. Either this or margin.",
        examples: [25],
      }),
    ),
    margin: optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          "Share of the amounts that is left for you, 0 to 1. Either this or value_per_conversion.",
        examples: [0.3],
      }),
    ),
  },
  "ContactWorth",
);
export type ContactWorth = Static<typeof contactWorth>;

export const economicsField = optional(
  described(
    "What contacts cost and conversions or amounts are worth. Gives the number of people to contact, the expected profit, and columns that say " +
      "whom, and what to expect of each person.",
    economicsConfig,
  ),
);

/** Refuses `economics-worth-unclear`. */
export const checkWorth = ({ value_per_conversion: value, margin }: ContactWorth): void => {
  if ((value === undefined) === (margin === undefined)) throw refuse("economics-worth-unclear");
};
