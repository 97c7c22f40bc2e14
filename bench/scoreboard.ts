// node dist/bench/scoreboard.js [--dates 3] [--python FILE] [task …]
//
// Benchmark of prediction quality: nine tasks on public logs, each at its own date and at earlier ones,
// compared with the predictions of other methods for the same people; races, which ask about people who are
// active; and the sample shop, whose true probabilities are known. The service's own steps build everything. At earlier dates, XGBoost is fitted by a
// Python that has it. Without task names, all tasks run and docs/scoreboard.md is written.

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Refusal } from "../src/errors/refusal.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { numberOf, runProgram } from "./program/program.js";
import { type Account, buildAccount, runTask } from "./scoreboard/account.js";
import { type DateScore, measureDate, measureTask, type TaskScore } from "./scoreboard/measure.js";
import {
  barsText,
  type NullScore,
  nullText,
  racesText,
  type ShopScore,
  scoreboardPage,
  shopText,
  taskText,
} from "./scoreboard/page.js";
import { peersAt } from "./scoreboard/peers.js";
import { daysBefore, historyOf, readLabels, readTasks, type TaskFacts } from "./scoreboard/public-data.js";
import { type RaceScores, scoreRaces } from "./scoreboard/races.js";
import { expectedAuc, shopSpecs, writeNullShop, writeShop } from "./scoreboard/shop.js";
import { type Task, tasks } from "./scoreboard/tasks.js";
import { hasXgboost } from "./scoreboard/xgboost.js";

const page = path.resolve(import.meta.dirname, "../../docs/scoreboard.md");
const shopSizes = [5000, 20_000];
const nullCustomers = 5000;

const say = (...lines: string[]): void => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

interface Bench {
  engine: Engine;
  dir: string;
  /** Dates of a task, its own included. */
  dates: number;
  /** A Python that has XGBoost; null: none. */
  python: string | null;
}

const run = async (names: readonly string[], bench: Bench): Promise<void> => {
  const { dir, engine } = bench;
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  const scores = await scoreTasks(
    tasks.filter(({ name }) => wanted(name)),
    bench,
  );
  if (scores.length > 0) say(...barsText(scores), "");
  const races = wanted("races") ? await scoreRaceTasks(bench) : null;
  if (!wanted("shop")) return;
  const shop: ShopScore[] = [];
  for (const customers of shopSizes)
    shop.push(...(await scoreShop(customers, await subdirectory(dir, `shop-${customers}`), engine)));
  const nullScore = await scoreNullShop(await subdirectory(dir, "null"), engine);
  if (names.length === 0) await writeFile(page, scoreboardPage(scores, races, shop, nullScore));
};

const scoreTasks = async (chosen: readonly Task[], bench: Bench): Promise<TaskScore[]> => {
  const facts = await readTasks();
  if (facts === null) {
    say("The public logs are missing (BELLWETHER_TEST_DATA): their tasks are skipped.");
    return [];
  }
  if (bench.python === null && bench.dates > 1)
    say("No Python here has XGBoost (--python FILE): earlier dates are judged without it.", "");
  const scores: TaskScore[] = [];
  for (const log of new Set(chosen.map((task) => task.log))) {
    const ofLog = chosen.filter((task) => task.log === log);
    for (const day of new Set(ofLog.map(({ name }) => facts[name]!.history_through))) {
      const ofDay = ofLog.filter(({ name }) => facts[name]!.history_through === day);
      scores.push(...(await scoreLog(log, ofDay, day, facts, bench)));
    }
  }
  return scores;
};

