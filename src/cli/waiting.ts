// Waits for a build as its owner would: shows what is being done and how long it will take, and does not wait for what
// cannot come, because something that it is made of was refused.

import { type Edge, upstreamOf } from "../domain/graph.js";
import type { ResourceStatus } from "../domain/resource.js";
import { type BuildRecord, waitUntilReady } from "./builds.js";
import type { Client } from "./client.js";
import type { Screen } from "./screen.js";

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

/** The record at `path` once it is ready. Throws when its build is refused, or that of something that it is made of. */
export const waitFor = <R extends BuildRecord>(
  client: Client,
  path: string,
  { screen, signal, timeoutMs = Number.POSITIVE_INFINITY, pollMs = 500 }: WaitOptions,
): Promise<R> => {
  const left = timeLeft();
  return waitUntilReady<R>(client, path, {
    async report(record) {
      if (record.status === "new") await refuseToWaitInVain(client, record);
      screen.progress(doing(record), record.progress, left(record.progress, performance.now()));
    },
    timeoutMs,
    pollMs,
    signal,
  });
};

/** Milliseconds until a share that grows as it has so far is whole; null until that can be told. */
export const timeLeft = () => {
  let first: { share: number; atMs: number } | undefined;
  let last = 0;
  return (share: number | undefined, nowMs: number): number | null => {
    if (share === undefined || share < last) first = undefined;
    last = share ?? 0;
    if (share === undefined) return null;
    first ??= { share, atMs: nowMs };
    const done = share - first.share;
    return done > leastDone ? ((nowMs - first.atMs) * (1 - share)) / done : null;
  };
};

/** With less to go by, an estimate would only jump. */
const leastDone = 0.05;

const refuseToWaitInVain = async (client: Client, { id, name }: BuildRecord): Promise<void> => {
  const edges = await client.get<GraphEdge[]>("/graph");
  const refused = refusedUpstream(edges, id);
  if (!refused) return;
  const { upstream_type: type, upstream_id, upstream_literate } = refused;
  const { status_error } = await client.get<BuildRecord>(`/${type}/${upstream_id}`);
  throw new Error(`${name} waits for ${upstream_literate}, which failed: ${status_error}`);
};

/** What was refused among that which `id` is made of; none while some of it is still being built. */
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

const doing = ({ name, status, progress_text, status_error }: BuildRecord): string => {
  if (status === "running" && progress_text) return `${name}: ${progress_text}`;
  if (status === "new" && status_error) return `${name}: ${status_error}`;
  return `${name}: ${waitingFor[status]}`;
};

const waitingFor: Record<ResourceStatus, string> = {
  new: "waits for what it is made of",
  starting: "waits for its turn",
  running: "is being built",
  ready: "is being built again",
  error: "failed",
};
