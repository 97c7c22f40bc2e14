// node dist/bench/increment.js --rows 1000000
//
// Benchmark of a new file: processor time of each build of a full run, from upload to delivered file, and of
// the builds after another file with one percent more events: first one with which no refit is due, and then
// one with which it is. All come from the log of the real service.

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "../src/cli/client.js";
import { PipelineRun } from "../src/cli/demo/pipeline.js";
import { startServiceProcess } from "../src/cli/demo/service.js";
import type { Pipeline } from "../src/cli/demo/workflows.js";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { type BuildRecord, waitUntilReady } from "../src/cli/waiting.js";
import { writeLaterOrders, writeOrderLog } from "./orders/log.js";
import { buyAgain, openAccount, uploadDirectory } from "./orders/pipeline.js";
import { numberOf, runProgram } from "./program/program.js";
import { type BuiltLine, builtIn } from "./program/service-log.js";

const help = `Measures what one percent more events cost, against the full run before.

  --rows N     about so many events (default 1000000; 20 for each customer)
  --share N    as many events more, in parts of those (default 0.01)
  --days N     the last days of the log, in which they are (default 0.1)
  --ahead N    days after them, over which a third file spreads as many, so that a refit is due (default 7; 0 leaves it out)
`;

const main = () =>
  runProgram({
    help,
    options: {
      rows: { type: "string", default: "1000000" },
      share: { type: "string", default: "0.01" },
      days: { type: "string", default: "0.1" },
      ahead: { type: "string", default: "7" },
    },
    async run(values, { dir, screen }) {
      const file = (name: string) => path.join(dir, `${name}.csv`);
      const ahead = numberOf("ahead", values.ahead);
      const log = { rows: numberOf("rows", values.rows) };
      const later = { share: numberOf("share", values.share), days: numberOf("days", values.days) };
      await writeOrderLog(file("log"), log, dir);
      await writeLaterOrders(file("more"), log, later, dir);
      if (ahead > 0) await writeLaterOrders(file("ahead"), log, { ...later, days: ahead, ahead }, dir);
      await measure(
        dir,
        { log: file("log"), later: ["more", ...(ahead > 0 ? ["ahead"] : [])].map(file) },
        screen,
      );
    },
  });

const measure = async (
  dir: string,
  files: { log: string; later: string[] },
  screen: Screen,
): Promise<void> => {
  const service = await startServiceProcess(path.join(dir, "data"));
  const built = async () => builtIn(await readFile(service.logFile, "utf8"));
  try {
    const client = await openAccount(service.url, service.ended);
    const run = new PipelineRun(client, screen, service.ended);
    await client.upload(uploadDirectory, "log.csv", files.log);
    const pipeline = await buyAgain(client);
    await run.built(pipeline);
    await run.deliver(pipeline, path.join(dir, "full.csv"));
    const full = await built();
    for (const file of files.later) {
      const before = (await built()).length;
      const learned = await learnedThrough(client, pipeline);
      await deliverWith(client, pipeline, file, service.ended);
      const isKept = learned === (await learnedThrough(client, pipeline));
      screen.say(isKept ? "\nNo refit was due:" : "\nA refit was due, and the model was fitted again:");
      for (const line of comparison(full, (await built()).slice(before))) screen.say(line);
    }
  } finally {
    await service.stop();
  }
};

const deliverWith = async (client: Client, { targetId }: Pipeline, file: string, signal: AbortSignal) => {
  const target = `/targets/${targetId}`;
  const { last_updated_output_at: before } = await client.get<BuildRecord>(target);
  await client.upload(uploadDirectory, path.basename(file), file);
  const isNewEnough = (record: BuildRecord) => record.last_updated_output_at !== before;
  await waitUntilReady<BuildRecord>(client, target, { report: () => {}, isNewEnough, signal });
};

const learnedThrough = async (client: Client, { outcomeId }: Pipeline): Promise<string> => {
  type Analysis = { method: { learned_through: string } };
  return (await client.get<Analysis>(`/outcomes/${outcomeId}/analysis`)).method.learned_through;
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

await main();
