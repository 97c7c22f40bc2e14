// Who is signed in. Signing up, in and out change it, and everything that was read before is forgotten.

import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, api, type Schemas } from "./client.js";
import type { Problem } from "./problem.js";

export type Session = Schemas["Session"];

export const useSession = (): UseQueryResult<Session, Problem> =>
  useQuery({ queryKey: ["session"], queryFn: () => answer(api.GET("/sessions/current")), staleTime: 60_000 });

export const useSignUp = (): UseMutationResult<
  unknown,
  Problem,
  { name: string; email: string; password: string }
> => useArriving((body) => answer(api.POST("/accounts", { body })));

export const useSignIn = (): UseMutationResult<
  unknown,
  Problem,
  { email: string; password: string } | { api_key: string }
> => useArriving((body) => answer(api.POST("/sessions", { body })));

export const useSignOut = (): UseMutationResult<unknown, Problem, void> =>
  useArriving(() => answer(api.DELETE("/sessions/current")));

/** In every browser, this one too. */
export const useSignOutEverywhere = (): UseMutationResult<unknown, Problem, void> =>
  useArriving(() => answer(api.DELETE("/sessions")));

const useArriving = <I>(run: (input: I) => Promise<unknown>): UseMutationResult<unknown, Problem, I> => {
  const queries = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => queries.resetQueries() });
};
