// node dist/bench/value.js [--python FILE] [log …]
//
// Benchmark of expected amounts on public logs, at three dates each: whom they rank first, how true their
// totals and their deciles are, how many people lie in their 80 % range, and how many totals in their
// interval. Beside: LightGBM with a Tweedie loss on the same frame, BG/NBD with Gamma-Gamma of lifetimes on
// the same log, and what people spent in the last period. Logs without amounts are judged by their counts.

import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { openThreads } from "../src/threads/threads.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { runProgram } from "./program/program.js";
import { buildAccount } from "./scoreboard/account.js";
import { daysBefore, historyOf, readTasks } from "./scoreboard/public-data.js";
import { type Judged, judge, judgedText, summaryText } from "./value/judge.js";
import { type ValueLog, valueLogs } from "./value/logs.js";
import { peersOf } from "./value/peers.js";
import { predictAt } from "./value/predict.js";

const dates = 3;
const run = promisify(execFile);

const help = `Measures expected amounts on the public logs that are named (default all).

  --python FILE  a Python that can import lightgbm and lifetimes (default: one is made, with packages from PyPI)
`;

const judgeAt = async (
  log: ValueLog,
  earlier: number,
  engine: Engine,
  dir: string,
  python: string,
): Promise<Judged> => {
  const { name, horizonDays } = log;
  const accountOn = async (day: string, what: string) => {
    const at = await subdirectory(dir, `${name}-${day}-${what}`);
    const uploads = await historyOf(engine, name, day, at);
    return { at, log: uploads[0]!.file, ...(await buildAccount(engine, at, uploads)) };
  };
  const day = daysBefore(log.through, earlier * horizonDays);
  const [account, later] = [
    await accountOn(day, "now"),
    await accountOn(daysBefore(day, -horizonDays), "later"),
  ];
  await using threads = openThreads(2);
  const predicted = await predictAt(account, later, horizonDays, threads);
  const peers = await peersOf(
    predicted,
    { log, day, file: account.log },
    python,
    await subdirectory(account.at, "peers"),
  );
  return judge(name, day, predicted, peers);
};

const makePython = async (dir: string): Promise<string> => {
  const venv = path.join(dir, "venv");
  await run("python3", ["-m", "venv", venv]);
  await run(path.join(venv, "bin", "pip"), ["install", "--quiet", "lightgbm", "lifetimes"]);
  return path.join(venv, "bin", "python");
};

const subdirectory = async (dir: string, name: string): Promise<string> => {
  const made = path.join(dir, name);
  await mkdir(made, { recursive: true });
  return made;
};

await runProgram({
  help,
  options: { python: { type: "string" } },
  takesNames: true,
  async run(values, { dir, names, screen }) {
    if ((await readTasks()) === null)
      return screen.say("The public logs are missing (BELLWETHER_TEST_DATA).");
    const python = values.python ?? (await makePython(dir));
    const engine = await openEngine({
      memoryMb: 1024,
      threads: 2,
      tempDir: await subdirectory(dir, "spill"),
    });
    const judged: Judged[] = [];
    try {
      for (const log of valueLogs.filter(({ name }) => names.length === 0 || names.includes(name)))
        for (let earlier = 0; earlier < dates; earlier++) {
          const found = await judgeAt(log, earlier, engine, dir, python);
          screen.say(judgedText(found));
          judged.push(found);
        }
    } finally {
      engine.close();
    }
    for (const line of summaryText(judged)) screen.say(line);
  },
});
