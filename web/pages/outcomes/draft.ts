// A question while it is made, and the outcome that comes of it.

import type { Schemas } from "../../api/client.js";

export type Definition = Omit<Schemas["OutcomePost"], "name" | "attainment" | "eligible" | "predictors">;
export type Strategy = "equality" | "equity";
/** Of a question: whom it names. */
export type Role = "attainment" | "eligible" | "attrition";

export interface OutcomeDraft {
  name: string;
  /** Ids of cohorts; empty: none, which of the eligible is everyone known. */
  cohorts: Readonly<Record<Role, string>>;
  isUndecidedLeftOut: boolean;
  /** Absent: chosen from the data. */
  horizonDays: number | undefined;
  isRecurring: boolean;
  isStatic: boolean;
  mitigated: { readonly age: boolean; readonly gender: boolean };
  strategy: Strategy;
  biasTraits: readonly string[];
  blockedFeatures: readonly string[];
}

export type Change = (changed: Partial<OutcomeDraft>) => void;

export const emptyDraft: OutcomeDraft = {
  name: "",
  cohorts: { attainment: "", eligible: "", attrition: "" },
  isUndecidedLeftOut: false,
  horizonDays: undefined,
  isRecurring: false,
  isStatic: false,
  mitigated: { age: false, gender: false },
  strategy: "equality",
  biasTraits: [],
  blockedFeatures: [],
};

export const draftOf = (outcome: Schemas["Outcome"]): OutcomeDraft => {
  const { age = "none", gender = "none" } = outcome.bias_mitigation ?? {};
  return {
    name: outcome.name,
    cohorts: {
      attainment: outcome.attainment_cohort_id,
      eligible: outcome.eligible_cohort_id ?? "",
      attrition: outcome.attrition_cohort_id ?? "",
    },
    isUndecidedLeftOut: outcome.undecided === "left_out",
    horizonDays: outcome.horizon_chosen_from_data ? undefined : outcome.horizon_days,
    isRecurring: outcome.recurring ?? false,
    isStatic: outcome.prediction_mode === "static",
    mitigated: { age: age !== "none", gender: gender !== "none" },
    strategy: age === "equity" || gender === "equity" ? "equity" : "equality",
    biasTraits: outcome.bias_traits ?? [],
    blockedFeatures: outcome.feature_blocklist ?? [],
  };
};

export const definitionOf = (draft: OutcomeDraft): Definition => {
  const { cohorts, mitigated, strategy } = draft;
  const dealt = (isMitigated: boolean) => (isMitigated ? strategy : "none");
  return {
    attainment_cohort_id: cohorts.attainment,
    ...(cohorts.eligible && { eligible_cohort_id: cohorts.eligible }),
    ...(cohorts.attrition && { attrition_cohort_id: cohorts.attrition }),
    ...(cohorts.attrition && draft.isUndecidedLeftOut && { undecided: "left_out" }),
    ...(draft.horizonDays !== undefined && { horizon_days: draft.horizonDays }),
    ...(draft.isRecurring && { recurring: true }),
    ...(draft.isStatic && { prediction_mode: "static" }),
    ...((mitigated.age || mitigated.gender) && {
      bias_mitigation: { age: dealt(mitigated.age), gender: dealt(mitigated.gender) },
    }),
    ...(draft.biasTraits.length > 0 && { bias_traits: [...draft.biasTraits] }),
    ...(draft.blockedFeatures.length > 0 && { feature_blocklist: [...draft.blockedFeatures] }),
  };
};

const fields = [
  "attainment_cohort_id",
  "eligible_cohort_id",
  "attrition_cohort_id",
  "undecided",
  "horizon_days",
  "recurring",
  "prediction_mode",
  "bias_mitigation",
  "bias_traits",
  "feature_blocklist",
] as const satisfies readonly (keyof Definition)[];

/** As a merge patch: what is not asked for any more is cleared. */
export const patchOf = (draft: OutcomeDraft): object => {
  const question = definitionOf(draft);
  return { name: draft.name, ...Object.fromEntries(fields.map((field) => [field, question[field] ?? null])) };
};

/** In words, what keeps it from being saved; absent where nothing does. */
export const unfinished = ({ cohorts, isRecurring }: OutcomeDraft): string | undefined => {
  const { attainment, eligible, attrition } = cohorts;
  if (attainment === "") return "Choose who attains: the cohort that people are to come into.";
  if (attainment === eligible && !isRecurring)
    return "Who attains and of whom it is asked are the same cohort. Tick that it can happen again, or choose another.";
  if (attrition !== "" && (attrition === attainment || attrition === eligible))
    return "Who has clearly failed to attain must be another cohort than the two others.";
  return undefined;
};
