// Sentences on a lasting hold-out: who is held out of every pipeline, until when, and what all contacting has brought.

import type { Estimate } from "../domain/outcome/evaluation.js";
import { english, type Formatter, type Moment } from "./format.js";
import { incrementalitySentence } from "./incrementality.js";
import { people } from "./plural.js";

export interface LastingHoldoutWords {
  contact: number;
  held_out: number;
  /** When chance draws everyone again. */
  rotatesAt: Moment;
}

/** "402 of 8,012 people are held out of every pipeline. Chance draws everyone again from 1 March 2026 on." */
export const lastingShareSentence = (
  { contact, held_out, rotatesAt }: LastingHoldoutWords,
  format: Formatter = english,
): string =>
  `${format.count(held_out)} of ${people(contact + held_out, format)} are held out of every pipeline. ` +
  `Chance draws everyone again from ${format.day(rotatesAt)} on.`;

/** "402 people are held out by the account's hold-out." */
export const accountHeldOutSentence = (heldOut: number, format: Formatter = english): string =>
  `${people(heldOut, format)} ${heldOut === 1 ? "is" : "are"} held out by the account's hold-out.`;

export interface LedgerWords {
  since: Moment;
  /** People to contact. */
  contact: number;
  conversions?: Estimate | undefined;
  amount?: Estimate | undefined;
  profit?: Estimate | undefined;
  /** For 1,000 people to contact in a month. */
  conversionsPerThousand?: Estimate | undefined;
  /** Contacts of people while they were held out. */
  contactedHeldOut?: number | undefined;
  /** People who count from when several were merged into them. */
  merged: number;
}

/**
 * "Since 1 March 2025, contacting 7,610 people has brought 312 more conversions (95 % interval 105 to 519). That is 3.4 for 1,000
 * people in a month."
 */
export const contactLedgerSentence = (words: LedgerWords, format: Formatter = english): string => {
  const { conversionsPerThousand: each, contactedHeldOut = 0, merged } = words;
  const { count, number } = format;
  return [
    incrementalitySentence(words, format),
    ...(each ? [`That is ${number(each.value, 2)} for 1,000 people in a month.`] : []),
    ...(contactedHeldOut > 0
      ? [
          `${count(contactedHeldOut)} contacts went to people who were held out, so contacting may have brought more than that.`,
        ]
      : []),
    ...(merged > 0
      ? [
          `${people(merged, format)} in whom several were merged ${merged === 1 ? "counts" : "count"} from then on.`,
        ]
      : []),
  ].join(" ");
};
