// Creation of the resources of a prediction, one after the other. Existing resources with the same definition are reused, so that a second
// attempt continues after a failure.

import type { UseMutationResult } from "@tanstack/react-query";
import { answer, api, type Problem } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import type { Ids, Made, MadeKind } from "./templates.js";

interface Written {
  [field: string]: unknown;
}

const cohortFields = [
  ...["stream_name", "min_count", "max_count", "min_value", "max_value", "recency"],
  ...["stream_conditions", "traits", "place_conditions"],
];

/** The definition of a resource without its name, as both requests and answers spell it. */
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

/** The newest one in use with the same definition as `body`. */
export const findSame = <R extends object>(
  kind: MadeKind,
  records: readonly R[],
  body: object,
): R | undefined => {
  const defined = (one: object) => JSON.stringify(definitions[kind](one as Written));
  return records.find((record) => !("archived_at" in record) && defined(record) === defined(body));
};

/** A name in use gets a number: "Churn scoring 2". */
export const freeName = (name: string, taken: readonly string[]): string => {
  const others = new Set(taken.map((one) => one.toLowerCase()));
  const counted = taken.map((_, index) => `${name} ${index + 2}`);
  return [name, ...counted].find((one) => !others.has(one.toLowerCase()))!;
};

interface Named {
  id: string;
  name: string;
}

/** The id of each, by its key. */
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

/** Tests send the bodies of all templates to the service. */
const create = (kind: MadeKind, body: object): Promise<Named> =>
  answer(api.POST(`/${kind}`, { body: body as never }));
