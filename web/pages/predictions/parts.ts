// The parts of a prediction in the API behind its outcome: pipelines that score nothing else, and their
// deployments. They are renamed and deleted with it.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import type { Part } from "../../shell/record-page.js";

export const useParts = (outcomeId: string): Part[] => {
  const { data: scopes = [] } = useList("scopes");
  const { data: targets = [] } = useList("targets");
  return partsOf(outcomeId, scopes, targets);
};

/** Pipelines first, each followed by its deployments. */
export const partsOf = (
  outcomeId: string,
  scopes: readonly Records["scopes"][],
  targets: readonly Pick<Records["targets"], "id" | "name" | "scope_id">[],
): Part[] =>
  scopes
    .filter(({ payload: { outcome_ids: ids } }) => ids.length > 0 && ids.every((id) => id === outcomeId))
    .flatMap(({ id, name }) => [
      { kind: "scopes" as const, id, name },
      ...targets
        .filter(({ scope_id }) => scope_id === id)
        .map((target) => ({ kind: "targets" as const, id: target.id, name: target.name })),
    ]);
