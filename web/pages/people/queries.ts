// Queries and mutations of people. All results change when people are rebuilt.

import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { searchesFor, withoutDuplicates } from "./search.js";
import { titleOf } from "./sentences.js";

export type Person = Schemas["Person"];
export type Decision = Schemas["PeopleDecision"];
export type PeopleAnalysis = Schemas["PeopleAnalysis"];

const at = (id: string) => ({ params: { path: { id } } });

export const usePeopleAnalysis = (): UseQueryResult<PeopleAnalysis, Problem> =>
  useQuery({ queryKey: ["people", "analysis"], queryFn: () => answer(api.GET("/people/analysis")) });

/**
 * People who match the text, at most twenty for each way to read it. The previous result stays until the next
 * arrives.
 */
export const usePersonSearch = (text: string): UseQueryResult<Schemas["PersonSummary"][], Problem> =>
  useQuery({
    queryKey: ["people", "search", text],
    queryFn: async () => {
      const searches = searchesFor(text).map((query) => answer(api.GET("/people", { params: { query } })));
      return withoutDuplicates(await Promise.all(searches));
    },
    enabled: searchesFor(text).length > 0,
    placeholderData: keepPreviousData,
  });

/** Person by their ID or that of any of their records. */
export const usePerson = (id: string): UseQueryResult<Person, Problem> =>
  useQuery({ queryKey: ["people", id], queryFn: () => answer(api.GET("/people/{id}", at(id))) });

/** Why two records or people are one, or are not. `records`: both ids are of records. */
export const usePair = (
  left: string,
  right: string,
  records = false,
): UseQueryResult<Schemas["PairReason"], Problem> =>
  useQuery({
    queryKey: ["people", "pair", left, right],
    queryFn: () => answer(api.GET("/people/why", { params: { query: { left, right, records } } })),
  });

/**
 * Titles of people by ID, empty until all are read. They are read in sequence, so that other requests need
 * not wait.
 */
export const usePersonTitles = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const { data } = useQuery({
    queryKey: ["people", "titles", ids],
    queryFn: async ({ signal }) => {
      const titles = new Map<string, string>();
      for (const id of new Set(ids)) {
        const { fields } = await answer(api.GET("/people/{id}", { ...at(id), signal }));
        titles.set(id, titleOf(fields));
      }
      return titles;
    },
    enabled: ids.length > 0,
  });
  return data ?? noTitles;
};

const noTitles: ReadonlyMap<string, string> = new Map();

export const usePersonScores = (id: string): UseQueryResult<Schemas["PersonScore"][], Problem> =>
  useQuery({
    queryKey: ["people", id, "scores"],
    queryFn: () => answer(api.GET("/people/{id}/scores", at(id))),
  });

const askAgainMs = 2_000;
/** Scores are asked for once events arrive, and now and then, because not every event names the person as the page does. */
const scoreAgainMs = { newer: 5_000, built: 15_000 };
/** An event is in the scores half a second after it arrived. */
const scoredAfterMs = 700;

export interface LivePerson {
  /** Undefined until they are there. */
  scores: Schemas["PersonScore"][] | undefined;
  /** Newest first. */
  arrivals: readonly Schemas["RecentEvent"][];
}

/** The person as of this moment, while the page is in front. `isLive`: whether the account scores people live. */
export const useLivePerson = (id: string, identifiers: readonly string[], isLive: boolean): LivePerson => {
  const { data: scores, refetch } = useQuery({
    queryKey: ["people", id, "live scores"],
    queryFn: () =>
      answer(
        api.GET("/people/{id}/scores", {
          params: { path: { id }, query: { live: true, reasons: true } },
        }),
      ),
    enabled: isLive,
    refetchInterval: ({ state }) =>
      state.data?.some(({ live }) => live?.newer_events) ? scoreAgainMs.newer : scoreAgainMs.built,
    placeholderData: keepPreviousData,
  });
  const { data: recent } = useQuery({
    queryKey: ["recent events", identifiers],
    queryFn: () =>
      answer(api.GET("/events/recent", { params: { query: { identity: [...identifiers], only: "taken" } } })),
    enabled: isLive && identifiers.length > 0,
    refetchInterval: askAgainMs,
  });
  const newest = recent?.events[0]?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const timer = setTimeout(() => void refetch(), scoredAfterMs);
    return () => clearTimeout(timer);
  }, [newest, refetch]);
  return { scores, arrivals: recent?.events ?? [] };
};

/** Most events that the picture of a person shows. */
const mostShown = 100;

/** The newest events, for a picture. */
export const useNewestEvents = (id: string): UseQueryResult<Schemas["PersonEvents"], Problem> =>
  useQuery({
    queryKey: ["people", id, "newest events"],
    queryFn: () =>
      answer(api.GET("/people/{id}/events", { params: { path: { id }, query: { limit: mostShown } } })),
  });

/** Newest first, page by page. */
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

export type ReviewOrder = NonNullable<Schemas["PairReview"]["order"]>;

/** Most pairs that are listed at once; deciding about them brings the next. */
const mostListed = 200;

/** Pairs to review. The previous list stays until the next arrives. */
export const useReview = (order: ReviewOrder): UseQueryResult<Schemas["Review"], Problem> =>
  useQuery({
    queryKey: ["people", "review", order],
    queryFn: () => answer(api.GET("/people/review", { params: { query: { order, limit: mostListed } } })),
    placeholderData: keepPreviousData,
  });

/** Records without a person, those with the most rows, and why. */
export const useUnidentified = (): UseQueryResult<Schemas["UnidentifiedRecords"], Problem> =>
  useQuery({ queryKey: ["people", "unidentified"], queryFn: () => answer(api.GET("/people/unidentified")) });

/** Decides about a pair. */
export const useReviewPair = (): UseMutationResult<Decision, Problem, Schemas["PairReview"]> =>
  useMutationOf((body: Schemas["PairReview"]) => answer(api.POST("/people/review", { body })));

/** Splits the given records off from the person. */
export const useSplit = (id: string): UseMutationResult<Decision, Problem, readonly string[]> =>
  useMutationOf((records: readonly string[]) =>
    answer(api.POST("/people/{id}/split", { ...at(id), body: { records: [...records] } })),
  );

/** Merges the person with another one. */
export const useMerge = (id: string): UseMutationResult<Decision, Problem, string> =>
  useMutationOf((other: string) =>
    answer(api.POST("/people/{id}/merge", { ...at(id), body: { with: other } })),
  );

/** Undoes a decision. */
export const useUndo = (): UseMutationResult<unknown, Problem, string> =>
  useMutationOf((id: string) => answer(api.DELETE("/people/decisions/{id}", at(id))));
