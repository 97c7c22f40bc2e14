// A disk that is full again and again, and one that is split: builds wait with the reason, and go on by themselves.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { signUp } from "../support/drive.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { canMount, fillDisk, freeDisk, mountTmpfs, unmount } from "../support/tmpfs.js";
import { insistent } from "./insistent-client.js";

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

/** A dataset and a cohort of all its people. */
const openShop = async (service: RunningService) => {
  const { client, key } = await signUp(service.url);
  const upload = async (people: number): Promise<void> => {
    const rows = Array.from({ length: people }, (_, n) => `p${n}@example.com,2025-01-${10 + (n % 9)}`);
    const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
    const body = `email,day\n${rows.join("\n")}\n`;
    const answer = await fetch(`${service.url}/v1/uploads/orders/a.csv`, { method: "POST", headers, body });
    if (answer.status !== 200) throw new Error(`the upload was answered with ${answer.status}`);
  };
  await upload(1);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" } } },
  });
  const { id } = await client.post<BuildRecord>("/cohorts", { name: "All", stream_name: "order" });
  return { client: insistent(client), upload, cohort: `/cohorts/${id}` };
};

type Found = BuildRecord & { population_count?: number };

const texts = async (client: Client, service: RunningService): Promise<string> =>
  JSON.stringify([
    await client.get("/datasets"),
    await client.get("/cohorts"),
    await client.get("/accounts/current/outbox"),
    await (await fetch(`${service.url}/ready`)).json(),
  ]);

/** Every answer on the way is checked for paths of the server. */
const until = async (
  { client, service }: { client: Client; service: RunningService },
  isOver: () => Promise<boolean>,
): Promise<void> => {
  for (;;) {
    const said = await texts(client, service);
    expect(said).not.toContain(service.dataDir);
    expect(said).not.toContain('"status":"error"');
    if (await isOver()) return;
    await sleep(100);
  }
};

const troublesOf = async ({ url }: RunningService): Promise<string[]> =>
  ((await (await fetch(`${url}/ready`)).json()) as { troubles: { code: string }[] }).troubles.map(
    ({ code }) => code,
  );

test.skipIf(!canMount)(
  `builds on a disk that is full ${fills} times wait and go on by themselves, and nothing is lost (needs root to mount a file system)`,
  async () => {
    const dataDir = await directory();
    await mountTmpfs(dataDir, 24);
    const service = await start(dataDir);
    const { client, upload, cohort } = await openShop(service);
    const shop = { client, service };
    const has = (people: number) => async () => {
      const { status, population_count } = await client.get<Found>(cohort);
      return status === "ready" && population_count === people;
    };
    await until(shop, has(1));
    let waited = 0;
    for (let people = 2; people <= 1 + fills / fillsPerUpload; people++) {
      await upload(people);
      for (let fill = 0; fill < fillsPerUpload; fill++) {
        await fillDisk(dataDir);
        await until(shop, async () => {
          const isInTrouble = (await troublesOf(service)).length > 0;
          if (isInTrouble) waited++;
          return isInTrouble || (await has(people)());
        });
        await freeDisk(dataDir);
        await until(shop, async () => (await troublesOf(service)).length === 0);
      }
      await until(shop, has(people));
    }
    expect(waited).toBeGreaterThan(15);
    reportFaults("disk full", { faults: fills, lost: 0, wrongBytes: 0 });
  },
);

test.skipIf(!canMount)(
  "builds whose work/ is on another file system wait with the reason until it is not (needs root to mount a file system)",
  async () => {
    const dataDir = await directory();
    await mountTmpfs(path.join(dataDir, "work"), 64);
    const service = await start(dataDir);
    const { client, cohort } = await openShop(service);
    const shop = { client, service };
    await until(shop, async () => (await troublesOf(service)).includes("disk-split"));
    const waits = (await client.get<Found[]>("/datasets"))[0];
    expect(waits).toMatchObject({ waiting_for: expect.stringContaining("spread over several file systems") });
    unmount(path.join(dataDir, "work"));
    await until(shop, async () => (await client.get<Found>(cohort)).status === "ready");
    await until(shop, async () => (await troublesOf(service)).length === 0);
  },
);
