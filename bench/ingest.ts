// node dist/bench/ingest.js --rows 1000000
//
// Benchmark of the way from a CSV file to sorted events, statement by statement, in processor time. A bare
// COPY of the same file to Parquet, by the same engine in the same run, is the reference. The service's own
// steps run in processes of their own.

import path from "node:path";
import { writeOrderLog } from "./orders/log.js";
import { copyStep, ingestSteps, previewSteps } from "./orders/steps.js";
import { numberOf, runProgram } from "./program/program.js";
import {
  inProcess,
  lineOf,
  mostExpensive,
  type Steps,
  type StepUse,
  seconds,
} from "./program/step-process.js";

const help = `Measures reading a file: dataset, people and stream, against a bare COPY.

  --rows N        about so many events (default 1000000; 20 for each customer)
  --memory N      memory of a step's engine in MB, before it spills (default 4096)
  --file PATH     a file of an earlier run, see --keep
  --previews      previews of the file alone, without and with a number of orders to look for
  --statements    list the ten most expensive statements of each step
`;

const steps = { copy: copyStep, ...ingestSteps, ...previewSteps } satisfies Steps;

await runProgram({
  help,
  steps,
  options: {
    rows: { type: "string", default: "1000000" },
    memory: { type: "string", default: "4096" },
    file: { type: "string" },
    previews: { type: "boolean", default: false },
    statements: { type: "boolean", default: false },
  },
  async run(values, { dir, screen }) {
    const file = values.file ?? path.join(dir, "orders.csv");
    if (!values.file) await writeOrderLog(file, { rows: numberOf("rows", values.rows) }, dir);
    const uses: Record<string, StepUse> = {};
    for (const step of Object.keys(values.previews ? previewSteps : { copy: copyStep, ...ingestSteps })) {
      const use = await inProcess(step, { file, dir, memoryMb: numberOf("memory", values.memory) });
      uses[step] = use;
      screen.say(lineOf(step, use));
      if (values.statements) for (const line of mostExpensive(use.statements)) screen.say(line);
    }
    if (values.previews) return;
    const own = Object.keys(ingestSteps).reduce((sum, step) => sum + uses[step]!.processorSeconds, 0);
    screen.say(
      `file to sorted events: ${seconds(own)} P, ${(own / uses.copy!.processorSeconds).toFixed(1)} × a bare COPY`,
    );
  },
});
