// The summaries of all predictions, read from the service.

import { useQueries } from "@tanstack/react-query";
import { answer, api, type Problem } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { type Analysed, type Summary, summariesOf } from "./summary.js";

interface Summaries {
  /** Undefined until all are read. */
  summaries: readonly Summary[] | undefined;
  error: Problem | null;
}

export const useSummaries = (): Summaries => {
  const outcomes = useList("outcomes");
  const scopes = useList("scopes");
  const targets = useList("targets");
  const analysed = useAnalysed(scopes.data);
  const isRead = outcomes.data && targets.data && analysed;
  return {
    summaries: isRead ? summariesOf(outcomes.data, analysed, targets.data) : undefined,
    error: outcomes.error ?? scopes.error ?? targets.error,
  };
};

/**
 * The newest pipeline in use with a prediction in its payload, scored or not; null: there is none. Undefined
 * while it is read.
 */
export const usePipelineOf = (outcomeId: string): Records["scopes"] | null | undefined => {
  const { data } = useList("scopes");
  const isOf = ({ payload, archived_at }: Records["scopes"]) =>
    !archived_at && payload.outcome_ids?.includes(outcomeId);
  return data && (data.find(isOf) ?? null);
};

/** Pipelines that have scores, with what they expect. One whose analysis cannot be read has none. */
const useAnalysed = (scopes: readonly Records["scopes"][] | undefined): Analysed[] | undefined => {
  const built = (scopes ?? []).filter(
    ({ last_updated_output_at, archived_at, payload }) =>
      last_updated_output_at && !archived_at && payload.outcome_ids?.length,
  );
  const { isPending, analysed } = useQueries({
    queries: built.map(({ id }) => ({
      queryKey: ["scopes", id, "analysis"],
      queryFn: () => answer(api.GET("/scopes/{id}/analysis", { params: { path: { id } } })),
    })),
    combine: (read) => ({
      isPending: read.some((one) => one.isPending),
      analysed: read.flatMap(({ data: analysis }, index) =>
        analysis ? [{ scope: built[index]!, analysis }] : [],
      ),
    }),
  });
  return scopes && !isPending ? analysed : undefined;
};
