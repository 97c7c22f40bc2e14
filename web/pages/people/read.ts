// Reading people: one, many, and how well records became them. All of it changes when people are built again.

import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { foundOnce, searchesFor } from "./search.js";

export type Person = Schemas["Person"];
export type Decision = Schemas["PeopleDecision"];
export type PeopleAnalysis = Schemas["PeopleAnalysis"];

const at = (id: string) => ({ params: { path: { id } } });

export const usePeopleAnalysis = (): UseQueryResult<PeopleAnalysis, Problem> =>
  useQuery({ queryKey: ["people", "analysis"], queryFn: () => answer(api.GET("/people/analysis")) });

/** Those who have all of what is typed, the first twenty of each search. Who was found before stays meanwhile. */
export const useFound = (typed: string): UseQueryResult<Schemas["PersonSummary"][], Problem> =>
  useQuery({
    queryKey: ["people", "search", typed],
    queryFn: async () => {
      const searches = searchesFor(typed).map((query) => answer(api.GET("/people", { params: { query } })));
      return foundOnce(await Promise.all(searches));
    },
    enabled: searchesFor(typed).length > 0,
    placeholderData: keepPreviousData,
  });

/** By their id, or by that of any record of theirs. */
export const usePerson = (id: string): UseQueryResult<Person, Problem> =>
  useQuery({ queryKey: ["people", id], queryFn: () => answer(api.GET("/people/{id}", at(id))) });

export const usePersonScores = (id: string): UseQueryResult<Schemas["PersonScore"][], Problem> =>
  useQuery({
    queryKey: ["people", id, "scores"],
    queryFn: () => answer(api.GET("/people/{id}/scores", at(id))),
  });

/** The newest first, a page at a time. */
export const usePersonEvents = (id: string) =>
  useInfiniteQuery({
    queryKey: ["people", id, "events"],
    queryFn: ({ pageParam: before }) =>
      answer(
        api.GET("/people/{id}/events", {
          params: { path: { id }, query: { limit: 20, ...(before !== undefined && { before }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_before: next }) => next,
  });

export const useDecisions = (): UseQueryResult<Decision[], Problem> =>
  useQuery({ queryKey: ["people", "decisions"], queryFn: () => answer(api.GET("/people/decisions")) });

/** Parts records from the rest of a person. */
export const useSplit = (id: string): UseMutationResult<Decision, Problem, readonly string[]> =>
  useMutationOf((records: readonly string[]) =>
    answer(api.POST("/people/{id}/split", { ...at(id), body: { records: [...records] } })),
  );

/** Takes another person for the same one. */
export const useMerge = (id: string): UseMutationResult<Decision, Problem, string> =>
  useMutationOf((other: string) =>
    answer(api.POST("/people/{id}/merge", { ...at(id), body: { with: other } })),
  );

/** Takes a decision back. */
export const useUndo = (): UseMutationResult<unknown, Problem, string> =>
  useMutationOf((id: string) => answer(api.DELETE("/people/decisions/{id}", at(id))));
