// Reads of people's data while the disk is full: they are answered, and their audit entries are in the log at
// once and in the audit log when there is room again.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { needing } from "../run/needs.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";
import { canMount, fillDisk, freeDisk, mountTmpfs, unmount } from "../support/tmpfs.js";
import { hasPeople, openShop, troublesOf, until } from "./orders-account.js";

const times = 10;

interface Entry {
  resource: { type: string };
  times: number;
}

test(
  `reads are answered on a disk that is full ${times} times, and each is in the audit log afterwards (mounting a small disk needs root)`,
  needing("rights to mount", canMount),
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "bw-reads-"));
    await mountTmpfs(dataDir, 30);
    const service = await startService({ dataDir });
    onTestFinished(async () => {
      await service.kill();
      unmount(dataDir);
      await rm(dataDir, { recursive: true });
    });
    const account = await openShop(service);
    await until(account, hasPeople(account, 1));
    const [dataset] = await account.client.get<BuildRecord[]>("/datasets");
    const read = (at: string) =>
      fetch(`${service.url}/v1${at}`, { headers: { authorization: `Bearer ${account.key}` } });
    const readAll = async () => {
      const file = await read("/uploads/orders/a.csv");
      expect([file.status, await file.text()]).toEqual([200, "email,day\np0@example.com,2025-01-10\n"]);
      expect((await read("/accounts/current/audit.csv")).status).toBe(200);
      expect((await read(`/datasets/${dataset!.id}/logs/ingress`)).status).toBe(200);
      expect((await read("/people?email=p0@example.com")).status).toBe(200);
    };
    const countReads = async (): Promise<number> => {
      const { entries } = (await (await read("/accounts/current/audit?action=download")).json()) as {
        entries: Entry[];
      };
      const ofFile = entries.filter(({ resource }) => resource.type === "uploads");
      return ofFile.reduce((sum, entry) => sum + entry.times, 0);
    };

    let reads = 0;
    for (let time = 0; time < times; time++) {
      await fillDisk(dataDir);
      await eventually("the store has no room", async () => (await account.upload(2)) === false || undefined);
      await readAll();
      reads++;
      const ready = await fetch(`${service.url}/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([
        503,
        { troubles: [{ code: "disk-full", note: expect.stringContaining("Results can be read") }] },
      ]);
      await freeDisk(dataDir);
      await eventually("the service has healed", async () =>
        (await troublesOf(service)).length === 0 ? true : undefined,
      );
      await eventually("every read is in the audit log", async () =>
        (await countReads()) === reads ? true : undefined,
      );
    }
    expect(service.output()).toContain("the audit entry of a read is stored when the store can be written");
    expect(service.output()).not.toMatch(/on our side|itself failed|"level":50/);
    expect(await service.stop()).toBe(0);
    reportFaults("disk full", { faults: times, lost: 0, wrongBytes: 0 });
  },
);
