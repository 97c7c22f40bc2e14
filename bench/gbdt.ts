// node dist/bench/gbdt.js --rows 20000,200000,1000000
//
// Our gradient boosting against XGBoost on the same made-up rows, each on one thread in a process of its own, one after the
// other. Processor time counts binning as well as trees; memory is the most that the process held when the model was ready.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { createScreen, type Screen } from "../src/cli/screen.js";
import { table } from "../src/cli/table.js";
import { auc } from "../src/model/metrics.js";
import { features, makeUp, writeMadeUp } from "./gbdt-data.js";

const help = `Compares gradient boosting with XGBoost: 200 trees of 31 leaves at a learning rate of 0.1.

  --rows A,B,C   rows to learn from (default 20000,200000,1000000)
  --seed N       the same seed gives the same rows (default 1)
  --python FILE  a Python that can import xgboost (default /usr/bin/python3)
`;

const run = promisify(execFile);
const testRows = 200_000;
const explainedRows = 2000;
/** Features, trees, leaves, learning rate and rows to explain, for both programs. */
const settings = [features, 200, 31, 0.1, explainedRows].map(String);

interface Took {
  fitMs: number;
  fitCpuMs: number;
  peakMb: number;
  scoreCpuMs: number;
  explainCpuMs: number;
}

const compare = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "20000,200000,1000000" },
      seed: { type: "string", default: "1" },
      python: { type: "string", default: "/usr/bin/python3" },
      help: { type: "boolean", default: false },
    },
  });
  const screen = createScreen(process.stdout);
  if (values.help) return screen.say(help);
  const version = await xgboostVersion(values.python);
  screen.say(version ? `Against XGBoost ${version}, hist.` : "XGBoost is not installed: no comparison.");
  for (const rows of values.rows.split(",").map(Number))
    await compareAt(rows, Number(values.seed), version && values.python, screen);
};

const xgboostVersion = async (python: string): Promise<string | null> => {
  const asked = await run(python, ["-c", "import xgboost; print(xgboost.__version__)"]).catch(() => null);
  return asked?.stdout.trim() ?? null;
};

const compareAt = async (
  rows: number,
  seed: number,
  python: string | null,
  screen: Screen,
): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), "bellwether-gbdt-"));
  try {
    screen.progress(`making up ${rows + testRows} rows`);
    const label = await writeMadeUp(folder, makeUp(rows + testRows, seed), rows);
    const measure = async (name: string, command: string, program: string): Promise<Measured> => {
      screen.progress(`${name} on ${rows} rows`);
      const took = JSON.parse((await run(command, [program, folder, ...settings])).stdout) as Took;
      return { ...took, auc: await aucIn(folder, label) };
    };
    const here = import.meta.dirname;
    const ours = await measure("bellwether", process.execPath, path.join(here, "gbdt-fit.js"));
    const script = path.resolve(here, "../../bench/gbdt_xgboost.py");
    const theirs = python === null ? null : await measure("xgboost", python, script);
    screen.say(`\n${rows.toLocaleString("en-US")} rows, seed ${seed}`);
    for (const line of comparison(ours, theirs)) screen.say(line);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const aucIn = async (folder: string, label: Uint8Array): Promise<number> => {
  const bytes = await readFile(path.join(folder, "scores"));
  return auc(new Float64Array(new Uint8Array(bytes).buffer), label);
};

type Measured = Took & { auc: number };

const comparison = (ours: Measured, theirs: Measured | null): string[] => {
  const row = (name: string, of: (measured: Measured) => number, digits: number, asRatio = true) => {
    const cells = [name, of(ours).toFixed(digits)];
    if (theirs === null) return cells;
    const apart = asRatio ? of(ours) / of(theirs) : of(ours) - of(theirs);
    return [...cells, of(theirs).toFixed(digits), apart.toFixed(asRatio ? 2 : digits)];
  };
  const header = theirs ? ["", "bellwether", "xgboost", "ratio"] : ["", "bellwether"];
  return table(header, [
    row("fit, processor s", (m) => m.fitCpuMs / 1000, 2),
    row("fit, wall s", (m) => m.fitMs / 1000, 2),
    row("peak MB", (m) => m.peakMb, 0),
    row("rows scored per processor s", (m) => (1000 * testRows) / m.scoreCpuMs, 0),
    row("rows explained per processor s", (m) => (1000 * explainedRows) / m.explainCpuMs, 0),
    row("test AUC (apart, not ratio)", (m) => m.auc, 4, false),
  ]);
};

await compare();
