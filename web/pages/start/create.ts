// Whether what is to be made is there already: resources that say the same, whatever they are called.

import type { UseMutationResult } from "@tanstack/react-query";
import { answer, api } from "../../api/client.js";
import type { Problem } from "../../api/problem.js";
import { useMutationOf } from "../../api/resources.js";
import type { Ids, Made, MadeKind } from "./templates.js";

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

// Makes what a question needs, one after the other. What is there already is used, so that after a failure another press goes on.

interface Named {
  id: string;
  name: string;
}

/** Gives the id of each by its key. */
export const useCreateAll = (): UseMutationResult<Ids, Problem, readonly Made[]> =>
  useMutationOf(async (made: readonly Made[]) => {
    const ids: Record<string, string> = {};
    for (const one of made) ids[one.key] = await findOrCreate(one, ids);
    return ids;
  });

const findOrCreate = async ({ kind, name, body }: Made, ids: Ids): Promise<string> => {
  const records: Named[] = await answer(api.GET(`/${kind}`));
  const definition = body(ids);
  const same = findSame(kind, records, definition);
  if (same) return same.id;
  const taken = records.map((record) => record.name);
  return (await create(kind, { name: freeName(name, taken), ...definition })).id;
};

/** The bodies of all kinds are made by templates, which tests put to the service. */
const create = (kind: MadeKind, body: object): Promise<Named> =>
  answer(api.POST(`/${kind}`, { body: body as never }));
