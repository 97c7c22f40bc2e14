// Treatments on the way in and out.

import type { Treatment, TreatmentRequest } from "../../domain/campaign/assignment.js";
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
  };
};

export const renderTreatment = ({ since, test, verdict, inBoth, effect }: Treatment): JsonObject =>
  present({
    headline: treatmentSentence({ test, verdict, ...(effect && { effect }) }),
    verdict,
    since: isoSeconds(since),
    contact_count: test.contact,
    control_count: test.control,
    in_both_count: inBoth,
    balance: { columns: test.columns, p: test.p, largest: test.imbalances },
    split: test.split,
    effect: effect && present({ ...effect, until: isoSeconds(effect.until) }),
  });
