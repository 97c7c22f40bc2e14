// A disk that is full again and again, and one that is split: builds wait with the reason, and go on by themselves.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../run/needs.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { canMount, fillDisk, freeDisk, mountTmpfs, unmount } from "../support/tmpfs.js";
import { type Found, hasPeople, openShop, troublesOf, until } from "./orders-account.js";

const fills = 30;
const fillsPerUpload = 3;

const directory = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-disk-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

const start = async (dataDir: string): Promise<RunningService> => {
  const service = await startService({ dataDir });
  onTestFinished(service.kill);
  return service;
};

test(
  `builds on a disk that is full ${fills} times wait and go on by themselves, and nothing is lost (needs root to mount a file system)`,
  needing("rights to mount", canMount),
  async () => {
    const dataDir = await directory();
    await mountTmpfs(dataDir, 24);
    const service = await start(dataDir);
    const shop = await openShop(service);
    await until(shop, hasPeople(shop, 1));
    let waited = 0;
    for (let people = 2; people <= 1 + fills / fillsPerUpload; people++) {
      expect(await shop.upload(people)).toBe(true);
      for (let fill = 0; fill < fillsPerUpload; fill++) {
        await fillDisk(dataDir);
        await until(shop, async () => {
          const isInTrouble = (await troublesOf(service)).length > 0;
          if (isInTrouble) waited++;
          return isInTrouble || (await hasPeople(shop, people)());
        });
        await freeDisk(dataDir);
        await until(shop, async () => (await troublesOf(service)).length === 0);
      }
      await until(shop, hasPeople(shop, people));
    }
    expect(waited).toBeGreaterThan(15);
    reportFaults("disk full", { faults: fills, lost: 0, wrongBytes: 0 });
  },
);

test(
  "builds whose work/ is on another file system wait with the reason until it is not",
  needing("rights to mount", canMount),
  async () => {
    const dataDir = await directory();
    await mountTmpfs(path.join(dataDir, "work"), 64);
    const service = await start(dataDir);
    const shop = await openShop(service);
    await until(shop, async () => (await troublesOf(service)).includes("disk-split"));
    // The trouble is known a moment before the record says so.
    await until(shop, async () => {
      const [dataset] = await shop.client.get<Found[]>("/datasets");
      return dataset?.waiting_for?.includes("spread over several file systems") ?? false;
    });
    unmount(path.join(dataDir, "work"));
    await until(shop, hasPeople(shop, 1));
    await until(shop, async () => (await troublesOf(service)).length === 0);
  },
);
