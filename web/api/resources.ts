// Reading, creating, changing and deleting resources of any kind. What is read is kept by its kind and id, and read anew
// when the service tells that it changed (live.ts).

import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, api } from "./client.js";
import { type Kind, purposes, type Records } from "./kinds.js";
import type { Problem } from "./problem.js";

/** The paths of all kinds have the same form, which their union of types does not say. */
type AnyApi = Record<
  "GET" | "POST" | "PATCH" | "DELETE",
  (path: string, init?: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
>;
const any = api as unknown as AnyApi;

const recordPath = (kind: Kind) => (kind === "streams" ? "/streams/{stream}" : `/${kind}/{id}`);
const addressed = (kind: Kind, id: string) => ({
  params: { path: kind === "streams" ? { stream: id } : { id } },
});

/** Newest first. Archived ones are among them. */
export const useList = <K extends Kind>(kind: K): UseQueryResult<Records[K][], Problem> =>
  useQuery({ queryKey: [kind], queryFn: () => answer(any.GET(`/${kind}`)) as Promise<Records[K][]> });

/** By id; a stream by its name too. Nothing is read while `id` is undefined. */
export const useRecord = <K extends Kind>(
  kind: K,
  id: string | undefined,
): UseQueryResult<Records[K], Problem> =>
  useQuery({
    queryKey: [kind, id],
    queryFn: () => answer(any.GET(recordPath(kind), addressed(kind, id!))) as Promise<Records[K]>,
    enabled: id !== undefined,
  });

/** What belongs to one resource (an analysis, a log), read anew when the resource changes. */
export const usePart = <T>(
  kind: Kind,
  id: string,
  part: string,
  read: () => Promise<T>,
): UseQueryResult<T, Problem> => useQuery({ queryKey: [kind, id, part], queryFn: read });

export const useCreate = <K extends Kind>(kind: K): UseMutationResult<Records[K], Problem, object> =>
  useMutationOf((body: object) => answer(any.POST(`/${kind}`, { body })) as Promise<Records[K]>);

/** A JSON merge patch: what is absent stays, null clears. */
export const useChange = <K extends Kind>(
  kind: K,
  id: string,
): UseMutationResult<Records[K], Problem, object> =>
  useMutationOf(
    (body: object) =>
      answer(any.PATCH(recordPath(kind), { ...addressed(kind, id), body })) as Promise<Records[K]>,
  );

export const useRemove = (kind: Kind, id: string): UseMutationResult<unknown, Problem, void> =>
  useMutationOf(() => answer(any.DELETE(recordPath(kind), addressed(kind, id))));

/** `archive` with all that depends on it, `unarchive`, or `force_update`: build it again now. */
export const useAction = (
  kind: Kind,
  id: string,
  action: "archive" | "unarchive" | "force_update",
): UseMutationResult<unknown, Problem, object | undefined> =>
  useMutationOf((body: object | undefined) =>
    answer(any.POST(`${recordPath(kind)}/${action}`, { ...addressed(kind, id), body: body ?? {} })),
  );

/** One change may change what any other resource says, so all that is on screen is read again. */
export const useMutationOf = <I, T>(run: (input: I) => Promise<T>): UseMutationResult<T, Problem, I> => {
  const queries = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => queries.invalidateQueries() });
};

// All resources of the account, of every kind.

type AnyRecord = Records[Kind];
const kinds = Object.keys(purposes) as Kind[];

interface AllResources {
  /** Undefined until all kinds are read. */
  records: readonly AnyRecord[] | undefined;
  error: Problem | null;
}

export const useAllResources = (): AllResources =>
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
