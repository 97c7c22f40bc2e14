// Some questions answer themselves: their cohorts are so defined that nobody who is eligible can attain, whatever they do.

import type { CohortConfig } from "./cohort.js";
import { minCountOf } from "./cohort-count.js";
import type { Diagnosis } from "./warnings.js";

export interface OutcomeCohorts {
  attainment: CohortConfig;
  /** Null: everyone known. */
  eligible: CohortConfig | null;
  recurring: boolean;
}

/** Why nobody can attain within the horizon, and what to change; null where the definitions leave it open. */
export const contradiction = (
  { attainment, eligible, recurring }: OutcomeCohorts,
  horizonDays: number,
): Diagnosis | null => {
  if (eligible === null || recurring || !choosesSameEvents(attainment, eligible)) return null;
  if (alike(attainment, eligible)) return { code: "cohorts_identical", figures: {} };
  return countsWouldFall(attainment, eligible) ?? timeIsTooShort(attainment, eligible, horizonDays);
};

const choosesSameEvents = (one: CohortConfig, other: CohortConfig): boolean =>
  one.stream_name === other.stream_name && alike(one.stream_conditions ?? [], other.stream_conditions ?? []);

/** Neither the order of keys nor an absent value tells two definitions apart. */
const alike = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .map(([name, field]) => `${name}:${canonical(field)}`)
    .sort()
    .join()}}`;
};

const countsWouldFall = (attainment: CohortConfig, eligible: CohortConfig): Diagnosis | null => {
  const [max, min] = [attainment.max_count, minCountOf(eligible)];
  if (max === undefined || max >= min) return null;
  return { code: "count_cannot_fall", figures: { stream: eligible.stream_name ?? "", min, max } };
};

/** Who was here `newest` days ago at most cannot have been away for longer than that and the horizon. */
const timeIsTooShort = (
  attainment: CohortConfig,
  eligible: CohortConfig,
  horizonDays: number,
): Diagnosis | null => {
  const [away, here] = [attainment.recency, eligible.recency];
  if (away?.min_days === undefined || here?.max_days === undefined || away.occurrence !== here.occurrence)
    return null;
  const reached = here.max_days + horizonDays;
  if (reached >= away.min_days) return null;
  return {
    code: "horizon_too_short",
    figures: {
      away_days: away.min_days,
      reached_days: reached,
      occurrence: away.occurrence,
      needed_days: away.min_days - here.max_days,
    },
  };
};
