// Economics of contacting people: what a contact costs, what a conversion is worth, and how much there is to spend. From them and the probabilities
// follow how many people to contact and what to expect of it.

import { type Static, Type } from "@sinclair/typebox";
import type { Interval } from "./evaluation.js";
import type { ProfitTerms } from "./profit.js";
import { closed, described, id, optional } from "./schema.js";

export const economicsConfig = closed(
  {
    cost_per_contact: Type.Number({
      minimum: 0,
      description: "Cost of contacting one person, in any currency.",
      examples: [0.8],
    }),
    value_per_conversion: Type.Number({
      exclusiveMinimum: 0,
      description: "What one more person who reaches the goal is worth: the margin, in the same currency.",
      examples: [25],
    }),
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

export const economicsField = optional(
  described(
    "What contacts cost and conversions are worth. Gives the number of people to contact, the expected profit, and a column that says whom.",
    economicsConfig,
  ),
);

/** Whom to contact, and what to expect of it. */
export interface ContactPlan {
  outcome_id: string;
  /** As built. */
  terms: Economics;
  people: number;
  /** People whose contact is expected to bring more than it costs, whatever the budget. */
  paying: number;
  /** Lowest probability of those to contact; absent for nobody. */
  min_chance?: number;
  /** Expected conversions among them. */
  expected: number;
  expected_interval?: Interval;
}

/** A contact pays above this probability. */
export const breakEvenChance = ({ cost_per_contact: cost, value_per_conversion: worth }: Economics): number =>
  cost / worth;

/** Null: no limit. */
export const maxContacts = ({ cost_per_contact: cost, budget }: Economics): number | null =>
  budget === undefined || cost === 0 ? null : Math.floor(budget / cost + 1e-9);

export const profitTerms = (terms: Economics): ProfitTerms => ({
  costPerContact: terms.cost_per_contact,
  valuePerBuyer: terms.value_per_conversion,
});

/** Profit of a campaign: what the additional conversions are worth, less what the contacts cost. */
export const campaignProfit = (
  { value, low, high }: Interval & { value: number },
  contacts: number,
  { cost_per_contact: cost, value_per_conversion: worth }: Economics,
): Interval & { value: number } => {
  const profit = (conversions: number) => conversions * worth - contacts * cost;
  return { value: profit(value), low: profit(low), high: profit(high) };
};
