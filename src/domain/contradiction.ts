// Some questions answer themselves: their cohorts are so defined that nobody who is eligible can attain, whatever they do.

import { type CohortConfig, minCountOf } from "./cohort.js";

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
): string | null => {
  if (eligible === null || recurring || !choosesSameEvents(attainment, eligible)) return null;
  if (alike(attainment, eligible)) return asksTheSame;
  return countsWouldFall(attainment, eligible) ?? timeIsTooShort(attainment, eligible, horizonDays);
};

const asksTheSame =
  "The attainment and the eligible cohort are defined alike, so who is eligible has attained already. Set recurring to true " +
  "to ask who does it again.";

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

const countsWouldFall = (attainment: CohortConfig, eligible: CohortConfig): string | null => {
  const [most, least] = [attainment.max_count ?? Number.POSITIVE_INFINITY, minCountOf(eligible)];
  if (most >= least) return null;
  return (
    `Who is eligible has ${least} or more events of “${eligible.stream_name}”, and the attainment cohort allows at most ` +
    `${most}: counts never fall. Change max_count or min_count.`
  );
};

/** Who was here `newest` days ago at most cannot have been away for longer than that and the horizon. */
const timeIsTooShort = (
  attainment: CohortConfig,
  eligible: CohortConfig,
  horizonDays: number,
): string | null => {
  const [away, here] = [attainment.recency, eligible.recency];
  if (away?.min_days === undefined || here?.max_days === undefined || away.occurrence !== here.occurrence)
    return null;
  const reached = here.max_days + horizonDays;
  if (reached >= away.min_days) return null;
  return (
    `The attainment cohort asks for ${away.min_days} days since the ${away.occurrence} event, and who is eligible now has at ` +
    `most ${reached} at the end of the horizon. Set horizon_days to ${away.min_days - here.max_days} or more.`
  );
};
