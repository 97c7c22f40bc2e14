// Waiting for a build: polls the record until it is ready, shows the progress and the time left, and stops
// when an upstream resource has failed.

import { setTimeout as sleep } from "node:timers/promises";
import { type Edge, upstreamOf } from "../domain/resource/graph.js";
import type { ResourceStatus } from "../domain/resource/resource.js";
import type { Client } from "./client.js";
import type { Screen } from "./terminal.js";

export interface GraphEdge {
  upstream_id: string;
  upstream_type: string;
  upstream_literate: string;
  upstream_status: ResourceStatus;
  downstream_id: string;
  downstream_type: string;
  downstream_literate: string;
  downstream_status: ResourceStatus;
}

export interface WaitOptions {
  screen: Screen;
  signal: AbortSignal;
  timeoutMs?: number;
  pollMs?: number;
}

/** Resolves to the record at `path` once it is ready. Throws if its build, or one upstream, fails. */
export const waitFor = <R extends BuildRecord>(
  client: Client,
  path: string,
  { screen, signal, timeoutMs, pollMs = 500 }: WaitOptions,
): Promise<R> => {
  const left = timeLeft();
  return waitUntilReady<R>(client, path, {
    async report(record) {
      if (record.status === "new") await refuseToWaitInVain(client, record);
      screen.progress(activityOf(record), record.progress, left(record.progress, performance.now()));
    },
    ...(timeoutMs !== undefined && { timeoutMs }),
    pollMs,
    signal,
  });
};

/** Estimates the milliseconds left from the growth of the share so far; null until there is enough to go by. */
export const timeLeft = () => {
  let first: { share: number; atMs: number } | undefined;
  let last = 0;
  return (share: number | undefined, nowMs: number): number | null => {
    if (share === undefined || share < last) first = undefined;
    last = share ?? 0;
    if (share === undefined) return null;
    first ??= { share, atMs: nowMs };
    const done = share - first.share;
    return done > minDone ? ((nowMs - first.atMs) * (1 - share)) / done : null;
  };
};

/** With a smaller share done, the estimate would jump. */
const minDone = 0.05;

const refuseToWaitInVain = async (client: Client, { id, name }: BuildRecord): Promise<void> => {
  const edges = await client.get<GraphEdge[]>("/graph");
  const refused = refusedUpstream(edges, id);
  if (!refused) return;
  const { upstream_type: type, upstream_id, upstream_literate } = refused;
  const { status_error } = await client.get<BuildRecord>(`/${type}/${upstream_id}`);
  throw new Error(`${name} waits for ${upstream_literate}, which failed: ${status_error}`);
};

/** The failed resource upstream of `id`; none while another one upstream is still being built. */
export const refusedUpstream = (edges: readonly GraphEdge[], id: string): GraphEdge | undefined => {
  const ids = edges.map<Edge>(({ upstream_id, downstream_id }) => ({
    upstream: upstream_id,
    downstream: downstream_id,
  }));
  const upstream = upstreamOf(ids, [id]);
  const among = edges.filter(({ upstream_id }) => upstream.has(upstream_id));
  const isUnderWay = among.some(
    ({ upstream_status: status }) => status === "starting" || status === "running",
  );
  return isUnderWay ? undefined : among.find(({ upstream_status }) => upstream_status === "error");
};

/**
 * The resource for whose sake `id` waits for something that no build brings, such as a first file or a stream's
 * dataset: itself or one upstream. Undefined while anything upstream of it is still being built, or if there is none.
 */
export const waitsInVain = (
  edges: readonly GraphEdge[],
  { id, status }: Pick<BuildRecord, "id" | "status">,
): string | undefined => {
  if (status !== "new") return undefined;
  const ids = edges.map<Edge>(({ upstream_id, downstream_id }) => ({
    upstream: upstream_id,
    downstream: downstream_id,
  }));
  const statuses = new Map(edges.map((edge) => [edge.upstream_id, edge.upstream_status]));
  statuses.set(id, status);
  const upstream = upstreamOf(ids, [id]).add(id);
  const isUnderWay = [...upstream].some((one) => ["starting", "running"].includes(statuses.get(one)!));
  if (isUnderWay) return undefined;
  const isFirst = (one: string) => !ids.some(({ downstream }) => downstream === one);
  return [...upstream].find((one) => statuses.get(one) === "new" && isFirst(one));
};

/** Activity of a build in a few words, after its name. */
export const activityOf = ({ name, status, progress_text, waiting_for }: BuildRecord): string => {
  if (status === "running" && progress_text) return `${name}: ${progress_text}`;
  return `${name}: ${waiting_for ?? doing[status]}`;
};

const doing: Record<ResourceStatus, string> = {
  new: "waits for its inputs",
  starting: "is queued",
  running: "is being built",
  ready: "is being rebuilt",
  error: "failed",
};

// Builds run in the background; whoever needs a result asks for the record until it is ready.

/** Fields of each record of a resource that is built. */
export interface BuildRecord {
  id: string;
  name: string;
  status: ResourceStatus;
  /** Cause and advice, if the status is error. */
  status_error?: string;
  /** Why it waits, if the status is new or starting. */
  waiting_for?: string;
  /** While running: the share done, 0 to 1, and the current activity. */
  progress?: number;
  progress_text?: string;
  last_updated_output_at?: string;
}

export interface Waiting<R> {
  /** Called with each record that is not ready yet. If it throws, waiting ends with that error. */
  report(record: R): unknown;
  /** Without it, any ready record will do. */
  isNewEnough?(record: R): boolean;
  /** Without it, there is no limit. */
  timeoutMs?: number;
  pollMs?: number;
  signal?: AbortSignal;
}

/** Resolves to the record at `path` once it is ready. Throws if its build fails or takes longer than `timeoutMs`. */
export const waitUntilReady = async <R extends BuildRecord>(
  client: Client,
  path: string,
  {
    report,
    isNewEnough = () => true,
    timeoutMs = Number.POSITIVE_INFINITY,
    pollMs = 250,
    signal,
  }: Waiting<R>,
): Promise<R> => {
  for (const until = Date.now() + timeoutMs; ; ) {
    const record = await client.get<R>(path);
    if (record.status === "error") throw new Error(`${record.name} failed: ${record.status_error}`);
    if (record.status === "ready" && isNewEnough(record)) return record;
    if (Date.now() > until) throw new Error(tooLate(record, timeoutMs));
    await report(record);
    await sleep(pollMs, undefined, signal && { signal });
  }
};

const tooLate = (record: BuildRecord, timeoutMs: number): string =>
  `${record.name} is still ${record.status} after ${Math.round(timeoutMs / 1000)} s. ${record.waiting_for ?? ""}`.trim();
