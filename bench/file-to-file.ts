// node dist/bench/file-to-file.js --large --python venv/bin/python
//
// Benchmark of the whole way from an order log to the scores of everyone, by the real service, at growing
// sizes: processor time, wall time and memory of each step, beside references of the same run. Compare
// versions and references by processor time, and machines by wall time.

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { programVersion } from "../src/config/version.js";
import { record } from "./file-to-file/history.js";
import { type Machine, measureMachine } from "./file-to-file/machine.js";
import type { Measured } from "./file-to-file/measured.js";
import { referenceSteps } from "./file-to-file/references.js";
import { measureSize, type PartName, partNames } from "./file-to-file/size.js";
import { growthText, machineText, sizeText } from "./file-to-file/text.js";
import { rowOrders } from "./orders/log.js";
import { numberOf, numbersOf, oneOf, runProgram } from "./program/program.js";
import { inProcess, resultOf, type Steps } from "./program/step-process.js";

const help = `Measures the way from an order log to the scores of everyone, through the service.

  --rows A,B       about so many orders (default 1000000,10000000; 20 for each customer)
  --large          100,000,000 as well: 5 GB of orders, about 22 GB of disk
  --memory N       memory of a build's engine in MB, before it spills (default 4096)
  --python FILE    a Python with pandas or polars, lightgbm and scikit-learn (default: no scripts as references)
  --only A,B       of ${partNames.join(", ")} (default all; group-by, cohort and new-file need file)
  --seed N         the same seed gives the same orders (default 1)
  --order ORDER    of the rows: ${rowOrders.join(" or ")} (default random)
  --history DIR    where lines and plots are kept (default bench/history)
`;

const history = path.resolve(import.meta.dirname, "../../bench/history");
const large = 100_000_000;
const afterFile: readonly PartName[] = ["group-by", "cohort", "new-file"];

const partsOf = (only: string | undefined): Set<PartName> => {
  const parts = new Set(
    only === undefined ? partNames : only.split(",").map((part) => oneOf("only", part, partNames)),
  );
  if (afterFile.some((part) => parts.has(part))) parts.add("file");
  return parts;
};

const steps = {
  ...referenceSteps,
  machine: (_, { dir }) => measureMachine(dir),
} satisfies Steps;

/** In a process of its own, since a process starts with the peak of the memory of the one that starts it. */
const machineIn = async (dir: string): Promise<Machine> => {
  const run = { dir, file: "", memoryMb: 256 };
  await inProcess("machine", run);
  return resultOf(run, "machine");
};

/** Version of the working copy, or of the package where there is none. */
const versionOf = (): Promise<string> =>
  promisify(execFile)("git", ["describe", "--always", "--dirty"], { cwd: import.meta.dirname }).then(
    ({ stdout }) => stdout.trim(),
    () => programVersion(),
  );

await runProgram({
  help,
  steps,
  options: {
    rows: { type: "string", default: "1000000,10000000" },
    large: { type: "boolean", default: false },
    memory: { type: "string", default: "4096" },
    python: { type: "string" },
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    order: { type: "string", default: "random" },
    history: { type: "string", default: history },
  },
  async run(values, place) {
    const { screen } = place;
    const options = {
      memoryMb: numberOf("memory", values.memory),
      python: values.python ?? null,
      parts: partsOf(values.only),
      keep: values.keep,
    };
    const log = { seed: numberOf("seed", values.seed), rowOrder: oneOf("order", values.order, rowOrders) };
    const rows = [...numbersOf("rows", values.rows), ...(values.large ? [large] : [])];
    const facts = {
      run: new Date().toISOString(),
      version: await versionOf(),
      machine: await machineIn(place.dir),
    };
    screen.say(machineText(facts.machine));
    const sizes: Measured[] = [];
    for (const each of rows) {
      sizes.push(await measureSize(facts, { ...options, log: { ...log, rows: each } }, place));
      const plot = await record(values.history, sizes);
      for (const line of ["", ...sizeText(sizes.at(-1)!), "", `  Plot: ${plot}`, ""]) screen.say(line);
    }
    for (const line of growthText(sizes)) screen.say(line);
    if (sizes.some(({ failures }) => "orders" in failures || "service" in failures)) process.exitCode = 1;
  },
});
