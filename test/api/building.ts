// An app that builds what it is asked for: the very steps, in this process, whenever the test says so.

import { mkdir } from "node:fs/promises";
import { expect } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import type { StepProcessOptions } from "../../src/builds/process.js";
import { Builder } from "../../src/builds/run.js";
import { loadStep } from "../../src/builds/steps/index.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { type Api, startApi } from "./harness.js";

export interface BuildingApi extends Api {
  /** Builds until nothing waits that could be built. */
  build(): Promise<void>;
  close(): Promise<void>;
}

export const startBuildingApi = async (): Promise<BuildingApi> => {
  const api = await startApi({
    reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now),
  });
  const { db, queue, dataDir } = api;
  const builder = new Builder({
    privateAddresses: true,
    ...{ db, queue, dataDir, memoryMb: 512, threads: 1, clock: api.now, runStep: runHere },
    announce: async () => {},
    announceToEndpoints: async () => {},
    log: { info: () => {}, error: (fields) => expect.fail(JSON.stringify(fields)) },
  });
  const build = async (): Promise<void> => {
    while (await builder.buildOne(new AbortController().signal));
  };
  return { ...api, build };
};

const runHere = async ({ order }: StepProcessOptions): Promise<unknown> => {
  await mkdir(order.dir, { recursive: true });
  await mkdir(order.tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb: 512, threads: 1, tempDir: order.tempDir });
  const tools = { engine, dir: order.dir, now: order.now, seed: order.seed, progress: () => {} };
  const build = await loadStep(order.type);
  return build(order.order, tools).finally(() => engine.close());
};
