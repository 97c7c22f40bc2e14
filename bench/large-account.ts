// node dist/bench/large-account.js --seconds 60
//
// Benchmark of one large account and its neighbours: 2,000 cohorts and 1,000 outcomes are built, a file
// arrives, and everything is built again. It prints how long single tasks hold the service's only thread, and
// the response times of another account, beside its calm ones of the same run.

import { existsSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateShop } from "../examples/shop/shop.js";
import { startServiceProcess } from "../src/cli/demo/service.js";
import type { Screen } from "../src/cli/terminal.js";
import { type Account, builtPipeline, signUp } from "./http/accounts.js";
import { fillBuilt, type Size } from "./large-account/fill.js";
import type { Hold } from "./large-account/thread-watch.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures how a large account holds up the service.

  --cohorts N    cohorts of the account (default 2000)
  --outcomes N   outcomes of the account (default 1000)
  --seconds N    time that is measured from the arrival of the file (default 60)
`;

/** The longest task of the thread may take this much processor time. */
const maxHoldMs = 50;
const calmMs = 10_000;
const customers = 500;

const main = () =>
  runProgram({
    help,
    options: {
      cohorts: { type: "string", default: "2000" },
      outcomes: { type: "string", default: "1000" },
      seconds: { type: "string", default: "60" },
    },
    run({ cohorts, outcomes, seconds }, { dir, screen }) {
      const size = { cohorts: numberOf("cohorts", cohorts), outcomes: numberOf("outcomes", outcomes) };
      return measure(dir, size, numberOf("seconds", seconds), screen);
    },
  });

const measure = async (dir: string, size: Size, seconds: number, screen: Screen): Promise<void> => {
  const watchFile = path.join(dir, "holds.jsonl");
  process.env.THREAD_WATCH_FILE = watchFile;
  process.env.NODE_OPTIONS = `--import ${new URL("./large-account/thread-watch.js", import.meta.url).href}`;
  process.env.BELLWETHER_REQUESTS_PER_MINUTE = "1000000";
  const shop = await generateShop({ customers, seed: 1, out: path.join(dir, "shop") });
  const service = await startServiceProcess(dir);
  try {
    const [large, other] = [await signUp(service.url, "large"), await signUp(service.url, "other")];
    await other.client.post("/streams/transaction", {});
    await builtPipeline(large, shop.transactions);
    await fillBuilt(dir, large.id, size);
    const calm = await pinged(service.url, other, () => sleep(calmMs));
    const create = await timed(() =>
      large.client.post("/cohorts", { name: "New", stream_name: "transaction" }),
    );
    await sleep(5_000);
    const arrivedAt = Date.now();
    await appendFile(shop.transactions, await secondOrder(shop.transactions));
    let upload = 0;
    const busy = await pinged(service.url, other, async () => {
      upload = await timed(() => large.client.upload("transactions", "transactions.csv", shop.transactions));
      await sleep(seconds * 1000);
    });
    const holds = await holdsSince(watchFile, arrivedAt);
    const builds = await buildsSince(service.logFile, arrivedAt);
    screen.say(`${size.cohorts} cohorts, ${size.outcomes} outcomes; ${builds} builds in ${seconds} s`);
    for (const line of report({ calm, busy, create, upload, holds })) screen.say(line);
  } finally {
    await service.stop();
  }
};

interface Measured {
  /** Response times of another account, in ms. */
  calm: number[];
  busy: number[];
  create: number;
  upload: number;
  holds: Hold[];
}

const report = ({ calm, busy, create, upload, holds }: Measured): string[] => {
  const processor = holds.map(({ processorMs }) => processorMs);
  const longest = Math.max(0, ...processor);
  const figures = (times: readonly number[]) =>
    `median ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, worst ${Math.max(...times).toFixed(1)} ms`;
  return [
    `A cohort is created in ${create.toFixed(1)} ms; the file is taken in ${upload.toFixed(1)} ms`,
    `Longest task of the thread: ${longest.toFixed(1)} ms of processor time (limit ${maxHoldMs})${longest > maxHoldMs ? ", above it" : ""}; ` +
      `${processor.filter((ms) => ms > 20).length} tasks above 20 ms; longest by the clock ${Math.max(0, ...holds.map(({ wallMs }) => wallMs)).toFixed(1)} ms`,
    `Another account, calm: ${figures(calm)}`,
    `Another account, meanwhile: ${figures(busy)}`,
  ];
};

/** A row that is a customer's second order: the file has other bytes and the same columns. */
const secondOrder = async (file: string): Promise<string> =>
  `${(await readFile(file, "utf8")).trimEnd().split("\n").at(-1)}\n`;

const holdsSince = async (file: string, since: number): Promise<Hold[]> => {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Hold).filter(({ at }) => at >= since);
};

const buildsSince = async (logFile: string, since: number): Promise<number> => {
  const lines = (await readFile(logFile, "utf8"))
    .split("\n")
    .filter((line) => line.includes('"msg":"built '));
  return lines.filter((line) => new Date(JSON.parse(line).time).getTime() >= since).length;
};

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await act();
  return performance.now() - startedMs;
};

/** Response times of a small request of an account while `work` runs, in ms. */
const pinged = async (url: string, { key }: Account, work: () => Promise<unknown>): Promise<number[]> => {
  let isDone = false;
  const times: number[] = [];
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    times.push(
      await timed(async () => {
        const answer = await fetch(`${url}/v1/cohorts`, { headers: { authorization: `Bearer ${key}` } });
        await answer.arrayBuffer();
      }),
    );
    await sleep(20);
  }
  await working;
  return times;
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

await main();