/** Tasks of one log with the same own day and horizon. */
const scoreLog = async (
  log: Task["log"],
  ofLog: readonly Task[],
  day: string,
  facts: Record<string, TaskFacts>,
  { engine, dir, dates, python }: Bench,
): Promise<TaskScore[]> => {
  const accountOn = async (through: string): Promise<Account> => {
    const at = await subdirectory(dir, `${log}-${day}-${through}`);
    return buildAccount(engine, at, await historyOf(engine, log, through, at));
  };
  const own = await accountOn(day);
  const scores: TaskScore[] = [];
  for (const { name, spec } of ofLog) {
    const result = await runTask(own, name, spec(facts[name]!.horizon_days));
    scores.push(measureTask(name, result, await readLabels(engine, name), facts[name]!));
  }
  const horizonDays = facts[ofLog[0]!.name]!.horizon_days;
  for (let earlier = 1; earlier < dates; earlier++) {
    const through = daysBefore(day, earlier * horizonDays);
    const account = await accountOn(through);
    for (const [i, task] of ofLog.entries()) {
      const found = await scoreEarlier(account, own, through, task, horizonDays, python);
      if (found !== null) scores[i]!.dates.push(found);
    }
  }
  for (const scored of scores) say(...taskText(scored));
  return scores;
};

/** Null where the log does not reach so far back. */
const scoreEarlier = async (
  account: Account,
  own: Account,
  day: string,
  { name, spec }: Task,
  horizonDays: number,
  python: string | null,
): Promise<DateScore | null> => {
  try {
    const result = await runTask(account, name, spec(horizonDays));
    return measureDate(day, result, await peersAt(account, own, spec(horizonDays), python));
  } catch (error) {
    if (error instanceof Refusal && tooShort.includes(error.code)) return null;
    throw error;
  }
};

const tooShort: string[] = ["history-too-short", "too-little-to-learn"];

const scoreRaceTasks = async ({ engine, dir }: Bench): Promise<RaceScores | null> => {
  const races = await scoreRaces(engine, await subdirectory(dir, "races"));
  if (races === null) say("The log of races is missing (BELLWETHER_TEST_DATA): its tasks are skipped.");
  else say(...racesText(races));
  return races;
};

const scoreShop = async (customers: number, dir: string, engine: Engine): Promise<ShopScore[]> => {
  const { uploads, truth, optimal: knowable } = await writeShop(dir, customers, 1);
  const account = await buildAccount(engine, dir, uploads);
  const scores: ShopScore[] = [];
  for (const event of ["buys", "cancels"] as const) {
    const { probabilities } = await runTask(account, event, shopSpecs[event]);
    const predicted = Float64Array.from(probabilities.values());
    const known = Float64Array.from(probabilities.keys(), (customer) => truth.get(customer)![event]);
    const optimal = Float64Array.from(probabilities.keys(), (customer) => knowable.get(customer)![event]);
    scores.push({
      event,
      customers,
      people: known.length,
      auc: expectedAuc(predicted, known),
      optimalAuc: expectedAuc(optimal, known),
      trueAuc: expectedAuc(known, known),
      meanPredicted: mean(predicted),
      meanTrue: mean(known),
    });
  }
  say(...shopText(scores));
  return scores;
};

const scoreNullShop = async (dir: string, engine: Engine): Promise<NullScore> => {
  const account = await buildAccount(engine, dir, await writeNullShop(dir, nullCustomers));
  const { probabilities, result } = await runTask(account, "null", shopSpecs.buys);
  const sorted = Float64Array.from(probabilities.values()).sort();
  const { blend, verdict } = result;
  const [min, max] = [sorted[0]!, sorted.at(-1)!];
  const scored = { people: sorted.length, min, max, blend, verdict: verdict.decision };
  say(nullText(scored));
  return scored;
};

const mean = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;

const subdirectory = async (dir: string, name: string): Promise<string> => {
  const made = path.join(dir, name);
  await mkdir(made, { recursive: true });
  return made;
};

const help = `Measures the quality of predictions in the tasks that are named (default all, races and shop; then docs/scoreboard.md is written).

  --dates N      dates of each task, its own included (default 3)
  --python FILE  a Python that can import xgboost (default python3)
`;

await runProgram({
  help,
  options: { dates: { type: "string", default: "3" }, python: { type: "string", default: "python3" } },
  takesNames: true,
  async run(values, { dir, names }) {
    const tempDir = await subdirectory(dir, "spill");
    const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir });
    try {
      const python = (await hasXgboost(values.python)) ? values.python : null;
      await run(names, { engine, dir, dates: numberOf("dates", values.dates), python });
    } finally {
      engine.close();
    }
  },
});
