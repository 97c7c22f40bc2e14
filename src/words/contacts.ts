// People to contact as sentences: how many, at what cost, and the profit to expect.

import { type ContactPlan, maxContacts, planProfit } from "../domain/campaign/economics.js";
import { english, type Formatter } from "./format.js";
import { people as shownPeople } from "./plural.js";

export { maxContacts };

/** As the API recommends them. */
interface Recommended {
  people: number;
  paying_count: number;
  cost: number;
  /** One of both, if there is anybody. */
  min_chance?: number;
  min_amount?: number;
  profit?: number;
  profit_low?: number;
  profit_high?: number;
}

/**
 * "Contact 512 people, those with a chance of 3.2 % or more: cost 410, expected profit 920 (95 % interval 310
 * to 1,480)."
 */
export const contactsSentence = (recommended: Recommended, format: Formatter = english): string => {
  const { people, paying_count: paying, cost, profit = 0, profit_low: low, profit_high: high } = recommended;
  if (paying === 0) return "Contact nobody: every contact costs more than it is expected to bring.";
  if (people === 0) return "Contact nobody: the budget is too small for a single contact.";
  const amount = (value: number) => format.amount(Math.round(value));
  const bounds = low === undefined || high === undefined ? undefined : { low, high };
  const who = `Contact ${shownPeople(people, format)}, those with ${leastOf(recommended, format)} or more`;
  const limited =
    people < paying
      ? ` The budget ends there; contacting ${format.count(paying - people)} more would pay.`
      : "";
  return `${who}: cost ${amount(cost)}, expected profit ${format.withInterval(profit, bounds, amount)}.${limited}`;
};

const leastOf = (
  { min_chance: chance = 0, min_amount: least }: Recommended,
  { percent, amount }: Formatter,
): string =>
  least === undefined ? `a chance of ${percent(chance)}` : `an expected amount of ${amount(least)}`;

export const contactPlanSentence = (plan: ContactPlan): string => {
  const { terms, people, paying, min_chance, amount } = plan;
  const { profit, low, high } = planProfit(plan);
  return contactsSentence({
    people,
    paying_count: paying,
    cost: people * terms.cost_per_contact,
    ...(amount ? { min_amount: amount.min ?? 0 } : min_chance !== undefined && { min_chance }),
    profit,
    ...(low !== undefined && high !== undefined && { profit_low: low, profit_high: high }),
  });
};
