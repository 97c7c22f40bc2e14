// Makes what a question needs, one after the other. What is there already is used, so that after a failure another press goes on.

import type { UseMutationResult } from "@tanstack/react-query";
import { answer, api } from "../../api/client.js";
import type { Problem } from "../../api/problem.js";
import { useChanging } from "../../api/resources.js";
import { findSame, freeName } from "./same.js";
import type { Ids, Made, MadeKind } from "./templates.js";

interface Named {
  id: string;
  name: string;
}

/** Gives the id of each by its key. */
export const useMake = (): UseMutationResult<Ids, Problem, readonly Made[]> =>
  useChanging(async (made: readonly Made[]) => {
    const ids: Record<string, string> = {};
    for (const one of made) ids[one.key] = await findOrMake(one, ids);
    return ids;
  });

const findOrMake = async ({ kind, name, body }: Made, ids: Ids): Promise<string> => {
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
