// Reach of a pipeline on the way out: with economics, each point has its profit, and the people to contact are recommended.

import { type ContactPlan, type Economics, profitTerms } from "../../domain/economics.js";
import type { ReachPoint } from "../../domain/list.js";
import { profitOf } from "../../domain/profit.js";
import type { Resource } from "../../store/resources.js";
import { contactPlanSentence } from "../../words/contacts.js";
import { type JsonObject, present } from "../json.js";

export const renderReach = (
  points: readonly ReachPoint[],
  outcomeId: string,
  { config: { economics, payload }, result }: Resource<"scopes">,
): JsonObject => {
  const isDecided = economics && (economics.outcome_id ?? payload.outcome_ids[0]) === outcomeId;
  if (!isDecided) return { points };
  const plan = result?.contacts?.outcome_id === outcomeId ? result.contacts : undefined;
  return present({
    points: points.map((point) => ({ ...point, ...profitFields(point, economics) })),
    recommended: plan && renderPlan(plan),
  });
};

const renderPlan = (plan: ContactPlan): JsonObject => {
  const { terms, people, paying, min_chance, expected, expected_interval: interval } = plan;
  const point: ReachPoint = { people, expected, ...interval };
  return present({
    headline: contactPlanSentence(plan),
    people,
    paying_count: paying,
    min_chance,
    cost: people * terms.cost_per_contact,
    expected,
    ...interval,
    ...profitFields(point, terms),
  });
};

const profitFields = (point: ReachPoint, terms: Economics): JsonObject => {
  const { profit, low, high } = profitOf(point, profitTerms(terms));
  return present({ profit, profit_low: low, profit_high: high });
};
