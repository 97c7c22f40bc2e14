// Queries of the events that arrive. They are asked for again and again while the page is in front, because events are no
// resources, of whose changes the service gives notice.

import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import type { RecentEvents } from "./arrivals.js";

const askAgainMs = 2_000;

export interface Wanted {
  stream?: string;
  only?: "refused";
  person?: string;
}

/** The newest events; the previous ones stay until those of another choice arrive. */
export const useRecentEvents = (wanted: Wanted, isPaused: boolean): UseQueryResult<RecentEvents, Problem> =>
  useQuery({
    queryKey: ["recent events", wanted],
    queryFn: () => answer(api.GET("/events/recent", { params: { query: wanted } })),
    refetchInterval: isPaused ? false : askAgainMs,
    refetchOnWindowFocus: !isPaused,
    placeholderData: keepPreviousData,
  });

/** What the last minute brought, while the events are paused. */
export const useLastMinute = (isWanted: boolean): RecentEvents | undefined =>
  useQuery({
    queryKey: ["recent events", "last minute"],
    queryFn: () => answer(api.GET("/events/recent", { params: { query: { limit: 1 } } })),
    refetchInterval: askAgainMs,
    enabled: isWanted,
  }).data;

export interface Tested {
  stream: string;
  event: object;
}

/** Nothing on the page depends on a test, so nothing is read again. */
export const useTestEvent = () =>
  useMutation<Schemas["TakenEvents"], Problem, Tested>({
    mutationFn: ({ stream, event }) =>
      answer(
        api.POST("/streams/{stream}/events", {
          params: { path: { stream }, query: { dry_run: true } },
          body: event as never,
        }),
      ),
  });
