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
  /** Undefined: nobody is held out. */
  heldOutPercent: number | undefined;
  heldOutBy: "pipeline" | "account";
  /** Undefined until both cost and value are given: nobody is recommended. */
  costPerContact: number | undefined;
  valuePerConversion: number | undefined;
  budget: number | undefined;
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
  ...{ heldOutPercent: undefined, heldOutBy: "pipeline" },
  ...{ costPerContact: undefined, valuePerConversion: undefined, budget: undefined },
};

export const draftOf = ({
  name,
  population,
  payload,
  holdout,
  economics,
}: Records["scopes"]): PipelineDraft => ({
  name,
  include: population.cohort_ids,
  exclude: population.exclusion_cohort_ids ?? [],
  outcomes: payload.outcome_ids,
  personaSets: payload.persona_set_ids ?? [],
  recommenders: payload.recommender_ids ?? [],
  cohorts: payload.cohort_ids ?? [],
  attributes: payload.attributes ?? [],
  isExplained: payload.explainability ?? false,
  heldOutPercent: holdout && Math.round(holdout.share * 10_000) / 100,
  heldOutBy: holdout?.by ?? "pipeline",
  costPerContact: economics?.cost_per_contact,
  valuePerConversion: economics?.value_per_conversion,
  budget: economics?.budget,
});

/** The body of a merge patch. It has every list, so that no old one remains. Campaigns stay as they are. */
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
  holdout: holdoutOf(draft),
  economics: economicsOf(draft),
});

/** The body of a create, which clears nothing. */
export const newBodyOf = (draft: PipelineDraft) => {
  const { holdout, economics, ...body } = bodyOf(draft);
  const { cost_per_contact, value_per_conversion, budget } = economics ?? {};
  return {
    ...body,
    ...(holdout && { holdout }),
    ...(economics && {
      economics: { cost_per_contact, value_per_conversion, ...(budget !== null && { budget }) },
    }),
  };
};

const holdoutOf = ({ heldOutPercent: percent, heldOutBy: by, outcomes }: PipelineDraft) =>
  percent === undefined || outcomes.length === 0 ? null : { share: percent / 100, by };

const economicsOf = ({ costPerContact, valuePerConversion, budget, outcomes }: PipelineDraft) =>
  costPerContact === undefined || !valuePerConversion || outcomes.length === 0
    ? null
    : {
        cost_per_contact: costPerContact,
        value_per_conversion: valuePerConversion,
        budget: budget ?? null,
      };

/** What the user must do before the draft can be saved; undefined if it is complete. */
export const unfinished = (draft: PipelineDraft): string | undefined => {
  if (draft.include.length > 0 && draft.include.every((id) => draft.exclude.includes(id)))
    return "All included cohorts are excluded again. Include another cohort, or exclude fewer.";
  if (draft.outcomes.length + draft.personaSets.length + draft.recommenders.length === 0)
    return "Choose at least one prediction, persona set or recommender.";
  if ((draft.costPerContact === undefined) !== (draft.valuePerConversion === undefined))
    return "Give both the cost per contact and the value per conversion, or neither.";
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
