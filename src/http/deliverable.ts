// What the targets of a scope can hold, as far as it is known before anything is built.

import { type Named, type PayloadColumn, payloadColumns } from "../delivery/columns.js";
import { identityFields } from "../domain/dataset.js";
import type { ScopeConfig } from "../domain/scope.js";
import type { ReferencedResources } from "./neighbours.js";

/** Looks at outcomes, cohorts, persona sets and recommenders. */
export const payloadOf = ({ payload }: ScopeConfig, referenced: ReferencedResources): PayloadColumn[] => {
  const { outcome_ids: outcomeIds, cohort_ids: cohortIds = [], attributes = [], explainability } = payload;
  const named = (
    type: "outcomes" | "cohorts" | "persona_sets" | "recommenders",
    ids: readonly string[],
  ): Named[] => ids.flatMap((id) => referenced.find(type, id) ?? []);
  return payloadColumns({
    outcomes: named("outcomes", outcomeIds),
    cohorts: named("cohorts", cohortIds),
    personaSets: named("persona_sets", payload.persona_set_ids ?? []),
    recommenders: named("recommenders", payload.recommender_ids ?? []),
    attributes,
    isExplained: explainability ?? false,
  });
};

/** Identity fields that any dataset maps. */
export const mappedFields = (referenced: ReferencedResources): string[] => {
  const sets = referenced.all("datasets").flatMap(({ config }) => Object.values(config.identity_sets));
  return identityFields.filter((field) => sets.some((set) => set[field] !== undefined));
};
