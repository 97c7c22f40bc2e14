// People to contact as sentences: how many, at what cost, and the profit to expect.

import { type ContactPlan, maxContacts, planProfit } from "../domain/campaign/economics.js";
import { english, type Formatter } from "./format.js";
import { people as shownPeople } from "./plural.js";

export { maxContacts };

/**
 * "Contact 512 people, those with a chance of 3.2 % or more: cost 410, expected profit 920 (95 % interval 310
 * to 1,480)."
 */
export const contactPlanSentence = (plan: ContactPlan, format: Formatter = english): string => {
  const { terms, people, paying } = plan;
  if (paying === 0) return "Contact nobody: every contact costs more than it is expected to bring.";
  if (people === 0) return "Contact nobody: the budget is too small for a single contact.";
  const { profit, low, high } = planProfit(plan);
  const amount = (value: number) => format.amount(Math.round(value));
  const bounds = low === undefined || high === undefined ? undefined : { low, high };
  const who = `Contact ${shownPeople(people, format)}, those with ${leastOf(plan, format)} or more`;
  const limited =
    people < paying
      ? ` The budget ends there; contacting ${format.count(paying - people)} more would pay.`
      : "";
  return `${who}: cost ${amount(people * terms.cost_per_contact)}, expected profit ${format.withInterval(profit, bounds, amount)}.${limited}`;
};

const leastOf = (
  { min_chance: chance = 0, amount }: ContactPlan,
  { percent, amount: money }: Formatter,
): string => (amount ? `an expected amount of ${money(amount.min ?? 0)}` : `a chance of ${percent(chance)}`);
