// node dist/bench/scoreboard.js [task …]
//
// Benchmark of prediction quality: nine tasks on public logs, compared with the predictions of other methods for the same
// people, and the sample shop, whose true probabilities are known. The service's own steps build everything. Without task
// names, all tasks run and docs/scoreboard.md is written.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { type Account, buildAccount, runTask } from "./scoreboard/account.js";
import { measureTask, type TaskScore } from "./scoreboard/measure.js";
import {
  type NullScore,
  nullText,
  type ShopScore,
  scoreboardPage,
  shopText,
  taskText,
} from "./scoreboard/page.js";
import { historyOf, readLabels, readTasks, type TaskFacts } from "./scoreboard/public-data.js";
import { expectedAuc, shopSpecs, writeNullShop, writeShop } from "./scoreboard/shop.js";
import { type Task, tasks } from "./scoreboard/tasks.js";

const page = path.resolve(import.meta.dirname, "../../docs/scoreboard.md");
const shopSizes = [5000, 20_000];
const nullCustomers = 5000;

const say = (...lines: string[]): void => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

const run = async (names: readonly string[], dir: string, engine: Engine): Promise<void> => {
  const wanted = (name: string) => names.length === 0 || names.includes(name);
  const scores = await scoreTasks(
    tasks.filter(({ name }) => wanted(name)),
    dir,
    engine,
  );
  if (!wanted("shop")) return;
  const shop: ShopScore[] = [];
  for (const customers of shopSizes)
    shop.push(...(await scoreShop(customers, await subdirectory(dir, `shop-${customers}`), engine)));
  const nullScore = await scoreNullShop(await subdirectory(dir, "null"), engine);
  if (names.length === 0) await writeFile(page, scoreboardPage(scores, shop, nullScore));
};

const scoreTasks = async (chosen: readonly Task[], dir: string, engine: Engine): Promise<TaskScore[]> => {
  const facts = await readTasks();
  if (facts === null) {
    say("The public logs are missing (BELLWETHER_TEST_DATA): their tasks are skipped.");
    return [];
  }
  const scores: TaskScore[] = [];
  for (const log of new Set(chosen.map((task) => task.log))) {
    const ofLog = chosen.filter((task) => task.log === log);
    const through = new Set(ofLog.map(({ name }) => facts[name]!.history_through));
    for (const day of through) {
      const at = await subdirectory(dir, `${log}-${day}`);
      const account = await buildAccount(engine, at, await historyOf(engine, log, day, at));
      for (const task of ofLog.filter(({ name }) => facts[name]!.history_through === day))
        scores.push(await scoreTask(account, task, facts[task.name]!));
    }
  }
  return scores;
};

const scoreTask = async (
  account: Account,
  { name, spec: question }: Task,
  facts: TaskFacts,
): Promise<TaskScore> => {
  const result = await runTask(account, name, question(facts.horizon_days));
  const scored = measureTask(name, result, await readLabels(account.engine, name), facts);
  say(...taskText(scored));
  return scored;
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

const dir = await mkdtemp(path.join(tmpdir(), "bellwether-scoreboard-"));
const engine = await openEngine({
  memoryMb: 1024,
  threads: 2,
  tempDir: await subdirectory(dir, "spill"),
});
try {
  await run(process.argv.slice(2), dir, engine);
} finally {
  engine.close();
  await rm(dir, { recursive: true });
}
