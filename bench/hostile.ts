// node dist/bench/hostile.js
//
// Benchmark of hostile requests: the processor time that one request of each kind takes from the service's only thread, the memory under 50
// at once, and the response times of another account meanwhile, beside its calm ones of the same run. The service is started with its
// defaults, except the number of requests.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServiceProcess } from "../src/cli/demo/service.js";
import { table } from "../src/cli/table.js";
import { createScreen } from "../src/cli/terminal.js";
import { type HostileRequest, hostileRequests } from "./hostile/requests.js";
import { type Account, fillAccount, signUp } from "./http/accounts.js";

const rounds = 7;
const maxHoldMs = 100;
const maxMemoryMb = 300;
const maxSlowdown = 2;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(0.99 * values.length))]!;

const send = async (url: string, { path: at, body, isPublic }: HostileRequest, { key }: Account) => {
  const headers = {
    "content-type": "application/json",
    ...(!isPublic && { authorization: `Bearer ${key}` }),
  };
  const answer = await fetch(`${url}/v1${at}`, { method: "POST", headers, body });
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
};

/** Response times of a small request of another account while `work` runs, in ms. */
const pinged = async (url: string, { key }: Account, work: () => Promise<unknown>): Promise<number[]> => {
  let isDone = false;
  const times: number[] = [];
  const working = work().finally(() => {
    isDone = true;
  });
  do {
    const startedMs = performance.now();
    await (await fetch(`${url}/v1/cohorts`, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer();
    times.push(performance.now() - startedMs);
  } while (!isDone);
  await working;
  return times;
};

const memoryMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

const run = async (): Promise<void> => {
  process.env.BELLWETHER_REQUESTS_PER_MINUTE = "1000000";
  process.env.BELLWETHER_UNKEYED_REQUESTS_PER_MINUTE = "1000000";
  process.env.BELLWETHER_SIGN_UPS_PER_HOUR = "1000000";
  const screen = createScreen(process.stdout);
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-hostile-"));
  const service = await startServiceProcess(dir);
  try {
    const pid = service.pid;
    const [attacker, other, large] = await Promise.all(
      ["attacker", "other", "large"].map((name) => signUp(service.url, name)),
    );
    for (const { client } of [attacker!, other!, large!]) await client.post("/streams/transaction", {});
    await fillAccount(dir, large!.id, 3000);
    const kinds = hostileRequests.map((each) => ({ each, by: each.isLarge ? large! : attacker! }));
    for (const { each, by } of kinds) await send(service.url, each, by);
    const calm = await pinged(service.url, other!, () => new Promise((done) => setTimeout(done, 5000)));
    const calmP99 = p99(calm);
    const rows: string[][] = [];
    for (const { each, by } of kinds) {
      const holds: number[] = [];
      let last = { status: 0, bytes: 0 };
      for (let i = 0; i < rounds; i++) {
        const times = await pinged(service.url, other!, async () => {
          last = await send(service.url, each, by);
        });
        holds.push(Math.max(...times));
      }
      const hold = median(holds);
      rows.push([
        each.name,
        String(last.status),
        String(last.bytes),
        hold.toFixed(1),
        Math.max(...holds).toFixed(1),
        (hold / median(calm)).toFixed(1),
        hold > maxHoldMs ? `above ${maxHoldMs}` : "",
      ]);
    }
    for (const line of table(
      ["hostile request", "status", "bytes", "held ms", "worst", "times calm", ""],
      rows,
    ))
      screen.say(line);
    const { each, by } = kinds[0]!;
    let peak = 0;
    const watch = setInterval(async () => {
      peak = Math.max(peak, await memoryMb(pid));
    }, 20);
    const busy = await pinged(service.url, other!, () =>
      Promise.all(
        Array.from({ length: 50 }, (_, i) => send(service.url, kinds[i % kinds.length]?.each ?? each, by)),
      ),
    );
    clearInterval(watch);
    const slowdown = p99(busy) / calmP99;
    screen.say(`Memory under 50 hostile bodies at once: ${peak.toFixed(0)} MB (limit ${maxMemoryMb})`);
    screen.say(
      `Another account's p99: calm ${calmP99.toFixed(1)} ms, under 50 at once ${p99(busy).toFixed(1)} ms, ${slowdown.toFixed(1)} times (limit ${maxSlowdown})`,
    );
  } finally {
    await service.stop();
    await rm(dir, { recursive: true });
  }
};

await run();
