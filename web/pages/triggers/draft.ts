// Entries of the form of a trigger, and the condition that they make.

import type { Records } from "../../api/kinds.js";

type Condition = Records["triggers"]["when"];
export type Watched = keyof Condition;

export interface TriggerDraft {
  watched: Watched;
  /** A pipeline and an outcome of it, as in `scoredChoices`. */
  scores: string;
  direction: "up" | "down" | "both";
  /** In percent. */
  probability: number | undefined;
  cohortId: string;
  on: "enters" | "leaves" | "both";
  most: number | undefined;
  /** Also between builds; not of movers. */
  isLive: boolean;
  quietHours: number | undefined;
  /** Empty: all that enabled the event. */
  endpointId: string;
}

interface Scored {
  value: string;
  label: string;
}

type Pipeline = Pick<Records["scopes"], "id" | "name" | "payload">;

/** Pairs of a pipeline and an outcome that it scores. The pipeline is named where several score the outcome. */
export const scoredChoices = (
  pipelines: readonly Pipeline[],
  outcomes: readonly Pick<Records["outcomes"], "id" | "name">[],
): Scored[] => {
  const pairs = pipelines.flatMap((pipeline) =>
    pipeline.payload.outcome_ids.map((outcomeId) => ({ pipeline, outcomeId })),
  );
  return pairs.map(({ pipeline, outcomeId }) => {
    const name = outcomes.find(({ id }) => id === outcomeId)?.name ?? outcomeId;
    const isAmbiguous = pairs.filter((pair) => pair.outcomeId === outcomeId).length > 1;
    return {
      value: scoresValue(pipeline.id, outcomeId),
      label: isAmbiguous ? `${name} (${pipeline.name})` : name,
    };
  });
};

export const scoresValue = (pipelineId: string, outcomeId: string): string => `${pipelineId} ${outcomeId}`;

type Trigger = Pick<Records["triggers"], "when" | "quiet_hours" | "webhook_endpoint_id">;

/** The draft of a trigger as it stands; what its condition does not say is as in a new one. */
export const draftOf = (
  { when: { crosses, cohort, movers }, quiet_hours, webhook_endpoint_id }: Trigger,
  unset: TriggerDraft,
): TriggerDraft => {
  const scores = crosses ?? movers;
  return {
    ...unset,
    ...(scores && { scores: scoresValue(scores.scope_id, scores.outcome_id) }),
    ...(crosses && {
      watched: "crosses",
      probability: Number((100 * crosses.probability).toFixed(6)),
      direction: crosses.direction ?? "up",
    }),
    ...(movers && { watched: "movers", most: movers.most ?? 20, direction: movers.direction ?? "both" }),
    ...(cohort && { watched: "cohort", cohortId: cohort.cohort_id, on: cohort.on ?? "both" }),
    isLive: (crosses?.live ?? cohort?.live) === true,
    quietHours: quiet_hours,
    endpointId: webhook_endpoint_id ?? "",
  };
};

/** Undefined while something is missing. */
const conditionOf = (draft: TriggerDraft): Condition | undefined => {
  const { watched, scores, direction, probability, cohortId, on, most } = draft;
  const live = draft.isLive && { live: true };
  if (watched === "cohort")
    return cohortId === "" ? undefined : { cohort: { cohort_id: cohortId, on, ...live } };
  const [scope_id, outcome_id] = scores.split(" ");
  if (!scope_id || !outcome_id) return undefined;
  if (watched === "movers")
    return most === undefined ? undefined : { movers: { scope_id, outcome_id, most, direction } };
  if (probability === undefined || probability <= 0 || probability > 100) return undefined;
  return { crosses: { scope_id, outcome_id, probability: probability / 100, direction, ...live } };
};

/** The configuration, without what the form leaves to the service. */
export const configOf = (draft: TriggerDraft): Trigger | undefined => {
  const when = conditionOf(draft);
  return (
    when && {
      when,
      ...(draft.quietHours !== undefined && { quiet_hours: draft.quietHours }),
      ...(draft.endpointId !== "" && { webhook_endpoint_id: draft.endpointId }),
    }
  );
};

const nothingWatched = { crosses: null, cohort: null, movers: null } satisfies Record<Watched, null>;

/**
 * The merge patch from a trigger to a draft. What the form does not show stays, but for the margin beside another
 * probability: it may be too wide for that.
 */
export const patchOf = ({ when: { crosses } }: Trigger, draft: TriggerDraft): object | undefined => {
  const config = configOf(draft);
  if (!config) return undefined;
  const { when, quiet_hours = null, webhook_endpoint_id = null } = config;
  const isMoved = crosses && when.crosses && crosses.probability !== when.crosses.probability;
  const live = draft.isLive ? true : null;
  return {
    when: {
      ...nothingWatched,
      ...when,
      ...(when.crosses && { crosses: { ...when.crosses, live, ...(isMoved && { margin: null }) } }),
      ...(when.cohort && { cohort: { ...when.cohort, live } }),
    },
    quiet_hours,
    webhook_endpoint_id,
  };
};
