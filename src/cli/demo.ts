// The `bellwether demo` command: runs the real service on the sample shop, goes through both workflows over
// HTTP, and compares the predictions with baselines and with the true probabilities, which only a simulated
// shop has.

import path from "node:path";
import { generateShop, type KnownTruth, knownTruths } from "../../examples/shop/shop.js";
import { createClient } from "./client.js";
import { command, type Given } from "./command.js";
import { firstRows, predictionsIn } from "./demo/delivery.js";
import { PipelineRun } from "./demo/pipeline.js";
import { recoveryLine, recoveryOf } from "./demo/recovery.js";
import { scoreboard } from "./demo/scoreboard.js";
import { type RunningService, startServiceProcess } from "./demo/service.js";
import { churnScoring, type Pipeline, repeatPurchaseScoring } from "./demo/workflows.js";
import { UsageError } from "./exit.js";
import { createScreen, type Screen } from "./terminal.js";

export interface DemoOptions {
  customers: number;
  seed: number;
  /** Directory of the shop, the service's data and the delivered files. */
  dir: string;
  keep: boolean;
}

export const demoOptions = {
  customers: { type: "string", value: "N", text: "Number of customers (default 5000)." },
  seed: { type: "string", value: "N", text: "Random seed of the shop (default 1)." },
  dir: { type: "string", value: "DIR", text: "Directory for all files (default ./data/demo-<time>)." },
  keep: { type: "boolean", text: "Leave the service running and print its URL and key." },
} as const;

/** Throws `UsageError` for a value that is not a number. */
export const readOptions = (values: Given<typeof demoOptions>["values"], now: Date): DemoOptions => {
  const { customers = "5000", seed = "1", keep = false } = values;
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return {
    customers: wholeNumber("customers", customers),
    seed: wholeNumber("seed", seed),
    dir: values.dir ?? path.join("data", `demo-${time}`),
    keep,
  };
};

const wholeNumber = (option: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${option} is ${text}, but must be a whole number.`);
  return Number(text);
};

export const demo = command({
  usage: "demo [options]",
  text: `Starts the service on a free port, creates a sample shop, scores its customers with both workflows, and shows how good the
scores are. Then it stops the service and keeps the files.`,
  options: demoOptions,
  operands: [0, 0],
  async run({ values }, { out, signal: interrupted }) {
    const options = readOptions(values, new Date());
    const screen = createScreen(out);
    const service = await startServiceProcess(options.dir);
    const signal = AbortSignal.any([interrupted, service.ended]);
    let leavesRunning = false;
    try {
      await show(options, service, screen, signal);
      leavesRunning = options.keep;
    } catch (error) {
      screen.say();
      if (signal.aborted) throw signal.reason;
      throw new Error(`${messageOf(error)}\nThe service's log: ${service.logFile}`, { cause: error });
    } finally {
      if (leavesRunning) service.leaveRunning();
      else await service.stop();
    }
  },
});

const show = async (options: DemoOptions, service: RunningService, screen: Screen, signal: AbortSignal) => {
  const started = Date.now();
  screen.say(`The service runs at ${service.url}, with its data in ${options.dir}`);
  const key = await signUp(service.url, signal);
  const client = createClient({ url: service.url, key, signal });

  const { customers, seed, dir } = options;
  const shop = await generateShop({ customers, seed, out: path.join(dir, "shop") });
  screen.say(
    `Sample shop: ${customers} customers, ${shop.orders} orders; ${shop.cancelled} customers cancelled their membership.`,
  );

  const repeat = await repeatPurchaseScoring(client, shop.transactions);
  const churn = await churnScoring(client, shop.cancellations);
  const run = new PipelineRun(client, screen, signal);
  await showPipeline(
    run,
    repeat,
    path.join(dir, "repeat-purchase.csv"),
    options,
    screen,
    (truth) => truth.buys,
  );
  await showPipeline(run, churn, path.join(dir, "churn.csv"), options, screen, (truth) => truth.cancels);

  screen.say(`Total time: ${Math.round((Date.now() - started) / 1000)} s.`);
  if (!options.keep) return;
  screen.say(`The service is still running at ${service.url} with the key ${key}`);
  screen.say(`Stop it with: kill ${service.pid}`);
};

const signUp = async (url: string, signal: AbortSignal): Promise<string> => {
  const account = { name: "Demo", email: "demo@example.com" };
  const { api_key } = await createClient({ url, signal }).post<{ api_key: string }>("/v1/accounts", account);
  return api_key;
};

/** Builds, enables and downloads one pipeline, then shows its results. */
const showPipeline = async (
  run: PipelineRun,
  pipeline: Pipeline,
  file: string,
  { customers, seed }: DemoOptions,
  screen: Screen,
  trueProbability: (truth: KnownTruth) => number,
): Promise<void> => {
  screen.say();
  screen.say(pipeline.title);
  const analysis = await run.built(pipeline);
  await run.deliver(pipeline, file);
  screen.say(`  file      ${file}`);
  const truths = knownTruths({ customers, seed, horizonDays: analysis.method.horizon_days });
  const recovery = await recoveryOf(predictionsIn(file), truths, trueProbability);
  const rows = await firstRows(file);
  for (const line of ["", ...rows, "", ...scoreboard(analysis), recoveryLine(recovery), ""]) screen.say(line);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
