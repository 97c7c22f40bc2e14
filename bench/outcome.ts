// node dist/bench/outcome.js --rows 1000000 --python venv/bin/python
//
// Benchmark of an outcome: what each part of its build costs, beside one fit of LightGBM on the same frame
// and, for the features of everyone at one cutoff, polars with the same columns. All run one after the other
// on the same machine; the references need a Python that can import them. Compare versions by processor time
// (P), and machines by wall time (W).

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { AccountSnapshot } from "../src/builds/kind/snapshot.js";
import type { Screen } from "../src/cli/terminal.js";
import { streamFiles } from "../src/warehouse/relations.js";
import { writeOrderLog } from "./orders/log.js";
import { ingestSteps } from "./orders/steps.js";
import { readEveryone, writeTrainingFrame } from "./outcome/frame.js";
import { numberOf, runProgram } from "./program/program.js";
import { dirOf, inProcess, lineOf, type Run, resultOf, type Steps, seconds } from "./program/step-process.js";

const help = `Measures the build of an outcome ("buys again within 57 days") and the scores after it.

  --rows N       about so many events (default 1000000; 20 for each customer)
  --memory N     memory of a step's engine in MB, before it spills (default 3000)
  --python FILE  a Python that can import lightgbm and polars (default: no references)
`;

const config = {
  attainment_cohort_id: "buyers",
  name: "Buys again",
  recurring: true,
  horizon_days: 57,
} as never;
const attainment = { stream_name: "transaction", min_count: 1 } as never;

const accountOf = async (run: Run): Promise<AccountSnapshot> => {
  const [people, stream] = [await resultOf(run, "people"), await resultOf(run, "stream")];
  return {
    dataThrough: people.data_through,
    peopleDir: dirOf(run, "people"),
    people,
    streams: [{ name: "transaction", dir: dirOf(run, "stream"), result: stream }],
    places: [],
  };
};
const inputOf = async (run: Run) => ({
  config,
  attainment,
  eligible: null,
  attrition: null,
  previousDir: null,
  version: 1,
  account: await accountOf(run),
});

const steps = {
  ...ingestSteps,
  outcome: async (run, tools) => {
    const { buildOutcome } = await import("../src/builds/outcome/step.js");
    return buildOutcome(await inputOf(run), tools);
  },
  scope: async (run, tools) => {
    const { buildScope } = await import("../src/builds/scope/step.js");
    const [dir, result] = [dirOf(run, "outcome"), await resultOf(run, "outcome")];
    const cohorts = { attainmentDir: dir, eligibleDir: null, attritionDir: null };
    const scored = { id: "again", name: "Buys again", dir, config, result, ...cohorts };
    const scope = { population: { cohort_ids: [] }, payload: { outcome_ids: ["again"] } } as never;
    const account = await accountOf(run);
    return buildScope(
      { config: scope, includeDirs: [], excludeDirs: [], outcomes: [scored], account, tracking: null },
      tools,
    );
  },
  frame: async (run, { engine, dir }) => writeTrainingFrame(await inputOf(run), engine, dir),
  features: async (run, { engine, dir }) => readEveryone(await accountOf(run), engine, dir),
} satisfies Steps;

const main = () =>
  runProgram({
    help,
    steps,
    options: {
      rows: { type: "string", default: "1000000" },
      memory: { type: "string", default: "3000" },
      python: { type: "string" },
    },
    async run(values, { dir, screen }) {
      const memoryMb = numberOf("memory", values.memory);
      const run = { dir, file: path.join(dir, "orders.csv"), memoryMb };
      await writeOrderLog(run.file, { rows: numberOf("rows", values.rows) }, dir);
      for (const step of Object.keys(ingestSteps)) await inProcess(step, run);
      const outcome = await measureOutcome(run, screen);
      await measureScores(run, outcome.wallSeconds, screen);
      if (values.python) await compare(run, outcome.processorSeconds, values.python, screen);
    },
  });

const measureOutcome = async (run: Run, screen: Screen) => {
  const use = await inProcess("outcome", run);
  for (const { doing, processorSeconds, wallSeconds } of use.activities)
    screen.say(`  ${seconds(processorSeconds)} P  ${seconds(wallSeconds)} W  ${doing}`);
  screen.say(lineOf("outcome", use));
  const share = use.wallSeconds / use.processorSeconds;
  screen.say(`outcome: wall time is ${share.toFixed(2)} of processor time`);
  return use;
};

const measureScores = async (run: Run, afterSeconds: number, screen: Screen): Promise<void> => {
  const use = await inProcess("scope", run);
  screen.say(lineOf("scope", use));
  screen.say(`outcome and scores: ${seconds(afterSeconds + use.wallSeconds)} W`);
};

const execute = promisify(execFile);
const scripts = path.resolve(import.meta.dirname, "../../bench/outcome");

/** The reference's processor time in seconds, without the start of Python. */
const reference = async (python: string, script: string, args: readonly string[]): Promise<number> => {
  const env = { ...process.env, POLARS_MAX_THREADS: "2" };
  const { stdout } = await execute(python, [path.join(scripts, script), ...args], { env });
  return JSON.parse(stdout).processorSeconds;
};

const compare = async (run: Run, outcomeSeconds: number, python: string, screen: Screen): Promise<void> => {
  await inProcess("frame", run);
  const { rows, features } = await resultOf(run, "frame");
  const fit = await reference(python, "fit_lightgbm.py", [dirOf(run, "frame"), `${rows}`, `${features}`]);
  screen.say(
    `one LightGBM fit of ${rows} rows × ${features}: ${seconds(fit)} P; the outcome is ${(outcomeSeconds / fit).toFixed(1)} ×`,
  );
  await inProcess("features", run);
  const own = await resultOf(run, "features");
  const polars = await reference(python, "features_polars.py", [
    path.join(dirOf(run, "features"), "features.json"),
    `${own.cutoff}`,
    streamFiles(dirOf(run, "stream")).events,
  ]);
  screen.say(
    `${own.features} features of ${own.rows} people: ${seconds(own.processorSeconds)} P; polars ${seconds(polars)} P; ${(own.processorSeconds / polars).toFixed(1)} ×`,
  );
};

await main();
