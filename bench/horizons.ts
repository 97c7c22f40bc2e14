// node dist/bench/horizons.js [log …]
//
// Benchmark of several horizons from one fit on public logs, at three dates each: log loss and calibration of
// each horizon, beside a prediction of this horizon alone; whether probabilities rise with the horizon; and
// how many people buy within the 80 % range of their expected date.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openThreads } from "../src/threads/threads.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { type Judged, judge, judgedText, summaryText } from "./horizons/judge.js";
import { type HorizonsLog, horizonsLogs } from "./horizons/logs.js";
import { predictAt } from "./horizons/predict.js";
import { runProgram } from "./program/program.js";
import { buildAccount } from "./scoreboard/account.js";
import { daysBefore, historyOf, readTasks } from "./scoreboard/public-data.js";

const dates = 3;

const help = `Measures several horizons from one fit on the public logs that are named (default all).
`;

const judgeAt = async (log: HorizonsLog, earlier: number, engine: Engine, dir: string): Promise<Judged> => {
  const accountOn = async (day: string, what: string) => {
    const at = path.join(dir, `${log.name}-${day}-${what}`);
    await mkdir(at, { recursive: true });
    return buildAccount(engine, at, await historyOf(engine, log.name, day, at));
  };
  const day = daysBefore(log.through, earlier * log.stepDays);
  const account = await accountOn(day, "now");
  const later = await accountOn(daysBefore(day, -log.horizons.at(-1)!), "later");
  await using threads = openThreads(2);
  return judge(log.name, day, await predictAt(account, later, log, threads), log.horizons);
};

await runProgram({
  help,
  options: {},
  takesNames: true,
  async run(_, { dir, names, screen }) {
    if ((await readTasks()) === null)
      return screen.say("The public logs are missing (BELLWETHER_TEST_DATA).");
    const tempDir = path.join(dir, "spill");
    await mkdir(tempDir, { recursive: true });
    const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir });
    const judged: Judged[] = [];
    try {
      for (const log of horizonsLogs.filter(({ name }) => names.length === 0 || names.includes(name)))
        for (let earlier = 0; earlier < dates; earlier++) {
          const found = await judgeAt(log, earlier, engine, dir);
          screen.say(judgedText(found));
          judged.push(found);
        }
    } finally {
      engine.close();
    }
    for (const line of summaryText(judged)) screen.say(line);
  },
});
