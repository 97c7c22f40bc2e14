// The draft of a prediction in its form, and the requests that create or change the outcome.

import type { Schemas } from "../../api/client.js";

export type Definition = Omit<Schemas["OutcomePost"], "name" | "attainment" | "eligible" | "predictors">;
export type Strategy = "equality" | "equity";
/** The parts that cohorts play in a prediction. */
export type Role = "attainment" | "eligible" | "attrition" | "active";

export interface OutcomeDraft {
  name: string;
  /** Ids of cohorts; empty: none. Without an eligible cohort, all people are eligible. */
  cohorts: Readonly<Record<Role, string>>;
  isUndecidedLeftOut: boolean;
  /** Days or, of a horizon of months, months. Absent: chosen from the data, or of a calendar period. */
  horizonDays: number | undefined;
  /** Unit of the horizon: months, or the calendar period by whose end it ends; empty: days. */
  calendar: CalendarChoice;
  isRecurring: boolean;
  isStatic: boolean;
  /** Days of further horizons, as written: "7, 30, 90". */
  horizons: string;
  /** Null: the probability alone. */
  value: Definition["value"] | null;
  mitigated: { readonly age: boolean; readonly gender: boolean };
  strategy: Strategy;
  biasTraits: readonly string[];
  blockedFeatures: readonly string[];
}

export type CalendarChoice = "" | "months" | NonNullable<Definition["horizon_through"]>;

/** Empty: the probability alone. */
export type ValueChoice = "" | NonNullable<NonNullable<Definition["value"]>["aggregation"]>;

export const valueChoiceOf = ({ value }: Pick<OutcomeDraft, "value">): ValueChoice =>
  value ? (value.aggregation ?? "sum") : "";

/** A choice that is kept has the same measures, discount and property. */
export const valueOfChoice = (
  choice: ValueChoice,
  { value }: Pick<OutcomeDraft, "value">,
): OutcomeDraft["value"] => {
  if (choice === valueChoiceOf({ value })) return value;
  if (choice === "") return null;
  if (choice === "sum") return {};
  const property = value?.property;
  return { aggregation: choice, ...(property !== undefined && { property }) };
};

export type Change = (changed: Partial<OutcomeDraft>) => void;

export const emptyDraft: OutcomeDraft = {
  name: "",
  cohorts: { attainment: "", eligible: "", attrition: "", active: "" },
  isUndecidedLeftOut: false,
  horizonDays: undefined,
  calendar: "",
  horizons: "",
  isRecurring: false,
  isStatic: false,
  value: null,
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
      active: outcome.active_cohort_id ?? "",
    },
    isUndecidedLeftOut: outcome.undecided === "left_out",
    ...horizonIn(outcome),
    horizons: (outcome.horizons ?? []).join(", "),
    isRecurring: outcome.recurring ?? false,
    isStatic: outcome.prediction_mode === "static",
    value: outcome.value ?? null,
    mitigated: { age: age !== "none", gender: gender !== "none" },
    strategy: age === "equity" || gender === "equity" ? "equity" : "equality",
    biasTraits: outcome.bias_traits ?? [],
    blockedFeatures: outcome.feature_blocklist ?? [],
  };
};

const horizonIn = ({
  horizon_chosen_from_data: isChosen,
  horizon_days: days,
  horizon_months: months,
  horizon_through: through,
}: Schemas["Outcome"]): Pick<OutcomeDraft, "horizonDays" | "calendar"> => {
  if (through !== undefined) return { calendar: through, horizonDays: undefined };
  if (months !== undefined) return { calendar: "months", horizonDays: months };
  return { calendar: "", horizonDays: isChosen ? undefined : days };
};

const horizonFields = ({ calendar, horizonDays }: OutcomeDraft): Partial<Definition> => {
  if (calendar !== "" && calendar !== "months") return { horizon_through: calendar };
  if (calendar === "months") return { horizon_months: horizonDays ?? 1 };
  return horizonDays === undefined ? {} : { horizon_days: horizonDays };
};

