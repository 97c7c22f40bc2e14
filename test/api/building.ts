// App that runs build steps in the test's process when the test calls for them.

import { expect } from "vitest";
import { Reads } from "../../src/builds/execute/reads.js";
import { Runner } from "../../src/builds/execute/runner.js";
import { runStep, type StepOutput } from "../../src/builds/execute/step.js";
import type { StepProcessOptions } from "../../src/builds/execute/step-process.js";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import type { AppOptions } from "../../src/http/options.js";
import { FileChecker } from "../../src/integrity/file-checker.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { type Api, startApi } from "./harness.js";

export interface BuildingApi extends Api {
  /** Builds everything that can be built. */
  build(): Promise<void>;
  close(): Promise<void>;
}

export const startBuildingApi = async (overrides: Partial<AppOptions> = {}): Promise<BuildingApi> => {
  const api = await startApi({
    ...overrides,
    reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now),
  });
  const { db, queue, dataDir } = api;
  const runner = new Runner({
    privateAddresses: true,
    reads: new Reads(),
    ...{ db, queue, dataDir, memoryMb: 512, threads: 1, clock: api.now, runStep: runHere },
    announce: async () => {},
    announceToEndpoints: async () => {},
    checker: new FileChecker(hashFile),
    log: { info: () => {}, warn: () => {}, error: (fields) => expect.fail(JSON.stringify(fields)) },
  });
  const build = async (): Promise<void> => {
    while (await runner.buildOne(new AbortController().signal));
  };
  return { ...api, build };
};

const runHere = ({ request }: StepProcessOptions): Promise<StepOutput> => runStep(request, () => {});
