// Profit of a list as a sentence: how many people to contact, and what to expect of it. The console takes the
// curve from here too.

import type { ReachPoint } from "../domain/campaign/list.js";
import { type ProfitTerms, profitCurve } from "../domain/campaign/profit.js";
import { english, type Formatter } from "./format.js";
import { people as shownPeople } from "./plural.js";

export {
  type ProfitTerms,
  profitCurve,
  profitOf,
} from "../domain/campaign/profit.js";

/**
 * "Contact the 200 likeliest people: expected profit 500 (95 % interval 200 to 800)." Amounts are in the
 * terms' currency.
 */
export const bestReachSentence = (
  points: readonly ReachPoint[],
  terms: ProfitTerms,
  format: Formatter = english,
): string => {
  const { best } = profitCurve(points, terms);
  if (best.people === 0) return "Contacting anyone costs more than it is expected to bring.";
  const amount = (value: number) => format.amount(Math.round(value));
  const { profit, low, high } = best;
  const interval = low === undefined || high === undefined ? undefined : { low, high };
  return `Contact the ${shownPeople(best.people, format).replace(/ (person|people)$/, " likeliest $1")}: expected profit ${format.withInterval(profit, interval, amount)}.`;
};

/**
 * "Reach the 500 likeliest people: 84 buyers expected (95 % interval 60 to 110), against 20 of 500 chosen at
 * random."
 */
export const reachSentence = (
  { people, expected, low, high }: ReachPoint,
  baseRate: number,
  noun = "buyers",
  format: Formatter = english,
): string => {
  const { count } = format;
  const interval = low === undefined || high === undefined ? undefined : { low, high };
  const atRandom = `against ${count(baseRate * people)} of ${count(people)} chosen at random`;
  return `Reach the ${count(people)} likeliest people: ${count(expected)} ${noun} expected${
    interval ? ` (95 % interval ${format.range(interval, count)})` : ""
  }, ${atRandom}.`;
};