export const definitionOf = (draft: OutcomeDraft): Definition => {
  const { cohorts, mitigated, strategy } = draft;
  const horizons = horizonsIn(draft.horizons);
  const strategyIf = (isMitigated: boolean) => (isMitigated ? strategy : "none");
  return {
    attainment_cohort_id: cohorts.attainment,
    ...(cohorts.eligible && { eligible_cohort_id: cohorts.eligible }),
    ...(cohorts.attrition && { attrition_cohort_id: cohorts.attrition }),
    ...(cohorts.active && { active_cohort_id: cohorts.active }),
    ...(cohorts.attrition && draft.isUndecidedLeftOut && { undecided: "left_out" }),
    ...horizonFields(draft),
    ...(horizons && horizons.length > 0 && { horizons }),
    ...(draft.isRecurring && { recurring: true }),
    ...(draft.isStatic && { prediction_mode: "static" }),
    ...(draft.value && { value: draft.value }),
    ...((mitigated.age || mitigated.gender) && {
      bias_mitigation: { age: strategyIf(mitigated.age), gender: strategyIf(mitigated.gender) },
    }),
    ...(draft.biasTraits.length > 0 && { bias_traits: [...draft.biasTraits] }),
    ...(draft.blockedFeatures.length > 0 && { feature_blocklist: [...draft.blockedFeatures] }),
  };
};

const mostHorizons = 8;
const mostDays = 3650;

/** Undefined where the text is no list of so many different whole days. */
const horizonsIn = (text: string): number[] | undefined => {
  const days = text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map(Number);
  const isValid = days.every((day) => Number.isInteger(day) && day >= 1 && day <= mostDays);
  return isValid && days.length <= mostHorizons && new Set(days).size === days.length ? days : undefined;
};

const fields = [
  "attainment_cohort_id",
  "eligible_cohort_id",
  "attrition_cohort_id",
  "active_cohort_id",
  "undecided",
  "horizon_days",
  "horizon_months",
  "horizon_through",
  "horizons",
  "recurring",
  "prediction_mode",
  "value",
  "bias_mitigation",
  "bias_traits",
  "feature_blocklist",
] as const satisfies readonly (keyof Definition)[];

/** As a merge patch: fields that the draft no longer has are cleared. */
export const patchOf = (draft: OutcomeDraft): object => {
  const definition = definitionOf(draft);
  return {
    name: draft.name,
    ...Object.fromEntries(fields.map((field) => [field, definition[field] ?? null])),
  };
};

/** Change that is needed before the draft can be saved; undefined: none. */
export const unfinished = ({
  cohorts,
  isRecurring,
  isStatic,
  ...draft
}: OutcomeDraft): string | undefined => {
  const { attainment, eligible, attrition, active } = cohorts;
  if (attainment === "") return "Choose a goal: the cohort that people are predicted to enter.";
  if (attainment === eligible && !isRecurring)
    return "The goal and the eligible people are the same cohort. Select “May happen again”, or choose another cohort.";
  if (attrition !== "" && (attrition === attainment || attrition === eligible))
    return "Choose an attrition cohort that is neither the goal nor the eligible cohort.";
  return (
    unfinishedActive(active, { ...draft, attainment, isStatic }) ?? unfinishedHorizons({ ...draft, isStatic })
  );
};

const unfinishedActive = (
  active: string,
  {
    attainment,
    isStatic,
    value,
    horizons,
  }: Pick<OutcomeDraft, "isStatic" | "value" | "horizons"> & { attainment: string },
): string | undefined => {
  if (active === "") return undefined;
  if (active === attainment)
    return "Everyone who is active would reach the goal: choose another cohort of active people than the goal.";
  if (isStatic)
    return "A look-alike prediction has no dates, so nobody is active or not. Remove the cohort of active people.";
  if (value !== null || horizons.trim() !== "")
    return "Amounts, values and further horizons are about everyone. Remove them, or the cohort of active people.";
  return undefined;
};

const unfinishedHorizons = ({
  calendar,
  horizons,
  isStatic,
  isUndecidedLeftOut,
  mitigated,
}: Pick<OutcomeDraft, "calendar" | "horizons" | "isStatic" | "isUndecidedLeftOut" | "mitigated">):
  | string
  | undefined => {
  const days = horizonsIn(horizons);
  if (days === undefined)
    return `Write further horizons as up to ${mostHorizons} different numbers of days from 1 to ${mostDays}, such as “7, 30, 90”.`;
  if (days.length === 0) return undefined;
  if (calendar !== "") return "Further horizons are days. Remove them, or choose a horizon of days.";
  if (isStatic) return "A look-alike prediction has no dates. Remove the further horizons.";
  if (isUndecidedLeftOut) return "Further horizons need undecided people as negative examples.";
  if (mitigated.age || mitigated.gender) return "Further horizons and reduced bias exclude each other.";
  return undefined;
};
