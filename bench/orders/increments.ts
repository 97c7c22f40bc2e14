// Measured increments: processor time of each build of a full run, from upload to delivered file, and of the builds
// after further files. All come from the log of the real service.

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "../../src/cli/client.js";
import { PipelineRun } from "../../src/cli/demo/pipeline.js";
import { startServiceProcess } from "../../src/cli/demo/service.js";
import type { Pipeline } from "../../src/cli/demo/workflows.js";
import { table } from "../../src/cli/table.js";
import type { Screen } from "../../src/cli/terminal.js";
import { type BuildRecord, waitUntilReady } from "../../src/cli/waiting.js";
import { type BuiltLine, builtIn } from "../program/service-log.js";
import { buyAgain, openAccount, uploadDirectory } from "./pipeline.js";

/** `dataset`: see `buyAgain`. */
export const measureIncrements = async (
  dir: string,
  files: { log: string; later: string[] },
  screen: Screen,
  dataset?: object,
): Promise<void> => {
  const service = await startServiceProcess(path.join(dir, "data"));
  const built = async () => builtIn(await readFile(service.logFile, "utf8"));
  try {
    const client = await openAccount(service.url, service.ended);
    const run = new PipelineRun(client, screen, service.ended);
    await client.upload(uploadDirectory, "log.csv", files.log);
    const pipeline = await buyAgain(client, { ...(dataset && { dataset }) });
    await run.built(pipeline);
    await run.deliver(pipeline, path.join(dir, "full.csv"));
    const full = await built();
    for (const file of files.later) {
      const before = (await built()).length;
      const learned = await learnedThrough(client, pipeline);
      await deliverWith(client, pipeline, file, service.ended);
      screen.say(`\n${path.basename(file)}`);
      const isKept = learned === (await learnedThrough(client, pipeline));
      screen.say(isKept ? "No refit was due:" : "A refit was due, and the model was fitted again:");
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
