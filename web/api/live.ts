// The stream of notices from the service, one for the whole console. A notice changes the shown status of a
// resource at once; when a build ends, everything that was read of that type is read again.

import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Kind, Status } from "./kinds.js";

export interface Notice {
  id: string;
  resource_type: Kind | "people" | "replays" | "mail";
  name: string;
  status: Status;
  status_error?: string;
  /** Why it waits, while the status is `new` or `starting`. */
  waiting_for?: string;
  /** Share of the running build that is done, 0 to 1. */
  progress?: number;
  progress_text?: string;
  seconds_left?: number;
  last_updated_output_at?: string;
  archived_at?: string;
  deleted?: true;
}

let notices: ReadonlyMap<string, Notice> = new Map();
let isConnected = true;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const publish = (): void => {
  for (const listener of listeners) listener();
};

/** The last notice of a resource, if it changed since the page was opened. */
export const useNotice = (id: string): Notice | undefined =>
  useSyncExternalStore(subscribe, () => notices.get(id));

/** The last notice of each resource, in the order of their first. */
export const useNotices = (): ReadonlyMap<string, Notice> => useSyncExternalStore(subscribe, () => notices);

/** False while the stream of notices is broken; the browser tries again by itself. */
export const useIsConnected = (): boolean => useSyncExternalStore(subscribe, () => isConnected);

/** False while the browser has no network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const ended = new AbortController();
      window.addEventListener("online", changed, { signal: ended.signal });
      window.addEventListener("offline", changed, { signal: ended.signal });
      return () => ended.abort();
    },
    () => navigator.onLine,
  );

/** The interval of polling while there are no notices. */
const pollMs = 5000;

/** Reading a page again takes its error away, so that it is read only once it can be. A proxy's error is no answer. */
const readAgain = async (queries: QueryClient): Promise<void> => {
  const answers = await fetch("/v1/ready").then(
    ({ headers }) => headers.get("content-type")?.includes("json"),
    () => false,
  );
  if (answers) await queries.invalidateQueries();
};

/** Listens until the returned function is called. */
export const listen = (queries: QueryClient): (() => void) => {
  let source = open(queries);
  const timer = setInterval(() => {
    if (isConnected) return;
    void readAgain(queries);
    // The browser stops retrying after an answer that is not a stream, such as a proxy's error page.
    if (source.readyState === EventSource.CLOSED) source = open(queries);
  }, pollMs);
  return () => {
    clearInterval(timer);
    source.close();
    notices = new Map();
  };
};

const open = (queries: QueryClient): EventSource => {
  const source = new EventSource("/v1/notices");
  const setConnected = (connected: boolean) => {
    if (connected && !isConnected) queries.invalidateQueries();
    isConnected = connected;
    publish();
  };
  source.addEventListener("open", () => setConnected(true));
  source.addEventListener("error", () => setConnected(false));
  source.addEventListener("resource", ({ data }) => take(JSON.parse(data), queries));
  return source;
};

const ofPeople: readonly Notice["resource_type"][] = ["streams", "scopes"];

const take = (notice: Notice, queries: QueryClient): void => {
  const before = notices.get(notice.id);
  notices = new Map(notices).set(notice.id, notice);
  publish();
  const isOnlyProgress =
    before !== undefined && before.status === notice.status && notice.status === "running";
  if (!isOnlyProgress) queries.invalidateQueries({ queryKey: [notice.resource_type] });
  // What a person did, and their scores, are of these builds, which end after that of the people.
  if (ofPeople.includes(notice.resource_type) && notice.status === "ready" && before?.status !== "ready")
    queries.invalidateQueries({ queryKey: ["people"] });
  if (before === undefined || notice.deleted) queries.invalidateQueries({ queryKey: ["graph"] });
};
