// Economics of contacting people: what a contact costs, what a conversion or an amount is worth, and how much
// there is to spend. From them and the scores follow how many people to contact and what to expect of it.

import { type Estimate, type Interval, timesPeople } from "../outcome/evaluation.js";
import type { ContactWorth, Economics } from "./economics-config.js";
import type { MeasuredCampaign } from "./holdout.js";
import type { Brought } from "./incrementality.js";
import { type ProfitPoint, type ProfitTerms, profitOf } from "./profit.js";

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
export const isByAmount = ({ margin }: ContactWorth): boolean => margin !== undefined;

/** Worth of a conversion or, with amounts, of one unit that is spent. */
const worthOf = ({ value_per_conversion: value = 0, margin = value }: ContactWorth): number => margin;

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
): Estimate | undefined => {
  const found = isByAmount(terms) ? amount : conversions;
  const effect = found?.adjusted ?? found?.plain;
  if (!effect) return undefined;
  const { people, contacted: contacts = people } = contact;
  return profitOfEffect(timesPeople(effect, people), contacts, terms);
};

/**
 * Profit of all contacts since the groups were drawn; `contacts`: more than those held out would have had.
 * Undefined without an effect, or where nobody knows the contacts.
 */
export const incrementalProfit = (
  { conversions, amount }: Brought,
  contacts: number | undefined,
  terms: ContactWorth,
): Estimate | undefined => {
  const effect = isByAmount(terms) ? amount : conversions;
  return effect && contacts !== undefined ? profitOfEffect(effect, contacts, terms) : undefined;
};

/** `effect`: on all people together. */
const profitOfEffect = (effect: Estimate, contacts: number, terms: ContactWorth): Estimate => {
  const profit = (brought: number) => brought * worthOf(terms) - contacts * terms.cost_per_contact;
  return { value: profit(effect.value), low: profit(effect.low), high: profit(effect.high) };
};
