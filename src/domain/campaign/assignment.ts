// Assignment of a campaign's contacts: who was contacted and who was not, and whether chance can have decided. Only
// then is a difference between the groups what the contacts did.
//
//   random       both groups look as chance would draw them
//   not_random   something that was known before says who was contacted, or the split is not the promised one
//   too_few      a group has too few people to tell

import { type Estimate, timesPeople } from "../outcome/evaluation.js";
import type { EpochSeconds } from "../resource/resource.js";

export const assignmentVerdicts = ["random", "not_random", "too_few"] as const;
export type AssignmentVerdict = (typeof assignmentVerdicts)[number];

/** Something known before in which the groups differ. */
export interface Imbalance {
  name: string;
  /** Difference of the groups' mean ranks, in standard deviations; above 0: higher among those contacted. */
  difference: number;
}

export interface AssignmentTest {
  contact: number;
  control: number;
  /** Only where a split was promised. `p`: chance of one at least so far from it. */
  split?: { promised: number; p: number };
  /** Independent columns that were known before. */
  columns: number;
  /** Chance of groups that differ at least so much, if chance had drawn them. */
  p: number;
  /** The largest, in order. */
  imbalances: Imbalance[];
}

/** Level of the test: it refuses one of a thousand campaigns that chance has drawn. */
export const leastChance = 0.001;
export const fewestPeople = 50;

export const verdictOn = ({ contact, control, split, p }: AssignmentTest): AssignmentVerdict => {
  if (Math.min(contact, control) < fewestPeople) return "too_few";
  return p < leastChance || (split && split.p < leastChance) ? "not_random" : "random";
};

/** Which events are the contacts of a campaign, and what they should bring. */
export interface TreatmentRequest {
  stream: string;
  /** Property and value of the campaign's contacts; absent: every event of the stream. */
  campaign?: { property: string; value: string };
  /** Property that says the arm, with the values that are compared; absent: everyone else is the control. */
  arm?: { property: string; contact: string; control: string };
  /** Share of the people that was to be contacted. */
  promised?: number;
  /** Property that says what a contact costs; `value`, where none is called so, is the amount of the event. */
  cost?: string;
  goal: string;
  days: number;
}

export interface Treatment {
  /** The first contact: what is known of people is as of then. */
  since: EpochSeconds;
  test: AssignmentTest;
  verdict: AssignmentVerdict;
  /** People in both arms, who are left out. */
  inBoth: number;
  /** Only with a cost, of the people in one arm alone and the contacts within the days. */
  costs?: Record<"contact" | "control", ContactCosts>;
  /** Only where chance has decided, and the days are over. */
  effect?: TreatmentEffect;
}

export interface ContactCosts {
  contacts: number;
  total: number;
  /** Contacts that say no cost. They count as costing nothing. */
  unknown: number;
}

export interface TreatmentEffect {
  until: EpochSeconds;
  contact: { people: number; attained: number };
  control: { people: number; attained: number };
  /** For each person. */
  conversions: Estimate;
  amount?: Estimate;
}

/** Worth of somebody who reaches the goal, or the share of the amounts that is left. */
export type TreatmentWorth = { valuePerConversion: number } | { margin: number };

/**
 * Profit of the contacts over doing nothing: what they brought among all who were contacted, less what they
 * cost more than the control did. Undefined without an effect, costs or, by margin, amounts.
 */
export const treatmentProfit = (
  { costs, effect }: Pick<Treatment, "costs" | "effect">,
  worth: TreatmentWorth,
): Estimate | undefined => {
  if (!costs || !effect) return undefined;
  const { contact, control } = effect;
  const [brought, each] =
    "margin" in worth ? [effect.amount, worth.margin] : [effect.conversions, worth.valuePerConversion];
  if (!brought) return undefined;
  const cost = costs.contact.total - (costs.control.total * contact.people) / control.people;
  const { value, low, high } = timesPeople(brought, contact.people);
  return { value: value * each - cost, low: low * each - cost, high: high * each - cost };
};
