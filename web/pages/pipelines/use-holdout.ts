// The hold-out of a pipeline, read from the service.

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";

/** `top`: what can be seen and decided with so many people; absent: with everyone. */
export const useHoldout = (id: string, top?: number): UseQueryResult<Schemas["ScopeHoldout"], Problem> => {
  const people = useDebounced(top);
  const query = people === undefined ? {} : { top: people };
  return useQuery({
    queryKey: ["scopes", id, "holdout", query],
    queryFn: () => answer(api.GET("/scopes/{id}/holdout", { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
  });
};
