// Contradiction in the definition of an outcome: by its cohorts, no eligible person can ever convert.

import type { CohortConfig } from "../cohort/cohort.js";
import { minCountOf } from "../cohort/cohort-count.js";
import type { Diagnosis } from "./warnings.js";

export interface OutcomeCohorts {
  attainment: CohortConfig;
  /** Null: all people. */
  eligible: CohortConfig | null;
  recurring: boolean;
}

/** The reason why no one can convert within the horizon; null if the definitions permit it. */
export const contradiction = (
  { attainment, eligible, recurring }: OutcomeCohorts,
  horizonDays: number,
): Diagnosis | null => {
  if (eligible === null || recurring || !chooseSameEvents(attainment, eligible)) return null;
  if (areEqual(attainment, eligible)) return { code: "cohorts_identical", figures: {} };
  return countCannotFall(attainment, eligible) ?? horizonIsTooShort(attainment, eligible, horizonDays);
};

const chooseSameEvents = (one: CohortConfig, other: CohortConfig): boolean =>
  one.stream_name === other.stream_name &&
  areEqual(one.stream_conditions ?? [], other.stream_conditions ?? []);

/** The order of keys does not matter, and an undefined field equals an absent one. */
const areEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .map(([name, field]) => `${name}:${canonical(field)}`)
    .sort()
    .join()}}`;
};

const countCannotFall = (attainment: CohortConfig, eligible: CohortConfig): Diagnosis | null => {
  const [max, min] = [attainment.max_count, minCountOf(eligible)];
  if (max === undefined || max >= min) return null;
  return { code: "count_cannot_fall", figures: { stream: eligible.stream_name ?? "", min, max } };
};

/** An event that is at most `max_days` old today is at most `max_days` plus the horizon old when the horizon ends. */
const horizonIsTooShort = (
  attainment: CohortConfig,
  eligible: CohortConfig,
  horizonDays: number,
): Diagnosis | null => {
  const [absence, activity] = [attainment.recency, eligible.recency];
  if (
    absence?.min_days === undefined ||
    activity?.max_days === undefined ||
    absence.occurrence !== activity.occurrence
  )
    return null;
  const maxDays = activity.max_days + horizonDays;
  if (maxDays >= absence.min_days) return null;
  return {
    code: "horizon_too_short",
    figures: {
      away_days: absence.min_days,
      reached_days: maxDays,
      occurrence: absence.occurrence,
      needed_days: absence.min_days - activity.max_days,
    },
  };
};
