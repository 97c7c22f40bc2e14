// One of two nodes is killed again and again at random moments, while files arrive at the other and are built
// by both. In the end the files are those of an undisturbed service that received the same files in the same
// order, and each build is announced once.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { randomFor } from "../../examples/shop/random.js";
import { generateShop } from "../../examples/shop/shop.js";
import { noStepRuns, stepsOf } from "../crash/processes.js";
import { generateArrivals } from "../crash/schedules/arrivals.js";
import {
  allReady,
  files,
  inspectFiles,
  mailsPerResource,
  startWorkflows,
  uploadArrival,
} from "../crash/shop-account.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { reportFaults } from "../support/faults.js";
import { postgresBin } from "../support/postgres.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { type Installation, newInstallation } from "./installation.js";

const bin = postgresBin();
const kills = 50;
const longestLifeMs = 5_000;

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-killed-node-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

/** Returns the number of steps that were running when their node was killed. */
const killAgainAndAgain = async (installation: Installation) => {
  const random = randomFor(20_110_303, kills);
  let [node, killedSteps]: [RunningService, number] = [await installation.start("killed"), 0];
  for (let kill = 0; kill < kills; kill++) {
    await sleep(longestLifeMs * random() ** 2);
    killedSteps += (await stepsOf(installation.dataDir)).length;
    await node.kill();
    node = await installation.start("killed", { port: node.port });
  }
  return { node, killedSteps };
};

test(
  "after 50 kills of one of two nodes, nothing is lost and each build is announced once",
  needing("PostgreSQL", bin !== undefined),
  async () => {
    const dir = await folder();
    const shop = await generateShop({ customers: 150, seed: 1, out: dir });
    const arrivals = await generateArrivals(await folder());

    const calm = await startService();
    onTestFinished(calm.kill);
    onTestFinished(() => rm(calm.dataDir, { recursive: true, force: true }));
    const alone = await signUp(calm.url);
    await startWorkflows(alone.client, shop);
    for (const arrival of arrivals) await uploadArrival(alone.client, arrival, dir);
    await allReady(alone.client);
    const expected = await files(alone.client, dir);
    await calm.stop();

    const installation = await newInstallation(bin!);
    const steady = await installation.start("steady");
    const { client } = await signUp(steady.url);
    await startWorkflows(client, shop);
    let isOver = false;
    const killing = killAgainAndAgain(installation).finally(() => {
      isOver = true;
    });
    const working = (async () => {
      const random = randomFor(20_110_304, kills);
      for (const arrival of arrivals) {
        await sleep(longestLifeMs * random());
        await uploadArrival(client, arrival, dir);
      }
      await allReady(client);
      for (; !isOver; await allReady(client)) await uploadArrival(client, arrivals.at(-1)!, dir);
    })();
    const [{ node, killedSteps }] = await Promise.all([killing, working]);

    const resources = await allReady(client);
    const delivered = await files(client, dir);
    expect(delivered).toEqual(expected);
    expect([...(await mailsPerResource(client)).values()]).toEqual(
      Array.from({ length: resources }, () => 1),
    );
    await inspectFiles(client, dir);
    expect(killedSteps).toBeGreaterThan(20);
    for (const each of [steady, node]) {
      expect(each.output()).not.toContain("a build failed");
      expect(await each.stop()).toBe(0);
    }
    await noStepRuns(installation.dataDir);
    expect(await readdir(path.join(installation.dataDir, "work"))).toEqual([]);
    const wrong = Object.keys(expected).filter((name) => delivered[name] !== expected[name]).length;
    reportFaults("node killed", { faults: kills, lost: 0, wrongBytes: wrong });
  },
);
