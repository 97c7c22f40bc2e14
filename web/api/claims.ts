// Claims of scores and how many held. They change when a pipeline is built, and are read again with pipelines.

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "./client.js";

export type ClaimList = Schemas["ClaimList"];
export type Claim = ClaimList["claims"][number];

/** The newest claims, of all predictions or of one. The summary counts all of them. */
export const useClaims = (limit: number, outcomeId?: string): UseQueryResult<ClaimList, Problem> => {
  const query = { limit, ...(outcomeId !== undefined && { outcome_id: outcomeId }) };
  return useQuery({
    queryKey: ["scopes", "claims", query],
    queryFn: () => answer(api.GET("/claims", { params: { query } })),
  });
};
