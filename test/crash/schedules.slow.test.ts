// Schedules: the same files arrive in the same order, while builds are cut, killed, given up and grouped at
// random. In the end all people have the same ids, and the delivered file the same bytes.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pick, type Random, randomFor } from "../../examples/shop/random.js";
import { reportFaults } from "../support/faults.js";
import { openAccount, type Schedulable } from "./schedules/account.js";
import { type Arrival, generateArrivals } from "./schedules/arrivals.js";
import { ChildKiller } from "./schedules/child-killer.js";

const schedules = 12;

let dir: string;
let arrivals: Arrival[];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "schedules-"));
  arrivals = await generateArrivals(dir);
});
afterAll(() => rm(dir, { recursive: true }));

/** One kill is tried again, four give the build up. */
const killCounts = [0, 1, 3, 4] as const;
const targets = ["datasets", "datasets", "people", "streams", "outcomes"] as const;

/** Between two arrivals: nothing, a few builds, or (once in a while) all of them. */
const buildSome = async ({ api }: Schedulable, random: Random): Promise<void> => {
  const drawn = random();
  const jobs = drawn < 0.3 ? 0 : drawn > 0.95 ? 100 : Math.floor(8 * random());
  for (let job = 0; job < jobs && (await api.queue.pending()).queued > 0; job++) {
    await api.buildSome(1);
    // Long enough for the next attempt of a killed build.
    api.tick(60_000);
  }
};

const runSchedule = async (schedule: number): Promise<{ hash: string; kills: number }> => {
  const random = randomFor(20_110_301, schedule);
  const killer = new ChildKiller(random);
  const account = await openAccount({ runStep: killer.runStep, threads: pick(random, [1, 2, 4]) });
  try {
    for (const arrival of arrivals) {
      if (schedule > 0) killer.aimAt(pick(random, targets), pick(random, killCounts));
      await account.upload(arrival);
      account.api.tick(Math.floor(100_000 * random()));
      if (schedule > 0) await buildSome(account, random);
    }
    await account.settle();
    await account.rebuildFailed();
    return { hash: await account.hash(), kills: killer.kills };
  } finally {
    await account.api.close();
  }
};

test(`${schedules} schedules of the same files give one result, however their builds were cut, killed, given up and grouped`, async () => {
  const hashes: string[] = [];
  let kills = 0;
  for (let schedule = 0; schedule < schedules; schedule++) {
    const done = await runSchedule(schedule);
    hashes.push(done.hash);
    kills += done.kills;
  }
  expect(new Set(hashes)).toEqual(new Set([hashes[0]]));
  expect(kills).toBeGreaterThanOrEqual(50);
  reportFaults("child killed", { faults: kills, lost: 0, wrongBytes: 0 });
});
