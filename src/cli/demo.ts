// `bellwether demo` shows the whole of Bellwether at work: the real service, a made-up shop, both workflows over HTTP,
// and how good the predictions are, beside baselines and beside the truth, which only a made-up shop has.

import path from "node:path";
import { generateShop, type KnownTruth, knownTruths } from "../../examples/shop/shop.js";
import { createClient } from "./client.js";
import { command } from "./command.js";
import { firstRows, predictionsIn } from "./demo/delivery.js";
import { type DemoOptions, demoOptions, readOptions } from "./demo/options.js";
import { PipelineRun } from "./demo/pipeline.js";
import { recoveryLine, recoveryOf } from "./demo/recovery.js";
import { scoreboard } from "./demo/scoreboard.js";
import { type RunningService, startServiceProcess } from "./demo/service.js";
import { churnScoring, type Pipeline, repeatPurchaseScoring } from "./demo/workflows.js";
import { createScreen, type Screen } from "./screen.js";

export const demo = command({
  usage: "demo [options]",
  text: `Starts the service on a free port, makes up a shop, scores its customers with both workflows, and says how good the
scores are. Then it stops the service; the files stay.`,
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
  screen.say(`The service runs on ${service.url}, with its data in ${options.dir}`);
  const key = await signUp(service.url, signal);
  const client = createClient({ url: service.url, key, signal });

  const { customers, seed, dir } = options;
  const shop = await generateShop({ customers, seed, out: path.join(dir, "shop") });
  screen.say(
    `A shop was made up: ${customers} customers, ${shop.orders} orders, ${shop.cancelled} left the club.`,
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

  screen.say(`All of it took ${Math.round((Date.now() - started) / 1000)} s.`);
  if (!options.keep) return;
  screen.say(`The service goes on at ${service.url} with the key ${key}`);
  screen.say(`Stop it with: kill ${service.pid}`);
};

const signUp = async (url: string, signal: AbortSignal): Promise<string> => {
  const account = { name: "Demo", email: "demo@example.com" };
  const { api_key } = await createClient({ url, signal }).post<{ api_key: string }>("/v1/accounts", account);
  return api_key;
};

/** Builds, enables and downloads one pipeline, then says what came of it. */
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
