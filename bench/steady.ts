// node dist/bench/steady.js --minutes 60 --slots 1
//
// Benchmark of a file a second: an account whose program never stops sending. How old its scores are at most,
// how long a chain of builds takes at first and at last, and whether every order is in the end where it belongs.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../src/cli/client.js";
import { startServiceProcess } from "../src/cli/demo/service.js";
import { table } from "../src/cli/table.js";
import { type BuildRecord, waitUntilReady } from "../src/cli/waiting.js";
import { quantile } from "./hostile/readings.js";
import { type Account, builtPipeline, signUp } from "./http/accounts.js";
import { ordersOfShop, type ShopOrders } from "./orders/shop.js";
import { peakMbOf, processorSecondsOf } from "./program/process-tree.js";
import { numberOf, type Place, runProgram } from "./program/program.js";

const help = `Measures how old the scores of an account are that sends a file every second.

  --minutes N    for so long (default 60)
  --slots N      builds that run in parallel (default 1)
`;

const rowsOfFile = 5;
/** Each further one has at least one order, for a later file. */
const firstCustomers = 3_000;
const pollMs = 200;
const maxChains = 2;

interface Target extends BuildRecord {
  waiting_files?: number;
}

/** What a hosted file was when the next one took its place. */
interface Chain {
  /** From the delivery of the file before it until its own. */
  seconds: number;
  /** Files that had arrived and were not in the file before it, when it came. */
  waiting: number;
}

const main = () =>
  runProgram({
    help,
    options: { minutes: { type: "string", default: "60" }, slots: { type: "string", default: "1" } },
    async run({ minutes, slots }, place) {
      const seconds = 60 * numberOf("minutes", minutes);
      const service = await startServiceProcess(path.join(place.dir, "data"), {
        BELLWETHER_PARALLEL_BUILDS: String(numberOf("slots", slots)),
      });
      try {
        await measure(await signUp(service.url, "shop"), service.pid, seconds, place);
      } finally {
        await service.stop();
      }
    },
  });

const measure = async (account: Account, pid: number, seconds: number, { dir, screen, signal }: Place) => {
  const later = seconds * rowsOfFile;
  const orders = await ordersOfShop(dir, { customers: firstCustomers + later, seed: 1, later });
  const { client } = account;
  const { targetId } = await builtPipeline(account, orders.file);
  const eventCount = async () => (await client.get<{ event_count: number }[]>("/streams"))[0]!.event_count;
  const eventsBefore = await eventCount();
  const target = () => client.get<Target>(`/targets/${targetId}`);
  const usedBefore = processorSecondsOf(pid).all;
  const startedMs = performance.now();
  const ending = new AbortController();
  const sending = sendFiles(client, orders, { seconds, dir, signal }).finally(() => ending.abort());
  const [sent, chains] = await Promise.all([sending, watchChains(target, ending.signal)]);
  const used = processorSecondsOf(pid).all - usedBefore;
  const took = (performance.now() - startedMs) / 1_000;
  await waitUntilReady<Target>(client, `/targets/${targetId}`, {
    report: () => {},
    isNewEnough: (record) => (record as Target).waiting_files === 0,
    signal,
  });
  // Scores are oldest just before others replace them: their own chain and the next one took so long.
  const oldest = chains.slice(1).map(({ waiting, seconds: next }, i) => ({
    files: waiting,
    chains: waiting / Math.max(next, chains[i]!.seconds),
  }));
  const tenth = Math.max(1, Math.floor(chains.length / 10));
  const median = (some: readonly Chain[]) =>
    quantile(
      some.map((each) => each.seconds),
      0.5,
    ).toFixed(1);
  const most = (values: readonly number[]) => Math.max(0, ...values);
  screen.say(`${sent.files} files in ${took.toFixed(0)} s, ${chains.length} deliveries`);
  for (const line of table(
    ["", "measured", "bar"],
    [
      ["a chain, median of the first tenth, s", median(chains.slice(0, tenth)), ""],
      ["a chain, median of the last tenth, s", median(chains.slice(-tenth)), ""],
      ["files that waited, at most", String(most(oldest.map((each) => each.files))), ""],
      ["oldest scores, chains", most(oldest.map((each) => each.chains)).toFixed(1), `at most ${maxChains}`],
      ["an upload, median, ms", quantile(sent.ms, 0.5).toFixed(0), ""],
      ["an upload, worst, ms", most(sent.ms).toFixed(0), ""],
      ["memory of the server at most, MB", String(peakMbOf(pid)), ""],
      ["processor time of a file, s", (used / sent.files).toFixed(2), ""],
      ["orders that were added", String((await eventCount()) - eventsBefore), String(sent.rows)],
    ],
  ))
    screen.say(line);
};

/** Sends a file when its second comes, or at once where an answer took longer. */
const sendFiles = async (
  client: Client,
  { header, rows }: ShopOrders,
  { seconds, dir, signal }: { seconds: number; dir: string; signal: AbortSignal },
) => {
  const file = path.join(dir, "more.csv");
  const startedMs = performance.now();
  const sent = { files: 0, rows: 0, ms: [] as number[] };
  while (sent.files < seconds) {
    await sleep(startedMs + 1_000 * sent.files - performance.now(), undefined, { signal });
    const some = rows.splice(0, rowsOfFile);
    await writeFile(file, `${[header, ...some].join("\n")}\n`);
    const beganMs = performance.now();
    await client.upload("transactions", `more-${sent.files}.csv`, file);
    sent.ms.push(performance.now() - beganMs);
    sent.files++;
    sent.rows += some.length;
  }
  return sent;
};

/** Looks at the target until the signal. */
const watchChains = async (target: () => Promise<Target>, signal: AbortSignal): Promise<Chain[]> => {
  const chains: Chain[] = [];
  let [last, sinceMs] = [await target(), performance.now()];
  while (!signal.aborted) {
    await sleep(pollMs);
    const now = await target();
    if (now.last_updated_output_at !== last.last_updated_output_at) {
      const nowMs = performance.now();
      chains.push({ seconds: (nowMs - sinceMs) / 1_000, waiting: last.waiting_files ?? 0 });
      sinceMs = nowMs;
    }
    last = now;
  }
  return chains;
};

await main();
