// node dist/bench/ingest.js --rows 1000000
//
// Benchmark of the way from a CSV file to sorted events, statement by statement, in processor time. A bare COPY of the same file to
// Parquet, by the same engine in the same run, is the reference. The service's own steps run in processes of their own.

import { fork } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createScreen } from "../src/cli/terminal.js";
import type { DatasetConfig } from "../src/domain/dataset.js";
import type { Engine } from "../src/warehouse/engine.js";
import { openEngine } from "../src/warehouse/engine.js";
import { sql } from "../src/warehouse/sql/sql.js";
import { writeOrderLog } from "./ingest/order-log.js";
import { type Measured, timedEngine } from "./ingest/timed-engine.js";

const help = `Measures reading a file: dataset, people and stream, against a bare COPY.

  --rows N        about so many events (default 1000000; 20 for each customer)
  --memory N      memory of a step's engine in MB, before it spills (default 4096)
  --file PATH     a file of an earlier run, see --keep
  --statements    list the ten most expensive statements of each step
  --keep          keep all files
`;

const config: DatasetConfig = {
  name: "Orders",
  description: "",
  preview: false,
  options: { type: "hosted_csv", upload_directory: "orders" },
  identity_sets: { customer: { customer_id: "customer_id" } },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "transaction_date" },
        value: { column_name: "total" },
        category: { column_name: "product_category" },
        channel: { column_name: "channel" },
        discount: { column_name: "discount" },
      },
    },
  },
  output_to_traits: {},
} as unknown as DatasetConfig;

const steps = ["copy", "dataset", "people", "stream"] as const;
type StepName = (typeof steps)[number];

interface Run {
  file: string;
  dir: string;
  memoryMb: number;
}

const stepOf: Record<StepName, (run: Run, engine: Engine, dir: string) => Promise<unknown>> = {
  copy: ({ file }, engine, dir) =>
    engine.writeParquet(sql`select * from read_csv(${file})`, path.join(dir, "copy.parquet")),
  dataset: async ({ file }, engine, dir) => {
    const { buildDataset } = await import("../src/builds/dataset/step.js");
    const { size: bytes } = await stat(file);
    const files = [{ path: file, filename: "orders.csv", bytes, arrived_at: 1 }];
    return buildDataset({ config, files }, toolsOf(engine, dir));
  },
  people: async (run, engine, dir) => {
    const { buildPeople } = await import("../src/builds/people/step.js");
    const datasets = [
      {
        id: "orders",
        dir: dirOf(run, "dataset"),
        result: await resultOf(run, "dataset"),
        privacy: undefined,
      },
    ];
    return buildPeople({ config: {} as never, datasets, previousDir: null }, toolsOf(engine, dir));
  },
  stream: async (run, engine, dir) => {
    const { buildStream } = await import("../src/builds/stream/step.js");
    const { streams } = await resultOf(run, "dataset");
    const datasets = [{ id: "orders", dir: dirOf(run, "dataset"), summary: streams.transaction! }];
    return buildStream(
      { name: "transaction", datasets, peopleDir: dirOf(run, "people") },
      toolsOf(engine, dir),
    );
  },
};

const toolsOf = (engine: Engine, dir: string) => ({
  engine,
  dir,
  now: Date.parse("2030-01-01"),
  seed: 1,
  progress: () => {},
});
const dirOf = ({ dir }: Run, step: StepName): string => path.join(dir, step);
const resultOf = async (run: Run, step: StepName) =>
  JSON.parse(await readFile(path.join(dirOf(run, step), "result.json"), "utf8"));

interface StepUse {
  processorSeconds: number;
  wallSeconds: number;
  peakMb: number;
  statements: Measured[];
}

/** In the process of one step. */
const runStep = async (name: StepName, run: Run): Promise<StepUse> => {
  const [dir, tempDir] = [dirOf(run, name), path.join(run.dir, `${name}-temp`)];
  await Promise.all([mkdir(dir, { recursive: true }), mkdir(tempDir, { recursive: true })]);
  const startedMs = performance.now();
  const opened = await openEngine({ memoryMb: run.memoryMb, threads: 2, tempDir });
  const { engine, statements } = timedEngine(opened);
  const result = await stepOf[name](run, engine, dir);
  await writeFile(path.join(dir, "result.json"), JSON.stringify(result));
  const { user, system } = process.cpuUsage();
  return {
    processorSeconds: (user + system) / 1e6,
    wallSeconds: (performance.now() - startedMs) / 1000,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    statements,
  };
};

const inProcess = (name: StepName, run: Run): Promise<StepUse> =>
  new Promise((resolve, reject) => {
    const child = fork(process.argv[1]!, ["--step", name, "--run", JSON.stringify(run)]);
    child.once("message", (use) => resolve(use as StepUse));
    child.once("exit", (code) => code !== 0 && reject(new Error(`step ${name} ended with ${code}`)));
  });

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "1000000" },
      memory: { type: "string", default: "4096" },
      file: { type: "string" },
      statements: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      step: { type: "string" },
      run: { type: "string" },
    },
  });
  if (values.step)
    return void process.send!(await runStep(values.step as StepName, JSON.parse(values.run!)), () =>
      process.exit(),
    );
  const screen = createScreen(process.stdout);
  if (values.help) return screen.say(help);
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-ingest-"));
  const file = values.file ?? path.join(dir, "orders.csv");
  if (!values.file) await writeOrderLog(file, Number(values.rows), dir);
  try {
    const uses: Record<string, StepUse> = {};
    for (const step of steps) {
      const use = await inProcess(step, { file, dir, memoryMb: Number(values.memory) });
      uses[step] = use;
      screen.say(
        `${step.padEnd(8)} ${seconds(use.processorSeconds)} P  ${seconds(use.wallSeconds)} W  ${use.peakMb} MB`,
      );
      if (values.statements) for (const line of mostExpensive(use.statements)) screen.say(line);
    }
    const own = steps.slice(1).reduce((sum, step) => sum + uses[step]!.processorSeconds, 0);
    screen.say(
      `file to sorted events: ${seconds(own)} P, ${(own / uses.copy!.processorSeconds).toFixed(1)} × a bare COPY`,
    );
  } finally {
    if (values.keep) screen.say(`Files are in ${dir}`);
    else await rm(dir, { recursive: true });
  }
};

const seconds = (value: number): string => value.toFixed(2).padStart(7);

const mostExpensive = (statements: readonly Measured[]): string[] =>
  statements
    .toSorted((a, b) => b.processorSeconds - a.processorSeconds)
    .slice(0, 10)
    .map(
      ({ processorSeconds, text }) =>
        `  ${seconds(processorSeconds)}  ${text.replaceAll(/\s+/g, " ").slice(0, 150)}`,
    );

await main();
