// The sample shop of the account.

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "./client.js";
import { useMutationOf } from "./resources.js";

export const useSample = (): UseQueryResult<Schemas["SampleShop"], Problem> =>
  useQuery({ queryKey: ["sample"], queryFn: () => answer(api.GET("/sample")) });

export const useCreateSample = () => useMutationOf(() => answer(api.POST("/sample")));
export const useRemoveSample = () => useMutationOf(() => answer(api.DELETE("/sample")));
