// Service that is killed again and again at random moments while new files arrive and are built. In the end
// it delivers the same files as an undisturbed service that received the same files in the same order.

import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type Random, randomFor } from "../../examples/shop/random.js";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import { signUp } from "../support/drive.js";
import { hangMs } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, type ServiceOptions, startService } from "../support/service.js";
import { insistent, isRefusal } from "./insistent-client.js";
import { noStepRuns, stepsOf } from "./processes.js";
import { type Arrival, generateArrivals } from "./schedules/arrivals.js";
import {
  allReady,
  files,
  inspectFiles,
  mailsPerResource,
  startWorkflows,
  uploadArrival,
} from "./shop-account.js";

const longestLifeMs = 8_000;

/** The service ends with the test, also if the test fails. */
const start = async (options?: ServiceOptions): Promise<RunningService> => {
  const service = await startService(options);
  onTestFinished(service.kill);
  return service;
};

/**
 * Kills the service at random moments, mostly early ones, and starts it again. Halfway it lives until something
 * is delivered, which on a busy machine no short life suffices for. The last service stays alive.
 */
const killAndRestart = async (
  first: RunningService,
  { kills, random, delivered }: { kills: number; random: Random; delivered: Promise<unknown> },
) => {
  let service = first;
  let killsDuringSteps = 0;
  const { dataDir } = first;
  for (let kill = 0; kill < kills; kill++) {
    if (kill === Math.floor(kills / 2)) await delivered;
    await sleep(longestLifeMs * random() ** 2);
    const orphans = await stepsOf(dataDir);
    killsDuringSteps += orphans.length;
    await service.kill();
    expect(service.output()).not.toContain("a build failed");
    service = await start({ dataDir, port: service.port });
    const isOrphan = (pid: number) => orphans.includes(pid);
    const left = async () => (await stepsOf(dataDir)).filter(isOrphan);
    // On a busy machine, a step that was just forked takes a moment to notice that its parent is gone.
    await expect.poll(left, { timeout: hangMs }).toEqual([]);
  }
  return { service, killsDuringSteps };
};

/** Downloads all files again and again until `isOver`. A connection may break, but no file may be incomplete. */
const keepInspecting = async (client: Client, dir: string, isOver: () => boolean): Promise<number> => {
  let inspected = 0;
  while (!isOver()) {
    try {
      inspected += await inspectFiles(client, dir);
    } catch (error) {
      if (isRefusal(error) || !isBroken(error)) throw error;
    }
    await sleep(200);
  }
  return inspected;
};

/** Errors of Node's fetch when the server dies before or during an answer. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && /got no response|terminated|fetch failed|other side closed/.test(error.message);

interface Files {
  shop: Shop;
  /** After those of the shop, in order. */
  arrivals: Arrival[];
}

/** All files arrive before the first build has ended. */
const undisturbed = async ({ shop, arrivals }: Files, dir: string): Promise<Record<string, string>> => {
  const service = await start();
  const { client } = await signUp(service.url);
  await startWorkflows(client, shop);
  for (const arrival of arrivals) await uploadArrival(client, arrival, dir);
  await allReady(client);
  const delivered = await files(client, dir);
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  return delivered;
};

/** The files arrive at random moments, and the last one again and again, which builds everything that depends on it. */
const disturbed = async ({ shop, arrivals }: Files, dir: string, kills: number) => {
  const first = await start();
  const account = await signUp(first.url);
  const client = insistent(account.client);
  let isOver = false;
  const delivered = (async () => {
    await startWorkflows(client, shop);
    const random = randomFor(20_110_302, kills);
    for (const arrival of arrivals) {
      await sleep(longestLifeMs * random());
      await uploadArrival(client, arrival, dir);
    }
    await allReady(client);
  })();
  const random = randomFor(20_110_301, kills);
  const killing = killAndRestart(first, { kills, random, delivered }).finally(() => {
    isOver = true;
  });
  const working = delivered.then(async () => {
    for (; !isOver; await allReady(client)) await uploadArrival(client, arrivals.at(-1)!, dir);
  });
  const [{ service, killsDuringSteps }, inspected] = await Promise.all([
    killing,
    keepInspecting(account.client, dir, () => isOver),
    working,
  ]);
  return { service, client, killsDuringSteps, inspected };
};

const survives = async (kills: number) => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-crash-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const folder = (name: string) => mkdir(path.join(dir, name)).then(() => path.join(dir, name));
  const shop = await generateShop({ customers: 150, seed: 1, out: dir });
  const sent = { shop, arrivals: await generateArrivals(await folder("arrivals")) };
  const [expected, { service, client, killsDuringSteps, inspected }] = await Promise.all([
    undisturbed(sent, await folder("calm")),
    disturbed(sent, dir, kills),
  ]);
  onTestFinished(() => rm(service.dataDir, { recursive: true }));

  const resources = await allReady(client);
  expect(await files(client, dir)).toEqual(expected);
  const mails = await mailsPerResource(client);
  expect([...mails.values()]).toEqual(Array.from({ length: resources }, () => 1));
  await inspectFiles(client, dir);
  expect(await service.stop()).toBe(0);
  await noStepRuns(service.dataDir);
  expect(await readdir(path.join(service.dataDir, "work"))).toEqual([]);
  expect(stateOf(path.join(service.dataDir, "bellwether.sqlite"))).toEqual({ integrity: "ok", jobs: 0 });
  return { killsDuringSteps, inspected };
};

const stateOf = (file: string) => {
  const store = new DatabaseSync(file);
  try {
    const { integrity_check: integrity } = store.prepare("pragma integrity_check").get() as {
      integrity_check: string;
    };
    return { integrity, ...(store.prepare("select count(*) as jobs from job").get() as { jobs: number }) };
  } finally {
    store.close();
  }
};

test("after 50 kills at random moments, each build of both workflows is announced once, with the right result and no partial file", async () => {
  const { killsDuringSteps, inspected } = await survives(50);
  expect(killsDuringSteps).toBeGreaterThan(25);
  expect(inspected).toBeGreaterThan(25);
  reportFaults("service killed", { faults: 50, lost: 0, wrongBytes: 0 });
});
