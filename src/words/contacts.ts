// People to contact as sentences: how many, at what cost, and the profit to expect.

import type { ContactPlan } from "../domain/economics.js";
import { profitTerms } from "../domain/economics.js";
import { profitOf } from "../domain/profit.js";
import { english, type Formatter } from "./format.js";
import { people as shownPeople } from "./plural.js";

/** "Contact 512 people, those with a chance above 3.2 %: cost 410, expected profit 920 (95 % interval 310 to 1,480)." */
export const contactPlanSentence = (
  { terms, people, paying, min_chance, expected, expected_interval: interval }: ContactPlan,
  format: Formatter = english,
): string => {
  if (paying === 0) return "Contact nobody: every contact costs more than it is expected to bring.";
  if (people === 0) return "Contact nobody: the budget is too small for a single contact.";
  const { profit, low, high } = profitOf({ people, expected, ...interval }, profitTerms(terms));
  const amount = (value: number) => format.amount(Math.round(value));
  const bounds = low === undefined || high === undefined ? undefined : { low, high };
  const who = `Contact ${shownPeople(people, format)}, those with a chance of ${format.percent(min_chance ?? 0)} or more`;
  const limited =
    people < paying
      ? ` The budget ends there; contacting ${format.count(paying - people)} more would pay.`
      : "";
  return `${who}: cost ${amount(people * terms.cost_per_contact)}, expected profit ${format.withInterval(profit, bounds, amount)}.${limited}`;
};
