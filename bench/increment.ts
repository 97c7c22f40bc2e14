// node dist/bench/increment.js --rows 1000000
//
// Benchmark of a new file: processor time of each build of a full run, from upload to delivered file, and of the builds after another
// file with one percent more events. Both come from the log of the real service.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Client, createClient } from "../src/cli/client.js";
import { PipelineRun } from "../src/cli/demo/pipeline.js";
import { startServiceProcess } from "../src/cli/demo/service.js";
import type { Pipeline } from "../src/cli/demo/workflows.js";
import { table } from "../src/cli/table.js";
import { createScreen, type Screen } from "../src/cli/terminal.js";
import { type BuildRecord, waitUntilReady } from "../src/cli/waiting.js";
import { writeLogAndMore } from "./ingest/order-log.js";
import { type BuiltLine, builtIn } from "./usage.js";

const help = `Measures what one percent more events cost, against the full run before.

  --rows N     about so many events (default 1000000; 20 for each customer)
  --share N    as many events more, in parts of those (default 0.01)
  --days N     the last days of the log, in which they are (default 0.1)
  --keep       keep the data and the service's log; after a failure they are always kept
`;

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "1000000" },
      share: { type: "string", default: "0.01" },
      days: { type: "string", default: "0.1" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const screen = createScreen(process.stdout);
  if (values.help) return screen.say(help);
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-increment-"));
  let isKept = true;
  try {
    const files = await writeLogAndMore(dir, Number(values.rows), {
      ...{ share: Number(values.share), days: Number(values.days) },
    });
    await measure(dir, files, screen);
    isKept = values.keep;
  } finally {
    if (isKept) screen.say(`Data and log are in ${dir}`);
    else await rm(dir, { recursive: true });
  }
};

const measure = async (dir: string, files: { log: string; more: string }, screen: Screen): Promise<void> => {
  const service = await startServiceProcess(path.join(dir, "data"));
  const built = async () => builtIn(await readFile(service.logFile, "utf8"));
  try {
    const client = await openAccount(service.url, service.ended);
    const run = new PipelineRun(client, screen, service.ended);
    await client.upload("orders", "log.csv", files.log);
    const pipeline = await buyAgain(client);
    await run.built(pipeline);
    await run.deliver(pipeline, path.join(dir, "full.csv"));
    const full = await built();
    const learned = await learnedThrough(client, pipeline);
    const target = `/targets/${pipeline.targetId}`;
    const { last_updated_output_at: before } = await client.get<BuildRecord>(target);
    await client.upload("orders", "more.csv", files.more);
    await waitUntilReady<BuildRecord>(client, target, {
      report: () => {},
      isNewEnough: (record) => record.last_updated_output_at !== before,
      signal: service.ended,
    });
    for (const line of comparison(full, (await built()).slice(full.length))) screen.say(line);
    const isKept = learned === (await learnedThrough(client, pipeline));
    screen.say(isKept ? "No refit was due." : "A refit was due: the model was fitted again.");
  } finally {
    await service.stop();
  }
};

const learnedThrough = async (client: Client, { outcomeId }: Pipeline): Promise<string> => {
  type Analysis = { method: { learned_through: string } };
  return (await client.get<Analysis>(`/outcomes/${outcomeId}/analysis`)).method.learned_through;
};

const openAccount = async (url: string, signal: AbortSignal): Promise<Client> => {
  const account = { name: "Bench", email: "bench@example.com" };
  const { api_key: key } = await createClient({ url, signal }).post<{ api_key: string }>(
    "/v1/accounts",
    account,
  );
  return createClient({ url, key, signal });
};

const dataset = {
  name: "Orders",
  identity_sets: { customer: { customer_id: "customer_id" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: "transaction_date",
        category: "product_category",
        channel: "channel",
        discount: "discount",
      },
      value: "total",
    },
  },
};

/** A pipeline of all customers: who buys again. */
const buyAgain = async (client: Client): Promise<Pipeline> => {
  const made = async (path: string, body: object) => (await client.post<{ id: string }>(path, body)).id;
  const datasetIds = [await made("/datasets", dataset)];
  const cohort = (name: string, bounds: object) =>
    made("/cohorts", { name, stream_name: "transaction", ...bounds });
  const oneTime = await cohort("One-time purchasers", { max_count: 1 });
  const repeat = await cohort("Repeat purchasers", { min_count: 2 });
  const customers = await cohort("Customers", {});
  const outcomeId = await made("/outcomes", { name: "Buys again", attainment: repeat, eligible: customers });
  const payload = { outcome_ids: [outcomeId] };
  const scopeId = await made("/scopes", {
    name: "All customers",
    population: { include: [customers] },
    payload,
  });
  const targetId = await made("/targets", {
    ...{ name: "As CSV", scope_id: scopeId },
    ...{ representation: { mode: "identified" }, options: { type: "hosted_csv" } },
  });
  return {
    title: "Buys again",
    datasetIds,
    cohortIds: [oneTime, repeat, customers],
    outcomeId,
    scopeId,
    targetId,
  };
};

/** One row per resource, in the order of the full run, which builds the target twice: for its preview and whole. */
const comparison = (full: readonly BuiltLine[], more: readonly BuiltLine[]): string[] => {
  const secondsOf = (lines: readonly BuiltLine[], what?: string) =>
    lines.reduce((sum, line) => sum + (what === undefined || line.what === what ? line.cpuSeconds : 0), 0);
  const row = (name: string, what?: string) => {
    const [before, after] = [secondsOf(full, what), secondsOf(more, what)];
    return [name, before.toFixed(2), after.toFixed(2), (after / before).toFixed(3)];
  };
  const names = [...new Set(full.map(({ what }) => what))];
  return table(
    ["build", "full run, cpu s", "new file, cpu s", "ratio"],
    [...names.map((what) => row(what, what)), row("all builds")],
  );
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
