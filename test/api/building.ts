// App that runs build steps in the test's process when the test calls for them.

import path from "node:path";
import { expect } from "vitest";
import { Reads } from "../../src/builds/execute/reads.js";
import { Runner, type RunnerOptions } from "../../src/builds/execute/runner.js";
import { runStep, type StepOutput } from "../../src/builds/execute/step.js";
import type { StepProcessOptions } from "../../src/builds/execute/step-process.js";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import type { AppOptions } from "../../src/http/options.js";
import { FileChecker } from "../../src/integrity/file-checker.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { announcePeople } from "../../src/notify/announce.js";
import { type Api, startApi } from "./harness.js";

export interface BuildingApi extends Api {
  /** Builds everything that can be built. */
  build(): Promise<void>;
  /** Runs a number of queued builds, or fewer where no more can be built. */
  buildSome(jobs: number): Promise<void>;
  close(): Promise<void>;
}

interface BuildingOptions {
  /** The steps in this process, if absent. */
  runStep?(options: StepProcessOptions): Promise<StepOutput>;
  /** Threads of a step; 1 if absent. */
  threads?: number;
  /** Stays when the API closes; a temporary directory, if absent. */
  dataDir?: string;
  /** Refuses failed builds, if absent. */
  onFailure?(fields: object): void;
  /** Parts of the runner in place of those that do nothing. */
  runner?(api: Api): Partial<RunnerOptions>;
}

export const startBuildingApi = async (
  overrides: Partial<AppOptions> = {},
  {
    runStep = runHere,
    threads = 1,
    dataDir: at,
    onFailure = (fields) => expect.fail(JSON.stringify(fields)),
    runner: others = () => ({}),
  }: BuildingOptions = {},
): Promise<BuildingApi> => {
  const api = await startApi(
    { ...overrides, reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now) },
    at,
  );
  const { db, queue, dataDir } = api;
  const runner = new Runner({
    privateAddresses: true,
    reads: new Reads(),
    troubles: api.troubles,
    machineState: () => ({ programVersion: "1", memoryMb: 512, threads, isTroubled: false }),
    workDir: path.join(dataDir, "work"),
    db,
    queue,
    dataDir,
    memoryMb: 512,
    threads,
    clock: api.now,
    runStep,
    announce: async () => {},
    announceToEndpoints: async () => {},
    announcePeople: (trx, trigger, news, now) => announcePeople(trx, queue, trigger, news, now),
    checker: new FileChecker(hashFile),
    log: { info: () => {}, warn: () => {}, error: onFailure },
    ...others(api),
  });
  const build = async (): Promise<void> => {
    const { signal } = new AbortController();
    const workOne = async () =>
      (await runner.buildOne(signal)) ||
      (await runner.connectedOne(signal)) ||
      (await runner.replayOne(signal)) ||
      (await runner.planOne());
    while (await workOne());
  };
  const buildSome = async (jobs: number): Promise<void> => {
    for (let job = 0; job < jobs; job++) if (!(await runner.buildOne(new AbortController().signal))) return;
  };
  return { ...api, build, buildSome };
};

export const runHere = ({ request }: StepProcessOptions): Promise<StepOutput> => runStep(request, () => {});
