// Lasting hold-out of an account: a random share of all people whom no pipeline's list contacts, so that what all
// contacting together brings can be seen at any time. Chance draws everyone again after some months, so that
// nobody is left alone for ever; each draw begins a period. A group stays through its period.

import { type Static, Type } from "@sinclair/typebox";
import { refuse } from "../../errors/refusal.js";
import { monthsAfter } from "../outcome/label-window.js";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, described, nameOf, optional } from "../resource/schema.js";
import { checkWorth, contactWorth } from "./economics-config.js";
import type { IncrementalMonth } from "./incrementality.js";

export const usualRotation = 12;

export const lastingHoldoutConfig = closed({
  share: Type.Number({
    minimum: 0.005,
    maximum: 0.5,
    description:
      "Share of all people to hold out of every pipeline. Another share moves as few people as possible.",
    examples: [0.05],
  }),
  stream_name: nameOf(
    "Name of the stream whose events are the conversions, in any case. All of its events must have dates.",
    "transaction",
  ),
  contacts_stream: optional(
    nameOf(
      "Stream with an event for each contact, such as a sent mail. Contacts of people who are held out are then counted, and profit is known.",
      "mail_sent",
    ),
  ),
  rotation_months: optional(
    Type.Integer({
      minimum: 3,
      maximum: 60,
      description: `Months after which chance draws everyone again, so that nobody is left alone for ever. Default: ${usualRotation}.`,
      examples: [usualRotation],
    }),
  ),
  economics: optional(
    described(
      "What a contact costs and a conversion or an amount is worth. Gives the profit of all contacting. Costs need contacts_stream.",
      contactWorth,
    ),
  ),
});
/** `stream_name` and `contacts_stream` are kept as machine names. */
export type LastingHoldoutConfig = Static<typeof lastingHoldoutConfig>;

/** Refuses `economics-worth-unclear` and `holdout-costs-uncounted`. */
export const checkLastingHoldout = ({ economics, contacts_stream: stream }: LastingHoldoutConfig): void => {
  if (!economics) return;
  checkWorth(economics);
  if (economics.cost_per_contact > 0 && stream === undefined) throw refuse("holdout-costs-uncounted");
};

/** Time between two draws. */
export interface DrawnPeriod {
  /** Cutoff of the build that drew: groups count from then on. */
  since: EpochSeconds;
  /** When it was due; the next is due so many months later. */
  due: EpochSeconds;
}

export const rotatesAt = (
  { due }: DrawnPeriod,
  { rotation_months: months = usualRotation }: LastingHoldoutConfig,
): EpochSeconds => monthsAfter(due, months);

/** The periods through a cutoff, oldest first: with another one where it is due, or there was none. */
export const periodsThrough = (
  cutoff: EpochSeconds,
  before: readonly DrawnPeriod[],
  config: LastingHoldoutConfig,
): DrawnPeriod[] => {
  const last = before.at(-1);
  if (!last) return [{ since: cutoff, due: cutoff }];
  let { due } = last;
  for (let next = rotatesAt(last, config); next <= cutoff; next = rotatesAt({ ...last, due }, config))
    due = next;
  return due === last.due ? [...before] : [...before, { since: cutoff, due }];
};

/** A month of the ledger, on everyone to contact together. */
export interface LedgerMonth extends IncrementalMonth {
  /** Contacts more than these people would have had if held out; absent where nobody knows. */
  contacts?: number;
}

/** Findings about a lasting hold-out after a build. */
export interface LastingHoldoutResult {
  data_through: EpochSeconds;
  share: number;
  /** People by group. */
  contact: number;
  held_out: number;
  /**
   * People in whom several were merged since the last draw, and who count from then on: what they did before
   * tells nothing, since they were drawn more than once.
   */
  merged: number;
  /** Oldest first; the last is that of today. */
  periods: DrawnPeriod[];
  /** Oldest first; the last one may not be over. */
  months: LedgerMonth[];
}
