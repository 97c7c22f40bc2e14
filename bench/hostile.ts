// node dist/bench/hostile.js
//
// Benchmark of hostile requests: the time for which one request of each kind holds the service's only thread, the memory under 50 at
// once, and the response times of another account meanwhile, beside its calm ones of the same run. The service is started with its
// defaults, except the number of requests.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type RunningService, startServiceProcess } from "../src/cli/demo/service.js";
import { table } from "../src/cli/table.js";
import type { FloodOptions } from "./hostile/flood.js";
import { hostileRequests } from "./hostile/requests.js";
import { type Answered, send } from "./hostile/send.js";
import { type Account, fillAccount, signUp } from "./http/accounts.js";
import { runProgram } from "./program/program.js";

const rounds = 7;
const floods = 5;
const atOnce = 50;
const calmMs = 5_000;
const maxHoldMs = 100;
const maxMemoryMb = 300;
const maxSlowdown = 2;

interface Accounts {
  attacker: Account;
  other: Account;
  /** Has thousands of resources. */
  large: Account;
}

const help = `Measures how long hostile requests hold the service, and other accounts, up.

`;

const main = () =>
  runProgram({
    help,
    options: {},
    async run(_, { dir, screen }) {
      for (const name of ["REQUESTS_PER_MINUTE", "UNKEYED_REQUESTS_PER_MINUTE", "SIGN_UPS_PER_HOUR"])
        process.env[`BELLWETHER_${name}`] = "1000000";
      const service = await startServiceProcess(dir);
      try {
        const accounts = await openAccounts(service, dir);
        const calm = await pinged(service.url, accounts.other, () => sleep(calmMs));
        for (const line of await heldByEach(service.url, accounts, calm)) screen.say(line);
        for (const line of await underFlood(service, accounts, calm)) screen.say(line);
      } finally {
        await service.stop();
      }
    },
  });

const openAccounts = async ({ url }: RunningService, dir: string): Promise<Accounts> => {
  const [attacker, other, large] = await Promise.all(
    ["attacker", "other", "large"].map((name) => signUp(url, name)),
  );
  const accounts = { attacker: attacker!, other: other!, large: large! };
  for (const { client } of Object.values(accounts)) await client.post("/streams/transaction", {});
  await fillAccount(dir, accounts.large.id, 3000);
  for (const each of hostileRequests) await send(url, each, accounts.attacker.key);
  return accounts;
};

/** Lines of a table: the longest response of the other account while a request of each kind is answered. */
const heldByEach = async (
  url: string,
  { attacker, other, large }: Accounts,
  calm: readonly number[],
): Promise<string[]> => {
  const rows: string[][] = [];
  for (const each of hostileRequests) {
    const holds: number[] = [];
    let last: Answered = { status: 0, bytes: 0 };
    for (let i = 0; i < rounds; i++) {
      const times = await pinged(url, other, async () => {
        last = await send(url, each, (each.isLarge ? large : attacker).key);
      });
      holds.push(Math.max(...times));
    }
    const hold = quantile(holds, 0.5);
    rows.push([
      each.name,
      String(last.status),
      String(last.bytes),
      hold.toFixed(1),
      Math.max(...holds).toFixed(1),
      (hold / quantile(calm, 0.5)).toFixed(1),
      hold > maxHoldMs ? `above ${maxHoldMs}` : "",
    ]);
  }
  return table(["hostile request", "status", "bytes", "held ms", "worst", "times calm", ""], rows);
};

const underFlood = async (
  { url, pid }: RunningService,
  { attacker, other }: Accounts,
  calm: readonly number[],
): Promise<string[]> => {
  let peakMb = 0;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await memoryMb(pid));
  }, 20);
  const busy: number[] = [];
  for (let i = 0; i < floods; i++)
    busy.push(...(await pinged(url, other, () => flood({ url, key: attacker.key, requests: atOnce }))));
  clearInterval(watch);
  const times = [0.5, 0.99].map((share) => [quantile(calm, share), quantile(busy, share)] as const);
  return [
    `Memory under ${atOnce} hostile bodies at once: ${peakMb.toFixed(0)} MB (limit ${maxMemoryMb})`,
    ...times.map(
      ([before, during], i) =>
        `Another account's ${i === 0 ? "median" : "p99"}: calm ${before.toFixed(1)} ms, under ${atOnce} at once ${during.toFixed(1)} ms, ` +
        `${(during / before).toFixed(1)} times (limit ${maxSlowdown})`,
    ),
  ];
};

const flood = async (workerData: FloodOptions): Promise<void> => {
  await once(new Worker(new URL("./hostile/flood.js", import.meta.url), { workerData }), "exit");
};

/** Response times of a small request of an account while `work` runs, in ms. */
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

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

await main();
