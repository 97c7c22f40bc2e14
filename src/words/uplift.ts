// Uplift as sentences: whether people differ in what a contact does, and what to do about it.

import { type Choice, type ChoiceOutlook, type Decision, usualHoldout } from "../domain/campaign/decision.js";
import type { PolicyVerdict } from "../domain/campaign/policy.js";
import {
  type GroupCount,
  minConversionsOfGroup,
  type ShareGain,
  type UpliftSegment,
  type UpliftVerdict,
} from "../domain/campaign/uplift.js";
import type { Estimate } from "../domain/outcome/evaluation.js";
import { english, type Formatter } from "./format.js";
import { roundUp } from "./holdout.js";

export interface UpliftWords {
  verdict: UpliftVerdict;
  contact: GroupCount;
  held_out: GroupCount;
  shares: readonly ShareGain[];
  people_needed?: number | null | undefined;
}

/** The share that is spoken of: about as many as most campaigns contact. */
const spokenShare = 0.3;

/**
 * "Some people are moved more than others: among the 30 % with the highest uplift, a contact brings 7.2
 * conversions for every 100 people; among the 30 % with the highest chance, 5.6."
 */
export const upliftSentence = (proof: UpliftWords, format: Formatter = english): string => {
  const { count } = format;
  switch (proof.verdict) {
    case "proven":
      return `Some people are moved more than others, and by more than accident explains. ${gainSentence(proof, format)}`;
    case "leaning": {
      const needed = proof.people_needed;
      return (
        "Some people may be moved more than others, but it could be accident. Go on choosing by chance. " +
        (needed
          ? `About ${count(roundUp(needed))} people in campaigns with a hold-out would settle it; these are ${count(proof.contact.people + proof.held_out.people)}.`
          : "")
      );
    }
    case "not_seen":
      return "No difference between people can be seen in what a contact does. Go on choosing by chance.";
    case "too_few":
      return (
        `${count(proof.contact.attained)} of those to contact and ${count(proof.held_out.attained)} of those held out converted. ` +
        `Whom a contact moves can be seen from ${minConversionsOfGroup} in each group on.`
      );
  }
};

const gainSentence = ({ shares }: UpliftWords, { percent, fixed }: Formatter): string => {
  const gain = shares.find(({ share }) => share === spokenShare);
  if (!gain) return "";
  const ofHundred = ({ value }: { value: number }) => fixed(100 * value, 1);
  const first = percent(spokenShare);
  return (
    `Among the ${first} with the highest uplift, a contact brings ${ofHundred(gain.by_uplift)} conversions for every 100 people; ` +
    `among the ${first} with the highest chance, ${ofHundred(gain.by_chance)}.`
  );
};

/** How people are chosen, after "people": "with the highest uplift". */
export const choiceWords: Record<Choice, string> = {
  uplift: "with the highest uplift",
  chance: "with the highest chance",
  random: "at random",
};

/**
 * "Choose the people with the highest uplift. 5,000 contacts bring 360 more conversions (95 % interval 210 to 510); with
 * the highest chance 280, at random 220. Hold out 10 % of them, so that the next decision has evidence."
 */
export const decisionSentence = (decision: Decision, format: Formatter = english): string => {
  const { choose, outlooks, people, hold_out: heldOut } = decision;
  const best = outlooks.find(({ by }) => by === choose) ?? outlooks.at(-1)!;
  const others = outlooks
    .filter((outlook) => outlook !== best)
    .map(({ by, conversions }) => `${choiceWords[by]} ${whole(conversions.value, format)}`);
  const evidence =
    heldOut > usualHoldout
      ? "once: that would settle whether people differ."
      : "of them, so that the next decision has evidence.";
  return [
    choose === null
      ? "Contact nobody: the contacts cost more than they bring."
      : `Choose the people ${choiceWords[choose]}.`,
    `${format.count(people)} contacts bring ${broughtText(best, format)}${others.length > 0 ? `; ${others.join(", ")}` : ""}.`,
    ...(choose === null ? [] : [`Hold out ${format.percent(heldOut)} ${evidence}`]),
  ].join(" ");
};

const whole = (value: number, { count }: Formatter): string => count(Math.round(value));

const broughtText = ({ by, conversions, profit }: ChoiceOutlook, format: Formatter): string => {
  const interval = ({ value, ...bounds }: Estimate) =>
    format.withInterval(value, bounds, (number) => whole(number, format));
  return [
    `${interval(conversions)} more conversions${by === "random" ? ", whoever they are" : ""}`,
    ...(profit ? [`a profit of ${interval(profit)}`] : []),
  ].join(" and ");
};

/**
 * "On the last list of 1,794 people, contacting the 500 with the highest uplift alone would have brought 9 fewer conversions (95 % interval
 * −12 to 30) than contacting all of them, and 14 more (95 % interval 2 to 26) than contacting its first 500."
 */
export const policySentence = (
  { by, people, now, over_list, over_order }: PolicyVerdict,
  format: Formatter = english,
): string => {
  const contacts = format.count(now.contacts);
  const chosen = by === "uplift" ? `${contacts} ${choiceWords.uplift}` : `first ${contacts}`;
  const beside = over_order
    ? `, and ${moreOrLess(over_order.doubly_robust, ["more", "fewer"], format)} than contacting its first ${contacts}`
    : "";
  const profit = over_list.profit
    ? ` The profit would have been ${moreOrLess(over_list.profit, ["higher", "lower"], format)} than with all of them.`
    : "";
  return (
    `On the last list of ${format.count(people)} people, contacting the ${chosen} alone would have brought ` +
    `${moreOrLess(over_list.doubly_robust, ["more conversions", "fewer conversions"], format)} than contacting all of them${beside}.${profit}`
  );
};

/** "9 fewer (95 % interval −12 to 30)": of fewer, too, the interval is that of the number that is said. */
const moreOrLess = (
  { value, low, high }: Estimate,
  [more, less]: readonly [string, string],
  format: Formatter,
): string => {
  const isLess = Math.round(value) < 0;
  const bounds = isLess ? { low: -high, high: -low } : { low, high };
  const number = (of: number) => whole(of, format);
  return `${number(Math.abs(value))} ${isLess ? less : more} (95 % interval ${format.range(bounds, number)})`;
};

/** The name of a segment, and what to do with its people. */
export const segmentWords: Record<UpliftSegment, { name: string; advice: string }> = {
  persuadable: { name: "Moved by a contact", advice: "contact them" },
  sure: { name: "Buy anyway", advice: "a contact brings hardly anything" },
  lost: { name: "Stay away anyway", advice: "a contact brings hardly anything" },
  put_off: { name: "Put off by a contact", advice: "leave them alone" },
};
