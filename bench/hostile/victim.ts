// The victim: another account that goes on with its work. It reads its records, sends a file whenever the one
// before is in its scores, and newcomers build their first dataset.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "../../src/cli/client.js";
import type { Pipeline } from "../../src/cli/demo/workflows.js";
import { type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";
import type { Account } from "../http/accounts.js";
import { datasetOf, ordersOf } from "./file-attack.js";
import type { Turns } from "./turns.js";

/** A file and the scores with it. */
export interface Delivery {
  /** From its arrival until the hosted file had it, or until the measurement ended. */
  ms: number;
  isDelivered: boolean;
}

export interface FirstBuild {
  /** From the creation of the dataset until it was ready, or until the measurement ended. */
  ms: number;
  isReady: boolean;
  /** Builds of others that began before it. */
  others: number;
}

export interface Victim extends Account {
  pipeline: Pipeline;
  /** Orders that it has not sent yet: the header, and rows. */
  header: string;
  rows: string[];
}

const rowsOfFile = 10;
const pauseMs = 2_000;

export const pathsOf = ({ datasetIds, cohortIds, outcomeId, scopeId, targetId }: Pipeline): string[] => [
  ...["/v1/datasets", "/v1/cohorts", "/v1/outcomes", "/v1/targets", "/v1/uploads", "/v1/graph"],
  `/v1/datasets/${datasetIds[0]}`,
  `/v1/cohorts/${cohortIds[0]}`,
  `/v1/outcomes/${outcomeId}`,
  `/v1/scopes/${scopeId}`,
  `/v1/targets/${targetId}`,
];

export interface Work {
  url: string;
  /**
   * Ends what is under way. In calm it comes later than the signal that nothing new begins, so that the
   * reference is whole.
   */
  giveUp: AbortSignal;
  /** For files that are sent. */
  dir: string;
}

/** Sends files one after the other until the signal. */
export const deliverUntil = async (
  signal: AbortSignal,
  { key, pipeline, header, rows }: Victim,
  { url, dir, giveUp }: Work,
): Promise<Delivery[]> => {
  const client = createClient({ url, key, signal: giveUp });
  const target = `/targets/${pipeline.targetId}`;
  const deliveries: Delivery[] = [];
  while (!signal.aborted) {
    const file = path.join(dir, "more.csv");
    await writeFile(file, `${header}\n${rows.splice(0, rowsOfFile).join("\n")}\n`);
    const startedMs = performance.now();
    const isDelivered = await inTime(giveUp, async () => {
      const before = await client.get<BuildRecord>(target);
      await client.upload("transactions", `more-${rows.length}.csv`, file);
      const isNewEnough = (now: BuildRecord) => now.last_updated_output_at !== before.last_updated_output_at;
      await ready(client, target, giveUp, isNewEnough);
    });
    deliveries.push({ ms: performance.now() - startedMs, isDelivered });
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return deliveries;
};

/** A newcomer's first build every so often, until the signal. */
export const firstBuildsUntil = async (
  signal: AbortSignal,
  { newcomers, everyMs, turns }: { newcomers: Account[]; everyMs: number; turns: Turns },
  { url, dir, giveUp }: Work,
): Promise<FirstBuild[]> => {
  const file = path.join(dir, "first.csv");
  await writeFile(file, ordersOf(50));
  const builds: FirstBuild[] = [];
  while (!signal.aborted && newcomers.length > 0) {
    const { id: accountId, key } = newcomers.shift()!;
    const client = createClient({ url, key, signal: giveUp });
    const startedMs = performance.now();
    let from = turns.count();
    const isReady = await inTime(giveUp, async () => {
      await client.upload("orders", "orders.csv", file);
      from = turns.count();
      const { id } = await client.post<BuildRecord>("/datasets", datasetOf("orders"));
      await ready(client, `/datasets/${id}`, giveUp);
    });
    const ms = performance.now() - startedMs;
    builds.push({ ms, isReady, others: turns.othersBefore(accountId, from) });
    await sleep(Math.max(0, everyMs - ms), undefined, { signal }).catch(() => {});
  }
  return builds;
};

const ready = (
  client: Client,
  at: string,
  signal: AbortSignal,
  isNewEnough: (record: BuildRecord) => boolean = () => true,
) => waitUntilReady<BuildRecord>(client, at, { report: () => {}, isNewEnough, signal });

/** False if the signal comes first: requests that are not answered end with it. */
const inTime = async (signal: AbortSignal, work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
};
