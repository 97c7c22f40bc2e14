// The draft of a pipeline in the form: its audience and its payload.

import type { Records } from "../../api/kinds.js";

export interface PipelineDraft {
  name: string;
  include: readonly string[];
  exclude: readonly string[];
  outcomes: readonly string[];
  personaSets: readonly string[];
  recommenders: readonly string[];
  cohorts: readonly string[];
  attributes: readonly string[];
  isExplained: boolean;
}

export const emptyDraft: PipelineDraft = {
  name: "",
  include: [],
  exclude: [],
  outcomes: [],
  personaSets: [],
  recommenders: [],
  cohorts: [],
  attributes: [],
  isExplained: true,
};

export const draftOf = ({ name, population, payload }: Records["scopes"]): PipelineDraft => ({
  name,
  include: population.cohort_ids,
  exclude: population.exclusion_cohort_ids ?? [],
  outcomes: payload.outcome_ids,
  personaSets: payload.persona_set_ids ?? [],
  recommenders: payload.recommender_ids ?? [],
  cohorts: payload.cohort_ids ?? [],
  attributes: payload.attributes ?? [],
  isExplained: payload.explainability ?? false,
});

/** The body of a create or of a merge patch. It has every list, so that no old one remains. */
export const bodyOf = (draft: PipelineDraft) => ({
  name: draft.name.trim(),
  population: { cohort_ids: draft.include, exclusion_cohort_ids: draft.exclude },
  payload: {
    outcome_ids: draft.outcomes,
    persona_set_ids: draft.personaSets,
    recommender_ids: draft.recommenders,
    cohort_ids: draft.cohorts,
    attributes: draft.attributes,
    explainability: draft.isExplained && draft.outcomes.length > 0,
  },
});

/** What the user must do before the draft can be saved; undefined if it is complete. */
export const unfinished = (draft: PipelineDraft): string | undefined => {
  if (draft.include.length > 0 && draft.include.every((id) => draft.exclude.includes(id)))
    return "All included cohorts are excluded again. Include another cohort, or exclude fewer.";
  if (draft.outcomes.length + draft.personaSets.length + draft.recommenders.length === 0)
    return "Choose at least one prediction, persona set or recommender.";
  return undefined;
};

/** The default name. */
export const proposedName = (outcomes: readonly string[], cohorts: readonly string[]): string => {
  if (outcomes.length === 0) return "";
  if (cohorts.length === 0) return `${outcomes[0]} of everyone`;
  return `${outcomes[0]} of ${lowerFirst(cohorts[0]!)}${cohorts.length > 1 ? " and others" : ""}`;
};

const lowerFirst = (text: string): string =>
  /^.[A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
