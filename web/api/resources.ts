// Hooks that read, create, change and delete resources of any type. Results are cached by type and id, and
// read again when a notice says that they changed (live.ts).

import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, api, Problem } from "./client.js";
import { type Kind, purposes, type Records } from "./kinds.js";

/** The paths of all types have the same form, which the union of their types cannot express. */
type AnyApi = Record<
  "GET" | "POST" | "PATCH" | "DELETE",
  (path: string, init?: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
>;
const any = api as unknown as AnyApi;

const recordPath = (kind: Kind) => (kind === "streams" ? "/streams/{stream}" : `/${kind}/{id}`);
const addressed = (kind: Kind, id: string) => ({
  params: { path: kind === "streams" ? { stream: id } : { id } },
});

/** Newest first, including archived ones. */
export const useList = <K extends Kind>(kind: K): UseQueryResult<Records[K][], Problem> =>
  useQuery({ queryKey: [kind], queryFn: () => readPages<Records[K]>(`/${kind}`) });

const pageSize = 500;

/** Lists are read in pages, so that no answer is large. */
const readPages = async <T>(path: string): Promise<T[]> => {
  const items: T[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const call = any.GET(path, { params: { query } });
    items.push(...((await answer(call)) as T[]));
    cursor = nextCursor((await call).response);
    isMore = cursor !== undefined;
  }
  return items;
};

/** The header Link: `</v1/cohorts?limit=500&cursor=…>; rel="next"`. */
const nextCursor = ({ headers }: Response): string | undefined =>
  /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get("link") ?? "")?.[1];

/** Record by id; a stream also by name. Reads nothing while `id` is undefined. */
export const useRecord = <K extends Kind>(
  kind: K,
  id: string | undefined,
): UseQueryResult<Records[K], Problem> =>
  useQuery({
    queryKey: [kind, id],
    queryFn: () => answer(any.GET(recordPath(kind), addressed(kind, id!))) as Promise<Records[K]>,
    enabled: id !== undefined,
  });

/** A part of one resource, such as an analysis or a log. It is read again when the resource changes. */
export const usePart = <T>(
  kind: Kind,
  id: string,
  part: string,
  read: () => Promise<T>,
): UseQueryResult<T, Problem> => useQuery({ queryKey: [kind, id, part], queryFn: read });

export const useCreate = <K extends Kind>(kind: K): UseMutationResult<Records[K], Problem, object> =>
  useMutationOf((body: object) => answer(any.POST(`/${kind}`, { body })) as Promise<Records[K]>);

/** Sends a JSON merge patch: absent fields stay, null clears a field. */
export const useChange = <K extends Kind>(
  kind: K,
  id: string,
): UseMutationResult<Records[K], Problem, object> =>
  useMutationOf(
    (body: object) =>
      answer(any.PATCH(recordPath(kind), { ...addressed(kind, id), body })) as Promise<Records[K]>,
  );

interface Addressed {
  kind: Kind;
  id: string;
}

/** Deletes resources one after the other: each before what it uses. */
export const useRemove = (resources: readonly Addressed[]): UseMutationResult<unknown, Problem, void> =>
  useMutationOf(async () => {
    for (const { kind, id } of resources) await answer(any.DELETE(recordPath(kind), addressed(kind, id)));
  });

/** Gives resources one name. */
export const useRename = (resources: readonly Addressed[]): UseMutationResult<unknown, Problem, string> =>
  useMutationOf(async (name: string) => {
    for (const { kind, id } of resources)
      await answer(any.PATCH(recordPath(kind), { ...addressed(kind, id), body: { name } }));
  });

/** `archive` and `unarchive` include everything that depends on it; `force_update` rebuilds it now. */
export const useAction = (
  kind: Kind,
  id: string,
  action: "archive" | "unarchive" | "force_update",
): UseMutationResult<unknown, Problem, object | undefined> =>
  useMutationOf((body: object | undefined) =>
    answer(any.POST(`${recordPath(kind)}/${action}`, { ...addressed(kind, id), body: body ?? {} })),
  );

/**
 * Says that nothing is saved where the browser is offline. Nothing is sent later, when the user may have left
 * the page.
 */
const sentOnline =
  <I, T>(run: (input: I) => Promise<T>) =>
  (input: I): Promise<T> =>
    run(input).catch((error) => {
      throw navigator.onLine ? error : Problem.offline();
    });

/** A change may affect any other resource, so everything on screen is read again. */
export const useMutationOf = <I, T>(run: (input: I) => Promise<T>): UseMutationResult<T, Problem, I> => {
  const queries = useQueryClient();
  return useMutation({ mutationFn: sentOnline(run), onSuccess: () => queries.invalidateQueries() });
};

type AnyRecord = Records[Kind];
const kinds = Object.keys(purposes) as Kind[];

interface AllResources {
  /** Undefined until all types are read. */
  records: readonly AnyRecord[] | undefined;
  error: Problem | null;
}

/** `of`: of some types alone. */
export const useAllResources = (of: readonly Kind[] = kinds): AllResources =>
  useQueries({
    queries: of.map((kind) => ({
      queryKey: [kind],
      queryFn: () => answer(api.GET(`/${kind}`)) as Promise<AnyRecord[]>,
    })),
    combine: (read) => ({
      records: read.every(({ data }) => data) ? read.flatMap(({ data }) => data ?? []) : undefined,
      error: (read.find(({ error }) => error)?.error as Problem | undefined) ?? null,
    }),
  });
