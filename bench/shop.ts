// node dist/bench/shop.js --customers 100000
//
// Benchmark of both workflows, from upload to delivered file, by the real service on the sample shop. Time
// and memory of each build come from the service's log. Compare machines by wall time, and versions by
// processor time and memory.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { generateShop } from "../examples/shop/shop.js";
import type { Client } from "../src/cli/client.js";
import { PipelineRun } from "../src/cli/demo/pipeline.js";
import { startServiceProcess } from "../src/cli/demo/service.js";
import { churnScoring, repeatPurchaseScoring, transactionsDataset } from "../src/cli/demo/workflows.js";
import type { Screen } from "../src/cli/terminal.js";
import { activityOf, waitUntilReady } from "../src/cli/waiting.js";
import { openAccount } from "./orders/pipeline.js";
import { peakMbOf } from "./program/process-tree.js";
import { numberOf, runProgram } from "./program/program.js";
import { builtIn, usageTable } from "./program/service-log.js";

const help = `Times both workflows, build by build.

  --customers N  number of customers (default 100000; 2.7 orders each)
  --seed N       the same seed gives the same shop (default 1)
`;

const main = () =>
  runProgram({
    help,
    options: { customers: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
    run: ({ customers, seed }, { dir, screen }) =>
      time(dir, numberOf("customers", customers), numberOf("seed", seed), screen),
  });

const time = async (dir: string, customers: number, seed: number, screen: Screen): Promise<void> => {
  const shop = await generateShop({ customers, seed, out: path.join(dir, "shop") });
  screen.say(`${customers} customers, ${shop.orders} orders, seed ${seed}`);
  const service = await startServiceProcess(dir);
  try {
    const startedMs = performance.now();
    await runWorkflows(service.url, dir, shop, screen, service.ended);
    const seconds = (performance.now() - startedMs) / 1000;
    for (const line of usageTable(builtIn(await readFile(service.logFile, "utf8")), shop.orders))
      screen.say(line);
    screen.say(
      `${seconds.toFixed(1)} s in total; peak memory of the server process: ${peakMbOf(service.pid)} MB.`,
    );
  } finally {
    await service.stop();
  }
};

const runWorkflows = async (
  url: string,
  dir: string,
  shop: { transactions: string; cancellations: string },
  screen: Screen,
  signal: AbortSignal,
): Promise<void> => {
  const client = await openAccount(url, signal);
  const pipelines = [
    await repeatPurchaseScoring(client, shop.transactions),
    await churnScoring(client, shop.cancellations),
  ];
  const pipelineRun = new PipelineRun(client, screen, signal);
  for (const pipeline of pipelines) {
    await pipelineRun.built(pipeline);
    await pipelineRun.deliver(pipeline, path.join(dir, `${pipeline.targetId}.csv`));
    await timeList(client, pipeline.scopeId, path.join(dir, `${pipeline.scopeId}.csv`), screen);
  }
  await joinRows(client, screen, signal);
};

/** The list of all people with reasons, as the console's button downloads it. */
const timeList = async (client: Client, scopeId: string, file: string, screen: Screen): Promise<void> => {
  const startedMs = performance.now();
  await client.download(`/scopes/${scopeId}/list.csv?with_attained=true`, file);
  const seconds = (performance.now() - startedMs) / 1000;
  const rows = (await readFile(file, "utf8")).trimEnd().split("\n").length - 1;
  screen.say(`  list.csv  ${rows.toLocaleString("en-US")} rows in ${seconds.toFixed(1)} s`);
};

/**
 * The same files read once more with a key of events: its cost is the difference from the dataset
 * Transactions in the table of builds.
 */
const joinRows = async (client: Client, screen: Screen, signal: AbortSignal): Promise<void> => {
  const { transaction } = transactionsDataset.output_to_streams;
  const { id } = await client.post<{ id: string }>("/datasets", {
    ...transactionsDataset,
    name: "Transactions by order",
    output_to_streams: { by_order: { ...transaction, event_key: ["order_id"] } },
  });
  await waitUntilReady(client, `/datasets/${id}`, {
    report: (record) => screen.progress(activityOf(record), record.progress),
    signal,
  });
};

await main();
