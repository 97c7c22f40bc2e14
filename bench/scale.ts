// node dist/bench/scale.js --events 10 --spark sc://127.0.0.1:15002 --ui http://127.0.0.1:4040
//
// Benchmark of the steps that a cluster can do: processor seconds per million events, by DuckDB alone and
// with the cluster, whose executors are measured by Spark's REST API. The features of everyone are a walk on
// this machine in both cases: once through the events that DuckDB has sorted, and once through the parts that
// the cluster has written.

import { rm } from "node:fs/promises";
import path from "node:path";
import { writeOrderLog } from "./orders/log.js";
import { numberOf, runProgram } from "./program/program.js";
import { inProcess, resultOf, seconds } from "./program/step-process.js";
import { type ExecutorUse, executorUse } from "./scale/executors.js";
import { steps } from "./scale/steps.js";

const help = `Measures what a cluster can compute beside DuckDB, in processor seconds per million events.

  --events N     millions of events, about (default 10; 20 events for each customer)
  --memory N     memory of a step's engine in MB, before it spills (default 4096)
  --spark URL    a Spark Connect server that sees the same files, sc://host:port (default: DuckDB alone)
  --ui URL       the page of its application, http://host:4040, for the processor time of its executors
`;

const local = ["dataset", "people", "stream", "cohort", "features"];
const withCluster = ["stream-spark", "cohort-spark", "features-spark"];

const main = () =>
  runProgram({
    help,
    steps,
    options: {
      events: { type: "string", default: "10" },
      memory: { type: "string", default: "4096" },
      spark: { type: "string" },
      ui: { type: "string" },
    },
    async run(values, { dir, screen }) {
      const file = path.join(dir, "orders.csv");
      const run = {
        file,
        dir,
        memoryMb: numberOf("memory", values.memory),
        ...(values.spark && { spark: values.spark }),
      };
      await writeOrderLog(file, { rows: 1e6 * numberOf("events", values.events) }, dir);
      screen.say(
        `${"step".padEnd(15)} this machine: P, W, MB, µs an event; executors: P, µs an event, GB shuffled and spilled`,
      );
      let millions = 1;
      for (const step of [...local, ...(values.spark ? withCluster : [])]) {
        const before = await executors(values.ui);
        const use = await inProcess(step, run);
        const after = await executors(values.ui);
        if (step === "dataset") await rm(file);
        if (step === "dataset") millions = (await resultOf(run, step)).streams.transaction.events / 1e6;
        const { processorSeconds, wallSeconds, peakMb } = use;
        const own = `${seconds(processorSeconds)} ${seconds(wallSeconds)} ${peakMb} MB ${perMillion(processorSeconds, millions)}`;
        screen.say(`${step.padEnd(15)} ${own}${before && after ? lineOf(before, after, millions) : ""}`);
      }
      screen.say(`${millions.toFixed(2)} million events`);
    },
  });

const executors = (page: string | undefined): Promise<ExecutorUse> | undefined =>
  page === undefined ? undefined : executorUse(page);

const perMillion = (processorSeconds: number, millions: number): string =>
  (processorSeconds / millions).toFixed(2).padStart(6);

const lineOf = (before: ExecutorUse, after: ExecutorUse, millions: number): string => {
  const own = after.processorSeconds - before.processorSeconds;
  const [shuffled, spilled] = [after.shuffledGb - before.shuffledGb, after.spilledGb - before.spilledGb];
  return ` | ${seconds(own)} ${perMillion(own, millions)} ${shuffled.toFixed(2)} ${spilled.toFixed(2)}`;
};

await main();
