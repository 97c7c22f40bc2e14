// Treatments on the way in and out.

import {
  type ContactCosts,
  type Treatment,
  type TreatmentRequest,
  type TreatmentWorth,
  treatmentProfit,
} from "../../domain/campaign/assignment.js";
import { machineName } from "../../domain/data/stream.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import { treatmentSentence } from "../../words/treatment.js";
import { present } from "../json.js";
import type { TreatmentQuery } from "../schemas/treatment.js";
import { isoSeconds } from "./record.js";

/** Refuses `treatment-arms-unclear`. */
export const treatmentRequest = (stream: string, query: TreatmentQuery): TreatmentRequest => {
  const { campaign_property, campaign, arm_property, contact, control, promised_share, goal, days } = query;
  const { cost_property: cost } = query;
  const areArmsWhole =
    arm_property === undefined
      ? contact === undefined && control === undefined
      : contact !== undefined && control !== undefined;
  if (!areArmsWhole || (campaign_property === undefined) !== (campaign === undefined))
    throw refuse("treatment-arms-unclear");
  return {
    stream,
    goal: machineName(goal),
    days,
    ...(campaign_property !== undefined && { campaign: { property: campaign_property, value: campaign! } }),
    ...(arm_property !== undefined && {
      arm: { property: arm_property, contact: contact!, control: control! },
    }),
    ...(promised_share !== undefined && { promised: promised_share }),
    ...(cost !== undefined && { cost }),
  };
};

/** Null: only the effect was wanted. Refuses `treatment-worth-unclear`. */
export const treatmentWorth = ({
  cost_property: cost,
  value_per_conversion: valuePerConversion,
  margin,
}: TreatmentQuery): TreatmentWorth | null => {
  if (valuePerConversion === undefined && margin === undefined) return null;
  if (cost === undefined) throw refuse("treatment-worth-unclear");
  if (margin === undefined) return { valuePerConversion: valuePerConversion! };
  if (valuePerConversion !== undefined) throw refuse("treatment-worth-unclear");
  return { margin };
};

export const renderTreatment = (
  { since, test, verdict, inBoth, costs, effect }: Treatment,
  worth: TreatmentWorth | null,
): JsonObject => {
  const profit = worth && treatmentProfit({ ...(costs && { costs }), ...(effect && { effect }) }, worth);
  return present({
    headline: treatmentSentence({
      test,
      verdict,
      ...(effect && { effect }),
      ...(costs && { costs }),
      ...(profit && { profit }),
    }),
    verdict,
    since: isoSeconds(since),
    contact_count: test.contact,
    control_count: test.control,
    in_both_count: inBoth,
    balance: { columns: test.columns, p: test.p, largest: test.imbalances },
    split: test.split,
    costs: costs && { contact: renderCosts(costs.contact), control: renderCosts(costs.control) },
    effect: effect && present({ ...effect, until: isoSeconds(effect.until), profit: profit ?? undefined }),
  });
};

const renderCosts = ({ contacts, total, unknown }: ContactCosts): JsonObject =>
  present({
    contacts,
    total,
    per_contact: contacts === 0 ? undefined : total / contacts,
    unknown_count: unknown,
  });
