// Hold-outs as sentences: who is held out, the smallest effect that can be seen, and what a campaign did.

import { type DetectableEffect, missedEffect } from "../domain/campaign/detectable-effect.js";
import type { MeasuredCampaign } from "../domain/campaign/holdout.js";
import { type Estimate, timesPeople } from "../domain/outcome/evaluation.js";
import { type Bounds, english, type Formatter, type Moment } from "./format.js";
import { people } from "./plural.js";

export type { DetectableEffect };

/** "10 % of the people with a probability are held out: 180 of 1,794." */
export const shareSentence = (
  { share, contact, held_out }: { share: number; contact: number; held_out: number },
  { percent, count }: Formatter = english,
): string =>
  `${percent(share)} of the people with a probability are held out: ${count(held_out)} of ${count(contact + held_out)}.`;

/**
 * "With 180 held out, the smallest effect that you are likely to see is 6.1 percentage points: 99 people more or
 * fewer of 1,614 contacted, where 9.4 % are expected to reach the goal without a campaign."
 */
export const detectableSentence = (effect: DetectableEffect | null, format: Formatter = english): string => {
  if (!effect) return "So few people cannot show any effect. Hold out more of them, or contact more people.";
  const { contact, held_out: held, base_rate: rate, difference, conversions } = effect;
  const { count, percent } = format;
  return (
    `With ${count(held)} held out, the smallest effect that you are likely to see is ${pointsOf(difference, format)}: ` +
    `${count(Math.ceil(conversions))} people more or fewer of ${count(contact)} contacted, where ${percent(rate)} are expected to reach the goal without a campaign.`
  );
};

const pointsOf = (difference: number, { fixed }: Formatter): string =>
  `${fixed(100 * difference, difference >= 0.1 ? 0 : difference >= 0.01 ? 1 : 2)} percentage points`;

interface Group {
  people: number;
  attained: number;
}

export interface CampaignWords {
  contact: Group;
  held_out: Group;
  /** Additional conversions of those to contact. */
  incremental?: (Bounds & { value: number }) | undefined;
  /** Name of the goal's cohort. */
  goal?: string | undefined;
}

/**
 * "Of 1,614 people to contact, 197 (12 %) reached “Buyers”; of 180 held out, 17 (9.4 %). The campaign brought
 * 45 more (95 % interval −8 to 98): no effect can be seen."
 */
export const campaignSentence = (
  { contact, held_out: held, incremental, goal }: CampaignWords,
  format: Formatter = english,
): string => {
  const reached = goal === undefined ? "reached the goal" : `reached “${goal}”`;
  const share = (group: Group) =>
    group.people === 0
      ? "none"
      : `${format.count(group.attained)} (${format.percent(group.attained / group.people)})`;
  const groups = `Of ${people(contact.people, format)} to contact, ${share(contact)} ${reached}; of ${format.count(held.people)} held out, ${share(held)}.`;
  return incremental
    ? `${groups} ${effectSentence(incremental, contact.people + held.people, format)}`
    : `${groups} One group is empty, so there is nothing to compare.`;
};

/** `people`: of both groups. */
const effectSentence = (
  { value, low, high }: Bounds & { value: number },
  people: number,
  { count, range }: Formatter,
): string => {
  const rounded = Math.round(value);
  if (low > 0)
    return `The campaign brought ${count(rounded)} more (95 % interval ${range({ low, high }, count)}).`;
  if (high < 0)
    return `The campaign lost ${count(-rounded)} (95 % interval ${range({ low: -high, high: -low }, count)}).`;
  const interval = `(95 % interval ${range({ low, high }, count)})`;
  const missed = missedEffect({ value, low, high }, people);
  const needed = missed?.people
    ? `; one of ${count(Math.abs(rounded))} would take about ${count(roundUp(missed.people))}`
    : "";
  const visible = missed
    ? ` With ${count(people)} people, an effect is likely to be seen from ${count(Math.ceil(missed.smallest))} on${needed}.`
    : "";
  const moreOrFewer = rounded >= 0 ? "more" : "fewer";
  return `That is ${count(Math.abs(rounded))} ${moreOrFewer} ${interval}: no effect can be seen.${visible}`;
};

/** Two figures: an estimate with more looks surer than it is. */
export const roundUp = (people: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(people)) - 1);
  return Math.ceil(people / unit) * unit;
};

/**
 * Sentence on what a campaign brought: conversions, those of people who were really contacted, and the
 * profit, as far as they are known.
 */
export const measuredSentence = (
  { contact, held_out, conversions }: Pick<MeasuredCampaign, "contact" | "held_out" | "conversions">,
  {
    goal,
    profit,
    settledFrom,
  }: { goal?: string | undefined; profit?: Estimate | undefined; settledFrom?: Moment | undefined },
  format: Formatter = english,
): string => {
  const effect = conversions.adjusted ?? conversions.plain;
  const incremental = effect && timesPeople(effect, contact.people);
  const isKnown = contact.contacted !== undefined && held_out.contacted !== undefined;
  const contacts = { contact: contact.contacted ?? 0, held_out: held_out.contacted ?? 0 };
  return [
    campaignSentence({ contact, held_out, incremental, goal }, format),
    ...(isKnown ? [contactedSentence(contacts, conversions.treated, format)] : []),
    ...(profit ? [profitSentence(profit, format)] : []),
    ...(settledFrom === undefined ? [] : [preliminarySentence(settledFrom, format)]),
  ].join(" ");
};

/** "Preliminary: events that come late count until the data reach 30 June 2025." */
export const preliminarySentence = (settledFrom: Moment, { day }: Formatter = english): string =>
  `Preliminary: events that come late count until the data reach ${day(settledFrom)}.`;

/** Sentence on a campaign that has no figures yet. */
export const pendingSentence = (
  campaign: { status: "waiting"; horizon_end: Moment } | { status: "without" },
  { day }: Formatter = english,
): string =>
  campaign.status === "waiting"
    ? `The horizon ends on ${day(campaign.horizon_end)}. The effect is measured once the data reach that day.`
    : "There are no scores with groups from before this campaign, so it cannot be measured. Set up the hold-out before you contact people, and " +
      "add the campaign within a year of its horizon.";

/**
 * "1,480 of them were really contacted, and 3 of those held out. For every 100 contacted: 3.1 more (95 %
 * interval 0.2 to 6.0)."
 */
export const contactedSentence = (
  { contact, held_out: held }: { contact: number; held_out: number },
  treated: (Bounds & { value: number }) | undefined,
  { count, fixed, range }: Formatter = english,
): string => {
  const groups = `Really contacted: ${count(contact)} of those to contact, and ${count(held)} of those held out.`;
  if (!treated) return `${groups} Too few differ to tell the effect on those contacted.`;
  const hundred = (value: number) => fixed(100 * value, 1);
  return `${groups} For every 100 people contacted: ${hundred(treated.value)} more (95 % interval ${range(treated, hundred)}).`;
};

/** "Profit 920 (95 % interval −210 to 2,050)." */
export const profitSentence = (
  profit: Bounds & { value: number },
  { withInterval, amount }: Formatter = english,
): string => `Profit ${withInterval(profit.value, profit, (value) => amount(Math.round(value)))}.`;
