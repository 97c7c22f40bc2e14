// Service on a disk that is filled and freed again and again. It refuses with 507, is read, says what is
// wrong, restarts while the disk is full, heals when there is room, and loses nothing that it acknowledged.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";
import { canMount, fillDisk, freeDisk, mountTmpfs, unmount } from "../support/tmpfs.js";

const fills = 50;
const restartEvery = 10;
const megabytes = 30;

test(
  `a disk that is full ${fills} times costs nothing that was acknowledged (mounting a small disk needs root)`,
  needing("rights to mount", canMount),
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "bw-disk-"));
    await mountTmpfs(dataDir, megabytes);
    let service = await startService({ dataDir });
    onTestFinished(async () => {
      await service.kill();
      unmount(dataDir);
      await rm(dataDir, { recursive: true });
    });
    const { client, key } = await signUp(service.url);
    const send = (url: string, type: string, body: string) =>
      fetch(service.url + url, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": type },
        body,
      });
    const cohort = (name: string) =>
      send("/v1/cohorts", "application/json", JSON.stringify({ name, traits: [{ name: "age", _gt: 30 }] }));
    const upload = (name: string, bytes: number) =>
      send(`/v1/uploads/notes/${name}.csv`, "text/csv", `a\n${"x".repeat(bytes)}\n`);
    const ready = async () => {
      const answer = await fetch(`${service.url}/ready`);
      const { troubles } = (await answer.json()) as { troubles: { code: string }[] };
      return { status: answer.status, codes: troubles.map(({ code }) => code) };
    };

    const kept: string[] = [];
    const made: string[] = [];
    for (let time = 0; time < fills; time++) {
      await fillDisk(dataDir);
      expect((await upload(`refused-${time}`, 100_000)).status).toBe(507);
      // After a checkpoint SQLite writes over its log, which takes no room: then the cohort is made.
      const { status } = await cohort(`cohort ${time}`);
      if (status === 201) made.push(`cohort ${time}`);
      else expect(status).toBe(507);
      expect(await ready()).toEqual({ status: status === 201 ? 200 : 503, codes: ["disk-full"] });
      expect((await client.get<unknown[]>("/uploads")).length).toBe(kept.length);
      if (time % restartEvery === restartEvery - 1) {
        if (time % (2 * restartEvery) > restartEvery) await service.kill();
        else expect(await service.stop()).toBe(0);
        service = await startService({ dataDir, port: service.port, isAlive: true });
        expect((await ready()).codes).toEqual(["disk-full"]);
        expect((await client.get<unknown[]>("/uploads")).length).toBe(kept.length);
      }
      await freeDisk(dataDir);
      await eventually("the service has healed", async () => (await ready()).status === 200 || undefined);
      expect((await upload(`kept-${time}`, 1_000)).status).toBe(200);
      kept.push(`notes/kept-${time}.csv`);
    }
    const uploads = (await client.get<{ subpath: string }[]>("/uploads")).map(({ subpath }) => subpath);
    expect(uploads.sort()).toEqual(kept.sort());
    const cohorts = (await client.get<{ name: string }[]>("/cohorts")).map(({ name }) => name);
    expect(cohorts.sort()).toEqual(made.sort());
    expect(made.length).toBeLessThan(fills / 4);
    expect(service.output()).not.toMatch(/on our side|itself failed/);
    expect(await service.stop()).toBe(0);
    reportFaults("disk full", { faults: fills, lost: 0, wrongBytes: 0 });
  },
);
