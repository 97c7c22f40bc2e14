// node dist/bench/gbdt.js --rows 20000,200000,1000000 --runs 3
//
// Benchmark of gradient boosting against XGBoost on the same synthetic rows, each in a process of its own, in
// alternating runs: one thread for processor time, several for wall time. Processor time includes binning.
// Memory is the peak of a process when the model is ready, and its increase since the rows were loaded: the
// first includes Node or Python, the second is what fitting takes.

import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { auc } from "../src/model/evaluation/metrics.js";
import { features, makeFrame, writeFrame } from "./gbdt/data.js";
import { numberOf, numbersOf, type Place, runProgram } from "./program/program.js";

const help = `Compares gradient boosting with XGBoost: 200 trees of 31 leaves at a learning rate of 0.1.

  --rows A,B,C   numbers of training rows (default 20000,200000,1000000)
  --threads A,B  numbers of threads (default 1,2)
  --runs N       runs of each; the table shows medians (default 1)
  --seed N       the same seed gives the same rows (default 1)
  --python FILE  a Python that can import xgboost (default /usr/bin/python3)
`;

const run = promisify(execFile);
const testRows = 200_000;
const explainedRows = 2000;
/** Features, trees, leaves, learning rate and rows to explain, for both programs. */
const settings = [features, 200, 31, 0.1, explainedRows].map(String);

interface Usage {
  fitMs: number;
  fitCpuMs: number;
  peakMb: number;
  grownMb: number;
  scoreCpuMs: number;
  explainCpuMs: number;
}
type Measured = Usage & { auc: number };
/** One run of both programs; `theirs` is null where XGBoost is not installed. */
interface Run {
  ours: Measured;
  theirs: Measured | null;
}

const main = () =>
  runProgram({
    help,
    options: {
      rows: { type: "string", default: "20000,200000,1000000" },
      threads: { type: "string", default: "1,2" },
      runs: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      python: { type: "string", default: "/usr/bin/python3" },
    },
    async run(values, place) {
      const version = await xgboostVersion(values.python);
      place.screen.say(
        version ? `Compared with XGBoost ${version} (hist).` : "XGBoost is not installed: no comparison.",
      );
      const [seed, count] = [numberOf("seed", values.seed), numberOf("runs", values.runs)];
      const threads = numbersOf("threads", values.threads);
      for (const rows of numbersOf("rows", values.rows))
        await compare({ rows, seed, threads, count, python: version && values.python }, place);
    },
  });

interface Comparison {
  rows: number;
  seed: number;
  threads: readonly number[];
  /** Runs of each. */
  count: number;
  python: string | null;
}

const compare = ({ rows, seed, threads, count, python }: Comparison, place: Place): Promise<void> =>
  withRows(rows, seed, place, async (folder, label) => {
    const { screen } = place;
    for (const each of threads) {
      const runs: Run[] = [];
      while (runs.length < count) runs.push(await runBoth(folder, label, each, python, screen));
      const on = each === 1 ? "1 thread" : `${each} threads`;
      screen.say(`\n${rows.toLocaleString("en-US")} rows, seed ${seed}, ${on}`);
      for (const line of comparison(runs)) screen.say(line);
    }
  });

const xgboostVersion = async (python: string): Promise<string | null> => {
  const result = await run(python, ["-c", "import xgboost; print(xgboost.__version__)"]).catch(() => null);
  return result?.stdout.trim() ?? null;
};

const withRows = async (
  rows: number,
  seed: number,
  { dir, screen }: Place,
  work: (folder: string, label: Uint8Array) => Promise<void>,
): Promise<void> => {
  const folder = path.join(dir, String(rows));
  await mkdir(folder);
  try {
    screen.progress(`generating ${rows + testRows} rows`);
    await work(folder, await writeFrame(folder, makeFrame(rows + testRows, seed), rows));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const runBoth = async (
  folder: string,
  label: Uint8Array,
  threads: number,
  python: string | null,
  screen: Screen,
): Promise<Run> => {
  const measure = async (name: string, command: string, program: string): Promise<Measured> => {
    screen.progress(`${name} on ${threads} threads`);
    const { stdout } = await run(command, [program, folder, ...settings, String(threads)]);
    return { ...(JSON.parse(stdout) as Usage), auc: await aucIn(folder, label) };
  };
  const here = import.meta.dirname;
  const script = path.resolve(here, "../../bench/gbdt/fit_xgboost.py");
  return {
    ours: await measure("bellwether", process.execPath, path.join(here, "gbdt/fit.js")),
    theirs: python === null ? null : await measure("xgboost", python, script),
  };
};

const aucIn = async (folder: string, label: Uint8Array): Promise<number> => {
  const bytes = await readFile(path.join(folder, "scores"));
  return auc(new Float64Array(new Uint8Array(bytes).buffer), label);
};

/** Medians of the measurements, and of the ratios in each run: a machine that slows down slows both programs. */
const comparison = (runs: readonly Run[]): string[] => {
  const pairs = runs.flatMap(({ ours, theirs }) => (theirs ? [{ ours, theirs }] : []));
  const row = (name: string, of: (measured: Measured) => number, digits: number, asRatio = true) => {
    const cells = [name, median(runs.map(({ ours }) => of(ours))).toFixed(digits)];
    if (pairs.length === 0) return cells;
    const theirs = median(pairs.map((pair) => of(pair.theirs)));
    const differences = pairs.map((pair) =>
      asRatio ? of(pair.ours) / of(pair.theirs) : of(pair.ours) - of(pair.theirs),
    );
    return [...cells, theirs.toFixed(digits), median(differences).toFixed(asRatio ? 2 : digits)];
  };
  const header = pairs.length > 0 ? ["", "bellwether", "xgboost", "ratio"] : ["", "bellwether"];
  return table(header, [
    row("fit, processor s", (m) => m.fitCpuMs / 1000, 2),
    row("fit, wall s", (m) => m.fitMs / 1000, 2),
    row("peak MB", (m) => m.peakMb, 0),
    row("peak MB over rows loaded", (m) => m.grownMb, 0),
    row("rows scored per processor s", (m) => (1000 * testRows) / m.scoreCpuMs, 0),
    row("rows explained per processor s", (m) => (1000 * explainedRows) / m.explainCpuMs, 0),
    row("test AUC (difference, not ratio)", (m) => m.auc, 4, false),
  ]);
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};

await main();
