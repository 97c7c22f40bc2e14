// Whether what is to be made is there already: resources that say the same, whatever they are called.

import type { MadeKind } from "./templates.js";

interface Written {
  [field: string]: unknown;
}

const cohortFields = [
  ...["stream_name", "min_count", "max_count", "min_value", "max_value", "recency"],
  ...["stream_conditions", "traits", "place_conditions"],
];

/** What tells one of a kind from others, as both requests and answers spell it. */
const definitions: Record<MadeKind, (one: Written) => unknown> = {
  cohorts: (cohort) => cohortFields.map((field) => cohort[field]),
  outcomes: ({ attainment, eligible, attrition }) => [attainment, eligible, attrition],
  scopes: ({ population, payload }) => [
    (population as Written).include,
    (population as Written).exclude,
    (payload as Written).outcome_ids,
    (payload as Written).persona_set_ids,
    (payload as Written).recommender_ids,
  ],
  targets: ({ scope_id, representation, options, filter, limit }) => [
    scope_id,
    (representation as Written).mode,
    (options as Written).type,
    filter,
    limit,
  ],
};

/** The newest in use that says the same as `body`. */
export const findSame = <R extends object>(
  kind: MadeKind,
  records: readonly R[],
  body: object,
): R | undefined => {
  const said = (one: object) => JSON.stringify(definitions[kind](one as Written));
  return records.find((record) => !("archived_at" in record) && said(record) === said(body));
};

/** Where the name is in use, counted on: "Churn scoring 2". */
export const freeName = (name: string, taken: readonly string[]): string => {
  const others = new Set(taken.map((one) => one.toLowerCase()));
  const counted = taken.map((_, index) => `${name} ${index + 2}`);
  return [name, ...counted].find((one) => !others.has(one.toLowerCase()))!;
};
