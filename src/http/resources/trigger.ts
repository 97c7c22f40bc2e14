// Triggers on the way in and out.

import type { JsonObject } from "../../domain/resource/json.js";
import { reportedFields } from "../../domain/target/trigger-body.js";
import { isMarginTooWide, watchedScores } from "../../domain/target/trigger-condition.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import type { SentMessage } from "../../store/trigger-messages.js";
import { present } from "../json.js";
import type { Draft } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { triggerPost } from "../schemas/trigger.js";
import { conform } from "../validation.js";
import { isoMs, isoSeconds, recordOf } from "./record.js";

export const renderTrigger = (trigger: Resource<"triggers">): JsonObject => {
  const { config, result } = trigger;
  return recordOf(trigger, {
    ...config,
    watched_count: result?.watched_count,
    data_through: isoSeconds(result?.data_through),
    last_evaluation:
      result === null
        ? undefined
        : present({
            is_first: result.is_first,
            reported: result.reported_count,
            more: result.more_count,
            rehearsed: result.rehearsed_count ?? undefined,
          }),
  });
};

export const renderMessage = ({ people, deliveries, ...message }: SentMessage): JsonObject => ({
  id: message.id,
  type: message.type,
  text: message.text,
  data_through: isoSeconds(message.data_through),
  people: people.map((person) => reportedFields(person, message.type)),
  more: message.more,
  created_at: isoMs(message.created_at),
  deliveries: deliveries.map(({ id, endpoint_id, state }) => ({
    id,
    webhook_endpoint_id: endpoint_id,
    state,
  })),
});

/** Throws `trigger-margin-too-wide`. */
export const parseTrigger = (body: JsonObject): Draft<"triggers"> => {
  const { name, ...config } = conform(triggerPost, body);
  const { crosses } = config.when;
  if (crosses && isMarginTooWide(crosses))
    throw refuse("trigger-margin-too-wide", { probability: crosses.probability, margin: crosses.margin! });
  return { name, config };
};

/** Throws `reference-unknown`, `resource-archived` and `outcome-not-in-payload`. */
export const watchedIds = (
  config: Resource<"triggers">["config"],
  referenced: ReferencedResources,
): string[] => {
  const { crosses, cohort } = config.when;
  const scores = watchedScores(config);
  if (!scores) return [referenced.require("cohorts", cohort!.cohort_id, "when.cohort.cohort_id")];
  const at = crosses ? "when.crosses" : "when.movers";
  const scopeId = referenced.require("scopes", scores.scope_id, `${at}.scope_id`);
  const outcomes = referenced.find("scopes", scopeId)!.config.payload.outcome_ids;
  const { outcome_id: id } = scores;
  if (!outcomes.includes(id))
    throw refuse("outcome-not-in-payload", {
      field: `${at}.outcome_id`,
      id,
      outcomes: outcomes.join(", ") || "none",
    });
  return [scopeId, id];
};
