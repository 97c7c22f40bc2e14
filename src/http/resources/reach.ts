// Reach of a pipeline on the way out: with economics, the people to contact are recommended, with the profit
// at each number of them.

import { type ContactPlan, isByAmount, planProfit, profitTerms } from "../../domain/campaign/economics.js";
import type { Economics } from "../../domain/campaign/economics-config.js";
import type { ReachPoint } from "../../domain/campaign/list.js";
import { type ProfitPoint, profitOf } from "../../domain/campaign/profit.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Resource } from "../../store/resources.js";
import { contactPlanSentence } from "../../words/contacts.js";
import { present } from "../json.js";

export const renderReach = (
  points: readonly ReachPoint[],
  outcomeId: string,
  { config: { economics, payload }, result }: Resource<"scopes">,
): JsonObject => {
  const isDecided = economics && (economics.outcome_id ?? payload.outcome_ids[0]) === outcomeId;
  if (!isDecided) return { points };
  const plan = result?.contacts?.outcome_id === outcomeId ? result.contacts : undefined;
  return present({
    points: points.map((point) => ({ ...point, ...pointProfit(point, economics) })),
    recommended: plan && renderPlan(plan),
    profit_curve: plan?.curve.map((point) => ({
      people: point.people,
      cost: point.people * plan.terms.cost_per_contact,
      ...profitFields(point),
    })),
  });
};

const renderPlan = (plan: ContactPlan): JsonObject => {
  const { terms, people, paying, min_chance, expected, expected_interval: interval, amount } = plan;
  return present({
    headline: contactPlanSentence(plan),
    people,
    paying_count: paying,
    min_chance,
    cost: people * terms.cost_per_contact,
    expected,
    ...interval,
    ...(amount && {
      min_amount: amount.min,
      amount: amount.expected,
      amount_low: amount.interval?.low,
      amount_high: amount.interval?.high,
    }),
    ...profitFields(planProfit(plan)),
  });
};

/**
 * Profit at a point. With amounts there is none: the likeliest people do not bring what those worth most
 * bring, and only the curve is right.
 */
const pointProfit = (point: ReachPoint, terms: Economics): JsonObject =>
  isByAmount(terms) ? {} : profitFields(profitOf(point, profitTerms(terms)));

const profitFields = ({ profit, low, high }: ProfitPoint): JsonObject =>
  present({ profit, profit_low: low, profit_high: high });
