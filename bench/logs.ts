// node dist/bench/logs.js [--python FILE] [task …]
//
// Benchmark of prediction on logs with seasons, holes, a decline and regular dates. Three public logs are
// compared with XGBoost on features of its own in the same run, as a ratio of log losses; probabilities on
// made-up monthly bills with their truth.

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { table } from "../src/cli/table.js";
import { Refusal } from "../src/errors/refusal.js";
import { score } from "../src/model/evaluation/metrics.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { staysWith, writeBills } from "./logs/bills.js";
import { referenceOf } from "./logs/reference.js";
import { historyBefore, type LogTask, logTasks, specOf, writeWholeLog } from "./logs/tasks.js";
import { runProgram } from "./program/program.js";
import { buildAccount, runTask } from "./scoreboard/account.js";
import { eceByChance } from "./scoreboard/measure.js";
import { publicFolder } from "./scoreboard/public-data.js";
import { hasXgboost } from "./scoreboard/xgboost.js";

const help = `Compares predictions on public logs with XGBoost, and on made-up monthly bills with their truth. Names are those of tasks, or bills (default all).

  --python FILE  a Python with xgboost and pandas (default python3)
`;

const taskHead = [
  "task",
  "people",
  "came",
  "expected",
  "log loss",
  "XGBoost",
  "ratio",
  "bar",
  "ECE",
  "XGBoost",
  "by chance",
];
const billsHead = ["days ahead", "paid last", "least", "mean", "most", "beyond .02", "others, most"];
const billsHorizons = [30, 31, 62, 92];
const tolerance = 0.02;

const main = () =>
  runProgram({
    help,
    options: { python: { type: "string", default: "python3" } },
    takesNames: true,
    async run({ python }, { dir, names, screen }) {
      const isWanted = (name: string) => names.length === 0 || names.includes(name);
      const tempDir = await folder(dir, "spill");
      const engine = await openEngine({ memoryMb: 2048, threads: 2, tempDir });
      try {
        if (isWanted("bills")) {
          screen.progress("bills");
          const rows = await billsRows(engine, await folder(dir, "bills"));
          for (const line of table(billsHead, rows)) screen.say(line);
        }
        const wanted = logTasks.filter(({ name }) => isWanted(name));
        if (wanted.length === 0) return;
        if (!existsSync(path.join(publicFolder, "logs")))
          return screen.say("The public logs are missing (BELLWETHER_TEST_DATA).");
        if (!(await hasXgboost(python))) return screen.say(`${python} has no xgboost (--python).`);
        const rows: string[][] = [];
        for (const task of wanted) {
          screen.progress(task.name);
          rows.push(await taskRow(task, python, engine, await folder(dir, task.name)));
        }
        for (const line of table(taskHead, rows)) screen.say(line);
      } finally {
        engine.close();
      }
    },
  });

const folder = async (dir: string, name: string): Promise<string> => {
  const at = path.join(dir, name);
  await mkdir(at, { recursive: true });
  return at;
};

/** Both on the people whom both have scored. */
const taskRow = async (task: LogTask, python: string, engine: Engine, dir: string): Promise<string[]> => {
  const account = await buildAccount(engine, dir, await historyBefore(engine, task, dir));
  const { probabilities } = await runTask(account, task.name, specOf(task));
  await writeWholeLog(engine, task, dir);
  const both = (await referenceOf(task, python, dir)).filter(({ customer }) => probabilities.has(customer));
  const label = Uint8Array.from(both, (one) => one.label);
  const probability = Float64Array.from(both, ({ customer }) => probabilities.get(customer)!);
  const ours = score(probability, label);
  const reference = score(
    Float64Array.from(both, (one) => one.probability),
    label,
  );
  const expected = probability.reduce((sum, p) => sum + p, 0);
  return [
    ...[task.name, ...[both.length, ours.attained, Math.round(expected)].map(String)],
    ...[ours.log_loss, reference.log_loss].map((loss) => loss.toFixed(4)),
    ...[ours.log_loss / reference.log_loss, task.bar].map((ratio) => ratio.toFixed(3)),
    ...[ours.ece, reference.ece, eceByChance(probability)].map((error) => error.toFixed(3)),
  ];
};

const billsRows = async (engine: Engine, dir: string): Promise<string[][]> => {
  const { upload, paidLast } = await writeBills(dir, 1);
  const account = await buildAccount(engine, dir, [upload]);
  const rows: string[][] = [];
  for (const horizonDays of billsHorizons) {
    const spec = specOf({ goal: "buy", horizonDays });
    const predicted = await runTask(account, `within-${horizonDays}`, spec).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (predicted instanceof Refusal) {
      rows.push([String(horizonDays), `refused: ${predicted.message}`]);
      continue;
    }
    const all = [...predicted.probabilities];
    const of = (is: boolean) => all.filter(([customer]) => paidLast.has(customer) === is).map(([, p]) => p);
    const [paid, others] = [of(true), of(false)];
    const mean = paid.reduce((sum, p) => sum + p, 0) / paid.length;
    const isFar = (p: number) => Math.abs(p - staysWith) > tolerance;
    rows.push([
      ...[horizonDays, paid.length].map(String),
      ...[Math.min(...paid), mean, Math.max(...paid)].map((p) => p.toFixed(3)),
      String(paid.filter(isFar).length),
      Math.max(...others).toFixed(3),
    ]);
  }
  return rows;
};

await main();
