// The pipeline whose scores a prediction's page shows: the one that scores most people.

import { useQuery } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { contactsQuery, type RecentContacts } from "./list-query.js";
import { useSummaries } from "./use-summaries.js";

export type Expected = Schemas["ScopeAnalysis"]["outcomes"][number];
export type Reach = Schemas["Reach"];
export type TopPerson = Schemas["TopPerson"];

export interface ScoredBy {
  /** Undefined while it is read; null: no pipeline has scored people. */
  scope: Records["scopes"] | null | undefined;
  expected: Expected | undefined;
  error: Problem | null;
}

export const useScored = (outcomeId: string): ScoredBy => {
  const { summaries, error } = useSummaries();
  const summary = summaries?.find(({ outcome }) => outcome.id === outcomeId);
  return { scope: summaries && (summary?.scope ?? null), expected: summary?.expected, error };
};

/** With `contacts`, of the people without a contact of late. */
export const useReach = (scopeId: string, outcome_id: string, contacts?: RecentContacts) => {
  const query = { outcome_id, ...(contacts && contactsQuery(contacts)) };
  return usePart("scopes", scopeId, `reach ${Object.values(query).join(" ")}`, () =>
    answer(api.GET("/scopes/{id}/reach", { params: { path: { id: scopeId }, query } })),
  );
};

export const useTopPeople = (scopeId: string, outcome_id: string, limit: number) =>
  useQuery<TopPerson[], Problem>({
    queryKey: ["scopes", scopeId, "top_people", outcome_id, limit],
    queryFn: () =>
      answer(
        api.GET("/scopes/{id}/top_people", {
          params: { path: { id: scopeId }, query: { outcome_id, limit } },
        }),
      ),
  });
