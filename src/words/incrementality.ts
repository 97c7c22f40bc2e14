// Sentence on what contacting has brought.

import type { Estimate } from "../domain/outcome/evaluation.js";
import { english, type Formatter, type Moment } from "./format.js";
import { profitSentence } from "./holdout.js";
import { people } from "./plural.js";

export interface IncrementalityWords {
  /** When the groups were drawn. */
  since: Moment;
  /** People to contact. */
  contact: number;
  /** Additional conversions and amount of all of them since then. */
  conversions?: Estimate | undefined;
  amount?: Estimate | undefined;
  profit?: Estimate | undefined;
}

/**
 * "Since 1 March 2025, contacting 1,614 people has brought 312 more conversions (95 % interval 105 to 519). In
 * amounts: 9,800 more (95 % interval 2,100 to 17,500). Profit 8,510 (95 % interval 810 to 16,210)."
 */
export const incrementalitySentence = (
  { since, contact, conversions, amount, profit }: IncrementalityWords,
  format: Formatter = english,
): string => {
  const { count, day, range } = format;
  const whole = (value: number) => count(Math.round(value));
  if (!conversions) return `The groups are as of ${day(since)}. Nobody in them has converted since.`;
  const interval = `(95 % interval ${range(conversions, whole)})`;
  const from = `Since ${day(since)}, contacting ${people(contact, format)}`;
  const rounded = Math.round(conversions.value);
  const moreOrFewer = `${count(Math.abs(rounded))} ${rounded < 0 ? "fewer" : "more"} conversions`;
  const isSeen = conversions.low > 0 || conversions.high < 0;
  const sums = amount
    ? ` In amounts: ${whole(Math.abs(amount.value))} ${amount.value < 0 ? "less" : "more"} (95 % interval ${range(amount, whole)}).`
    : "";
  return [
    `${from} ${isSeen ? "has brought" : "shows no effect yet:"} ${moreOrFewer} ${interval}.${sums}`,
    ...(profit ? [profitSentence(profit, format)] : []),
  ].join(" ");
};
