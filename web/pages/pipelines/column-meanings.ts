// Meanings of the columns that a pipeline can deliver.

import type { Records } from "../../api/kinds.js";

export interface ColumnMeaning {
  /** Name in files with readable column names. */
  name: string;
  /** Name in files with ids as column names. */
  machineName: string;
  meaning: string;
}

/** Identity columns first, then the payload. `active` are the ids of outcomes whose probability is that of active people. */
export const columnsOf = (
  {
    identity_columns: identity,
    payload_columns: payload,
  }: Pick<Records["scopes"]["columns"], "identity_columns" | "payload_columns">,
  active: readonly string[] = [],
): ColumnMeaning[] => [
  ...identity.map((name) => ({ name, machineName: name, meaning: "identifies the person" })),
  ...payload.map(({ name, human_name }) => ({
    name: human_name,
    machineName: name,
    meaning: `${meaningOf(name)}${isOfActive(name, active) ? ", if they are active" : ""}`,
  })),
];

const isOfActive = (name: string, active: readonly string[]): boolean =>
  /_propensity_(probability|percentile)$|^fdy_explanation_/.test(name) &&
  active.some((id) => name.includes(id.replaceAll("-", "_")));

const meaningOf = (name: string): string =>
  meanings.find(([form]) => form.test(name))?.[1](name) ?? "a trait of the person";

const meanings: readonly (readonly [form: RegExp, (name: string) => string])[] = [
  [/_propensity_probability$/, () => "probability, 0 to 1"],
  [/_propensity_percentile$/, () => "rank, 1 to 100: 95 is above 95 % of the people scored"],
  [/^fdy_outcome_.*_date_status$/, () => "expected, or unlikely within the longest horizon"],
  [/^fdy_outcome_.*_status$/, () => "scored, already converted, or not eligible"],
  [/^fdy_outcome_.*_expected_amount$/, () => "what the person is expected to spend within the horizon"],
  [/^fdy_outcome_.*_amount_low$/, () => "lower end of the 80 % range of that amount"],
  [/^fdy_outcome_.*_amount_high$/, () => "upper end of that range"],
  [/^fdy_outcome_.*_lifetime_value$/, () => "what the person has spent so far, and the expected amount"],
  [/^fdy_outcome_.*_monthly_amount$/, () => "what the person’s active subscriptions bring in a month"],
  [/^fdy_outcome_.*_expected_count$/, () => "expected number of events within the horizon"],
  [/^fdy_outcome_.*_value_if_active$/, () => "value that the person is expected to have if they are active"],
  [/^fdy_outcome_.*_value_if_active_low$/, () => "lower end of the 80 % range of that value"],
  [/^fdy_outcome_.*_value_if_active_high$/, () => "upper end of that range"],
  [
    /^fdy_outcome_.*_probability_\d+d$/,
    (name) => `probability of reaching the goal within ${/(\d+)d$/.exec(name)![1]} days, 0 to 1`,
  ],
  [
    /^fdy_outcome_.*_expected_date$/,
    () => "the day by which the person is as likely as not to reach the goal",
  ],
  [/^fdy_outcome_.*_date_low$/, () => "first day of the 80 % range of that date"],
  [/^fdy_outcome_.*_date_high$/, () => "last day of that range; empty where it is open"],
  [/^fdy_explanation_/, () => "up to three reasons for and three against the score"],
  [/_persona_name$/, () => "name of the persona"],
  [/_rank_\d+$/, (name) => `recommendation number ${/\d+$/.exec(name)![0]}`],
  [/^fdy_holdout_arm$/, () => "group of the hold-out: contact or held_out"],
  [/^fdy_uplift$/, () => "probability to reach the goal if contacted, less that without a contact"],
  [/^fdy_uplift_(low|high)$/, (name) => `${name.endsWith("low") ? "lower" : "upper"} end of its 80 % range`],
  [/^fdy_uplift_segment$/, () => "persuadable, sure, lost or put_off"],
  [/^fdy_economics_contact$/, () => "whether a contact is expected to pay, within the budget"],
  [/^fdy_economics_profit$/, () => "what to expect of contacting the person, less the cost"],
  [/^fdy_location_name$/, () => "name of the nearest location"],
  [/^fdy_location_reference_key$/, () => "your own ID of the nearest location"],
  [/^fdy_location_atlas_id$/, () => "ID of that location’s atlas"],
  [/^fdy_location_distance$/, () => "distance from the nearest location in meters"],
  [/^fdy_cohort_/, () => "member of the cohort, yes or no"],
];
