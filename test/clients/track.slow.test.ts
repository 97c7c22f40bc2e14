// Events that programs track by the clients for TypeScript and Python: all of them arrive, once, also while the service
// is away.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { Bellwether, type TrackedEvent } from "../../clients/typescript/src/index.js";
import { needing } from "../run/needs.js";
import { copyPythonClient } from "../support/python-client.js";
import { startService } from "../support/service.js";

const run = promisify(execFile);

const open = async () => {
  const env = { BELLWETHER_EVENT_SECONDS: "1000" };
  let service = await startService({ env });
  onTestFinished(async () => {
    await service.kill();
    await rm(service.dataDir, { recursive: true });
  });
  const { key } = await Bellwether.signUp(service.url, { name: "Shop", email: "me@example.com" });
  const restart = async () => {
    await service.terminate();
    await sleep(300);
    service = await startService({ env, dataDir: service.dataDir, port: service.port });
  };
  return { url: service.url, key: key!, restart };
};

/** What the service says of events that are sent again. */
const again = async (url: string, key: string, stream: string, ids: readonly string[]) => {
  const body = JSON.stringify(ids.map((event_id) => ({ customer_id: "x", event_id })));
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/streams/${stream}/events`, { method: "POST", headers, body });
  return answer.json();
};

test("tracked events arrive, and those that are refused are handed back", async () => {
  const { url, key } = await open();
  const refused: [string, TrackedEvent[]][] = [];
  const bw = new Bellwether(url, key, {
    onEventError: (error, events) => refused.push([error.message, events]),
  });
  for (let i = 0; i < 250; i++) bw.track("visit", { customer_id: i, event_id: `e-${i}`, value: 1.5 });
  bw.track("visit", { customer_id: "late", datetime: "yesterday" });
  await bw.flush();
  expect(refused).toEqual([
    [expect.stringContaining("datetime: Send a date"), [expect.objectContaining({ customer_id: "late" })]],
  ]);
  const ids = Array.from({ length: 250 }, (_, i) => `e-${i}`);
  expect(await again(url, key, "visit", ids)).toMatchObject({ taken: 0, repeated: 250 });
});

test("events that are tracked while the service is away arrive when it is back", async () => {
  const { url, key, restart } = await open();
  const bw = new Bellwether(url, key);
  const restarting = restart();
  for (let i = 0; i < 50; i++) {
    bw.track("visit", { customer_id: i, event_id: `e-${i}` });
    await sleep(20);
  }
  await restarting;
  bw.track("visit", { customer_id: "last", event_id: "last" });
  await bw.flush();
  expect(await again(url, key, "visit", ["last"])).toMatchObject({ repeated: 1 });
});

test(
  "the client for Python tracks, and sends what is left when its program ends",
  needing("Python 3"),
  async () => {
    const { url, key } = await open();
    const dir = await mkdtemp(path.join(tmpdir(), "bellwether-track-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    await copyPythonClient(dir);
    const env = { ...process.env, PYTHONPATH: dir };
    const script = path.join(import.meta.dirname, "python/track.py");
    const { stdout } = await run("python3", [script, url, key], { env });
    expect(stdout).toMatch(/datetime: Send a date.* late/);
    const ids = [...Array.from({ length: 250 }, (_, i) => `python-${i}`), "python-last"];
    expect(await again(url, key, "python_visit", ids)).toMatchObject({ taken: 0, repeated: 251 });
  },
);
