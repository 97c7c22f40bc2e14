// An app that builds what it is asked for: the very steps, in this process, whenever the test says so.

import { mkdir } from "node:fs/promises";
import { expect } from "vitest";
import type { StepProcessOptions } from "../../src/builds/execute/process.js";
import { Runner } from "../../src/builds/execute/runner.js";
import { kindOf } from "../../src/builds/kinds.js";
import { reconcile } from "../../src/builds/plan/reconcile.js";
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
  const builder = new Runner({
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

const runHere = async ({ request }: StepProcessOptions): Promise<unknown> => {
  await mkdir(request.dir, { recursive: true });
  await mkdir(request.tempDir, { recursive: true });
  const engine = await openEngine({ memoryMb: 512, threads: 1, tempDir: request.tempDir });
  const tools = { engine, dir: request.dir, now: request.now, seed: request.seed, progress: () => {} };
  const build = await kindOf(request.type).loadStep();
  return build(request.input, tools).finally(() => engine.close());
};
