// How many people a definition comes to, asked as it is typed: a moment after the last key, and never for what is stale.

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Problem } from "../../api/problem.js";
import { useSettled } from "../../api/settled.js";
import { type Definition, isEmpty } from "./draft.js";

export const useCohortPreview = (
  definition: Definition,
): UseQueryResult<Schemas["CohortPreview"], Problem> => {
  const body = useSettled(definition);
  return useQuery({
    queryKey: ["cohorts", "preview", body],
    queryFn: ({ signal }) => answer(api.POST("/cohorts/preview", { body, signal })),
    enabled: !isEmpty(body),
    placeholderData: keepPreviousData,
  });
};
