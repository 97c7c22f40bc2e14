// node dist/bench/coverage.js [--people 1500] [task …]
//
// Benchmark of claims: how often 95 % intervals of the AUC and of expected numbers hold. The procedure is
// repeated at every plain landmark of every log, so there are many more dates than a model is tested at. At
// each, the intervals are those that the service would have claimed from the dates that had ended by then;
// the truth is what was delivered there, and what happened after it.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { aucIntervalOf } from "../src/builds/outcome/origins.js";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { secondsPerDay } from "../src/domain/resource/resource.js";
import { score } from "../src/model/evaluation/metrics.js";
import { countMinority, countPositives } from "../src/model/numeric/labels.js";
import { levelMargin, totalInterval } from "../src/model/propensity/expected-total.js";
import {
  type DeliveredOrigin,
  deliverOrigins,
  endedOrigins,
  scoreOrigin,
  spreadOrigins,
} from "../src/model/propensity/origins.js";
import {
  endedBefore,
  isEnoughToTrain,
  landmarksOf,
  rowsAt,
  samplePeople,
} from "../src/model/propensity/rows.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { numberOf, runProgram } from "./program/program.js";
import { type Account, buildAccount, type TaskSpec } from "./scoreboard/account.js";
import { plainFrames } from "./scoreboard/plain-frames.js";
import { historyOf, readTasks } from "./scoreboard/public-data.js";
import { shopSpecs, writeShop } from "./scoreboard/shop.js";
import { tasks } from "./scoreboard/tasks.js";

const shopCustomers = 5000;
/** The newest landmarks, at which there are claims. */
const maxLandmarks = 24;

/** A day after all logs. */
const wholeLog = "9999-12-31";

/** Claims that were made before a date, compared with what came. */
interface Claim {
  aucHeld: boolean;
  aucWidth: number;
  countHeld: boolean;
  /** Upper bound over lower bound. */
  countRatio: number;
}

interface TaskClaims {
  name: string;
  claims: Claim[];
}

const help = `Counts how often 95 % intervals hold, for the tasks that are named (default all, and the sample shop).

  --people N     people of a log, drawn at random (default 1500)
`;

const main = () =>
  runProgram({
    help,
    options: { people: { type: "string", default: "1500" } },
    takesNames: true,
    async run(values, { dir, screen, names }) {
      const people = numberOf("people", values.people);
      const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir: dir });
      const found: TaskClaims[] = [];
      try {
        for await (const { name, account, spec } of chosenTasks(engine, dir, names, screen)) {
          screen.progress(name);
          found.push({ name, claims: await claimsOf(account, spec, people) });
        }
      } finally {
        engine.close();
      }
      for (const line of text(found)) screen.say(line);
    },
  });

interface ChosenTask {
  name: string;
  account: Account;
  spec: TaskSpec;
}

async function* chosenTasks(
  engine: Engine,
  dir: string,
  names: readonly string[],
  screen: Screen,
): AsyncGenerator<ChosenTask> {
  const isChosen = (name: string) => names.length === 0 || names.includes(name);
  const facts = await readTasks();
  if (facts === null) screen.say("The public logs are missing (BELLWETHER_TEST_DATA): they are skipped.");
  for (const { name, log, spec } of facts === null ? [] : tasks.filter((task) => isChosen(task.name))) {
    const { horizon_days } = facts![name]!;
    const at = path.join(dir, name);
    await mkdir(at);
    const account = await buildAccount(engine, at, await historyOf(engine, log, wholeLog, at));
    yield { name, account, spec: spec(horizon_days) };
  }
  if (!isChosen("shop")) return;
  const at = path.join(dir, "shop");
  await mkdir(at);
  const account = await buildAccount(engine, at, (await writeShop(at, shopCustomers, 1)).uploads);
  for (const event of ["buys", "cancels"] as const)
    yield { name: `shop_${event}`, account, spec: shopSpecs[event] };
}

const claimsOf = async (account: Account, spec: TaskSpec, people: number): Promise<Claim[]> => {
  const horizonSeconds = spec.outcome.horizon_days! * secondsPerDay;
  const { training, options } = await plainFrames(account, spec, Number.POSITIVE_INFINITY);
  const all = samplePeople(training, people * landmarksOf(training).length, 1);
  const possible = landmarksOf(all)
    .slice(-maxLandmarks)
    .filter(
      (landmark) =>
        countMinority(rowsAt(all, landmark).label) > 1 &&
        isEnoughToTrain(endedBefore(all, landmark, horizonSeconds)),
    );
  const scored = possible.map((landmark) => scoreOrigin(all, landmark, horizonSeconds, options));
  const delivered = deliverOrigins(scored, horizonSeconds, options.people);
  return delivered.flatMap((date) => {
    const known = spreadOrigins(endedOrigins(delivered, date.landmark, horizonSeconds));
    return known.length === 0 ? [] : [claimAt(date, known, horizonSeconds)];
  });
};

const claimAt = (
  { probability, scored: { label } }: DeliveredOrigin,
  known: DeliveredOrigin[],
  horizonSeconds: number,
): Claim => {
  const dates = known.map(({ landmark, probability, scored }) => ({
    landmark,
    probability,
    label: scored.label,
  }));
  const auc = aucIntervalOf(dates, horizonSeconds)!;
  const total = {
    people: label.length,
    expected: probability.reduce((sum, p) => sum + p, 0),
    variance: probability.reduce((sum, p) => sum + p * (1 - p), 0),
  };
  const count = totalInterval(total, levelMargin(known, horizonSeconds));
  const converted = countPositives(label);
  const measured = score(probability, label).auc;
  return {
    aucHeld: auc.low <= measured && measured <= auc.high,
    aucWidth: auc.high - auc.low,
    countHeld: count.low <= converted && converted <= count.high,
    countRatio: count.high / count.low,
  };
};

const head = ["task", "claims", "AUC held", "median width", "count held", "median high / low"];

const text = (found: readonly TaskClaims[]): string[] => {
  const rows = found.filter(({ claims }) => claims.length > 0);
  const all = { name: "all claims", claims: rows.flatMap(({ claims }) => claims) };
  const [auc, count] = [heldShare(all.claims, "aucHeld"), heldShare(all.claims, "countHeld")];
  const bar = (what: string, held: number) =>
    `${held >= 0.9 ? "met" : "MISSED"}: 95 % intervals of ${what} hold at least 90 times in 100: ${percent(held)}`;
  return [...table(head, [...rows, all].map(row)), "", bar("the AUC", auc), bar("expected numbers", count)];
};

const row = ({ name, claims }: TaskClaims): string[] => [
  name,
  String(claims.length),
  percent(heldShare(claims, "aucHeld")),
  median(claims.map(({ aucWidth }) => aucWidth)).toFixed(3),
  percent(heldShare(claims, "countHeld")),
  median(claims.map(({ countRatio }) => countRatio)).toFixed(2),
];

const heldShare = (claims: readonly Claim[], of: "aucHeld" | "countHeld"): number =>
  claims.filter((claim) => claim[of]).length / claims.length;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const percent = (x: number): string => `${(100 * x).toFixed(0)} %`;

await main();
