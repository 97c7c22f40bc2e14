// The draft of a pipeline in the form: its audience and its payload.

import type { Records } from "../../api/kinds.js";

type Location = NonNullable<Records["scopes"]["payload"]["location"]>;

export interface PipelineDraft {
  name: string;
  include: readonly string[];
  exclude: readonly string[];
  outcomes: readonly string[];
  personaSets: readonly string[];
  recommenders: readonly string[];
  cohorts: readonly string[];
  attributes: readonly string[];
  /** Atlases of which the nearest location is delivered; empty: none is. */
  atlases: readonly string[];
  minKilometres: number | undefined;
  maxKilometres: number | undefined;
  /** Whether only some of their locations count, by conditions that the form keeps. */
  isPartOfAtlases: boolean;
  isExplained: boolean;
  /** Undefined: nobody is held out. */
  heldOutPercent: number | undefined;
  heldOutBy: "pipeline" | "account";
  /** Machine name of the stream with an event for each contact; empty: nobody knows who was really contacted. */
  contactsStream: string;
  /** Undefined until both cost and worth are given: nobody is recommended. */
  costPerContact: number | undefined;
  /** Whether people are worth a value per conversion, or a margin of what they are expected to spend. */
  worthBy: "conversion" | "amount";
  valuePerConversion: number | undefined;
  marginPercent: number | undefined;
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
  atlases: [],
  minKilometres: undefined,
  maxKilometres: undefined,
  isPartOfAtlases: false,
  isExplained: true,
  heldOutPercent: undefined,
  heldOutBy: "pipeline",
  contactsStream: "",
  costPerContact: undefined,
  budget: undefined,
  worthBy: "conversion",
  valuePerConversion: undefined,
  marginPercent: undefined,
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
  ...locationDraftOf(payload.location?.conditions),
  isExplained: payload.explainability ?? false,
  heldOutPercent: holdout && percentOf(holdout.share),
  heldOutBy: holdout?.by ?? "pipeline",
  contactsStream: holdout?.contacts_stream ?? "",
  costPerContact: economics?.cost_per_contact,
  worthBy: economics?.margin === undefined ? "conversion" : "amount",
  valuePerConversion: economics?.value_per_conversion,
  marginPercent: economics?.margin === undefined ? undefined : percentOf(economics.margin),
  budget: economics?.budget,
});

const locationDraftOf = (conditions: Location["conditions"] | undefined) => ({
  atlases: conditions?.atlas_ids ?? [],
  minKilometres: conditions?.min_distance === undefined ? undefined : conditions.min_distance / 1000,
  maxKilometres: conditions?.max_distance === undefined ? undefined : conditions.max_distance / 1000,
  isPartOfAtlases: (conditions?.location_reference_keys ?? conditions?.property_conditions) !== undefined,
});

const percentOf = (share: number): number => Math.round(share * 10_000) / 100;

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
    location: locationOf(draft),
    explainability: draft.isExplained && draft.outcomes.length > 0,
  },
  holdout: holdoutOf(draft),
  economics: economicsOf(draft),
});

/** The body of a create, which clears nothing. */
export const newBodyOf = (draft: PipelineDraft) => {
  const { holdout, economics, payload, ...body } = bodyOf(draft);
  const { location, ...delivered } = payload;
  return {
    ...body,
    payload: { ...delivered, ...(location && { location: { conditions: given(location.conditions) } }) },
    ...(holdout && { holdout: given(holdout) }),
    ...(economics && { economics: given(economics) }),
  };
};

const given = <F extends object>(fields: F): { [K in keyof F]: NonNullable<F[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof F]: NonNullable<F[K]>;
  };

/** Other conditions on its locations stay. */
const locationOf = ({ atlases, minKilometres, maxKilometres }: PipelineDraft) =>
  atlases.length === 0
    ? null
    : {
        conditions: {
          atlas_ids: atlases,
          min_distance: metresOf(minKilometres),
          max_distance: metresOf(maxKilometres),
        },
      };

const metresOf = (kilometres: number | undefined): number | null =>
  kilometres === undefined ? null : Math.round(kilometres * 1_000_000) / 1000;

const holdoutOf = ({ heldOutPercent: percent, heldOutBy: by, contactsStream, outcomes }: PipelineDraft) =>
  percent === undefined || outcomes.length === 0
    ? null
    : { share: percent / 100, by, contacts_stream: contactsStream || null };

const economicsOf = (draft: PipelineDraft) => {
  const { costPerContact, worthBy, budget, outcomes } = draft;
  const worth = worthOf(draft);
  return costPerContact === undefined || !worth || outcomes.length === 0
    ? null
    : {
        cost_per_contact: costPerContact,
        value_per_conversion: worthBy === "conversion" ? worth : null,
        margin: worthBy === "amount" ? worth / 100 : null,
        budget: budget ?? null,
      };
};

/** The value or the percentage that counts. */
const worthOf = ({ worthBy, valuePerConversion, marginPercent }: PipelineDraft): number | undefined =>
  worthBy === "amount" ? marginPercent : valuePerConversion;

/** Step that is needed before the draft can be saved; undefined if it is complete. */
export const unfinished = (draft: PipelineDraft): string | undefined => {
  if (draft.include.length > 0 && draft.include.every((id) => draft.exclude.includes(id)))
    return "All included cohorts are excluded again. Include another cohort, or exclude fewer.";
  if (draft.outcomes.length + draft.personaSets.length + draft.recommenders.length === 0)
    return "Choose at least one prediction, persona set or recommender.";
  if ((draft.minKilometres ?? 0) > (draft.maxKilometres ?? Number.POSITIVE_INFINITY))
    return "The minimum distance is above the maximum distance, so no location counts. Raise the maximum.";
  if ((draft.costPerContact === undefined) !== (worthOf(draft) === undefined))
    return `Give both the cost per contact and the ${draft.worthBy === "amount" ? "margin" : "value per conversion"}, or neither.`;
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
