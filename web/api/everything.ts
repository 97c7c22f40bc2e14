// All resources of the account, of every kind.

import { useQueries } from "@tanstack/react-query";
import { answer, api } from "./client.js";
import { type Kind, type Records, words } from "./kinds.js";
import type { Problem } from "./problem.js";

type AnyRecord = Records[Kind];
const kinds = Object.keys(words) as Kind[];

interface Everything {
  /** Undefined until all kinds are read. */
  records: readonly AnyRecord[] | undefined;
  error: Problem | null;
}

export const useEverything = (): Everything =>
  useQueries({
    queries: kinds.map((kind) => ({
      queryKey: [kind],
      queryFn: () => answer(api.GET(`/${kind}`)) as Promise<AnyRecord[]>,
    })),
    combine: (read) => ({
      records: read.every(({ data }) => data) ? read.flatMap(({ data }) => data ?? []) : undefined,
      error: (read.find(({ error }) => error)?.error as Problem | undefined) ?? null,
    }),
  });
