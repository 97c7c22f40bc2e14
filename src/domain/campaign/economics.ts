// Economics of contacting people: what a contact costs, what a conversion or an amount is worth, and how much
// there is to spend. From them and the scores follow how many people to contact and what to expect of it.

import { type Static, Type } from "@sinclair/typebox";
import { refuse } from "../../errors/refusal.js";
import type { Interval } from "../outcome/evaluation.js";
import { closed, described, id, optional } from "../resource/schema.js";
import type { EffectFigure, MeasuredCampaign } from "./holdout.js";
import { type ProfitPoint, type ProfitTerms, profitOf } from "./profit.js";

export const economicsConfig = closed(
  {
    cost_per_contact: Type.Number({
      minimum: 0,
      description: "Cost of contacting one person, in any currency.",
      examples: [0.8],
    }),
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

export const economicsField = optional(
  described(
    "What contacts cost and conversions or amounts are worth. Gives the number of people to contact, the expected profit, and columns that say " +
      "whom, and what to expect of each person.",
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
  /** Amount that people are expected to spend; only with a margin. */
  amount?: ExpectedAmount;
  /**
   * Profit by the number of people, from nobody to everyone who may be contacted, those worth most first.
   */
  curve: ProfitPoint[];
}

export interface ExpectedAmount {
  expected: number;
  interval?: Interval;
  /** Lowest expected amount of those to contact; absent for nobody. */
  min?: number;
}

/** People are worth a share of their expected amounts. */
export const isByAmount = ({ margin }: Economics): boolean => margin !== undefined;

/** Refuses `economics-worth-unclear`. */
export const checkWorth = ({ value_per_conversion: value, margin }: Economics): void => {
  if ((value === undefined) === (margin === undefined)) throw refuse("economics-worth-unclear");
};

/** Worth of a conversion or, with amounts, of one unit that is spent. */
const worthOf = ({ value_per_conversion: value = 0, margin = value }: Economics): number => margin;

/** A contact pays above this probability or, by amounts, above this expected amount. */
export const breakEven = (terms: Economics): number => terms.cost_per_contact / worthOf(terms);

/** Null: no limit. */
export const maxContacts = ({ cost_per_contact: cost, budget }: Economics): number | null =>
  budget === undefined || cost === 0 ? null : Math.floor(budget / cost + 1e-9);

export const profitTerms = (terms: Economics): ProfitTerms => ({
  costPerContact: terms.cost_per_contact,
  worth: worthOf(terms),
});

/** Profit to expect of those to contact. */
export const planProfit = ({
  terms,
  people,
  expected,
  expected_interval,
  amount,
}: ContactPlan): ProfitPoint => {
  const found = amount ?? { expected, interval: expected_interval };
  return profitOf({ people, expected: found.expected, ...found.interval }, profitTerms(terms));
};

/**
 * Profit of a campaign: what the additional conversions or amounts are worth, less what the contacts cost.
 * Undefined without an effect, or by amounts where the goal's events have no values.
 */
export const campaignProfit = (
  {
    contact,
    conversions,
    amount,
  }: Pick<MeasuredCampaign, "contact" | "conversions"> & {
    amount?: MeasuredCampaign["amount"] | undefined;
  },
  terms: Economics,
): EffectFigure | undefined => {
  const found = isByAmount(terms) ? amount : conversions;
  const effect = found?.adjusted ?? found?.plain;
  if (!effect) return undefined;
  const { people, contacted: contacts = people } = contact;
  const profit = (perPerson: number) =>
    perPerson * people * worthOf(terms) - contacts * terms.cost_per_contact;
  return { value: profit(effect.value), low: profit(effect.low), high: profit(effect.high) };
};
