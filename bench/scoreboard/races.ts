// Races of a public log, as a relational board asks about them: which drivers do not finish, which are among
// the first three of a qualifying session, and at which place they finish on average, of the drivers who take
// part within thirty days. *Rolling*, the history goes up to each date; *frozen*, it ends before the first
// date, and one prediction is judged at all of them.

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Scores } from "../../src/domain/outcome/evaluation.js";
import { score } from "../../src/model/evaluation/metrics.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { ident, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { type Account, buildAccount, runTask, type TaskSpec, type Upload } from "./account.js";
import { csv, mapped, publicFile, writeTo } from "./public-data.js";

const horizon_days = 30;
const dayBeforeFirst = "2005-01-01";
/** A driver's share is drawn to that of all drivers as if by one more race. */
const lastRaces = 10;

interface RaceTask {
  name: string;
  /** File of labels, and its column. */
  labels: { file: string; column: string };
  /** Value of an event of the goal's stream: 1 and 0, or a place. */
  goal: { stream: "race" | "qualifying"; value: Sql };
  spec: TaskSpec;
}

const active = { active_cohort_id: "active", recurring: true, horizon_days };

const chances: readonly RaceTask[] = [
  {
    name: "does not finish",
    labels: { file: "f1/driver-dnf.val.csv", column: "did_not_finish" },
    goal: { stream: "race", value: sql`cast(line.statusId <> '1' as integer)` },
    spec: {
      attainment: { stream_name: "race", stream_conditions: [{ property: "end", _eq: "out" }] },
      eligible: { stream_name: "race" },
      active: { stream_name: "race" },
      outcome: active,
    },
  },
  {
    name: "first three at qualifying",
    labels: { file: "f1/driver-top3.val.csv", column: "qualifying" },
    goal: { stream: "qualifying", value: sql`cast(cast(line.position as double) <= 3 as integer)` },
    spec: {
      attainment: { stream_name: "qualifying", stream_conditions: [{ property: "place", _lte: 3 }] },
      eligible: { stream_name: "race" },
      active: { stream_name: "qualifying" },
      outcome: active,
    },
  },
];

const place: RaceTask = {
  name: "average place",
  labels: { file: "f1/driver-position.val.csv", column: "position" },
  goal: { stream: "race", value: sql`cast(line.positionOrder as double)` },
  spec: {
    attainment: { stream_name: "race" },
    eligible: { stream_name: "race" },
    outcome: { horizon_days, recurring: true, value: { aggregation: "mean", property: "place" } },
  },
};

const rules = ["rolling", "frozen"] as const;
type Rule = (typeof rules)[number];

/** A task by one rule: the drivers of all dates together. */
export interface ChanceScore {
  task: string;
  rule: Rule;
  dates: number;
  /** Drivers who had not raced before, whom nothing is known of. */
  newcomers: number;
  ours: Scores;
  /** The share of a driver's last ten races. */
  lastTen: Scores;
}

/** Mean absolute errors of average places. */
export interface PlaceScore {
  rule: Rule;
  dates: number;
  people: number;
  newcomers: number;
  ours: number;
  lastTen: number;
}

interface Predicted {
  label: number;
  ours: number;
  lastTen: number;
}

export interface RaceScores {
  chances: ChanceScore[];
  places: PlaceScore[];
}

/** Null where the data are missing. */
export const scoreRaces = async (engine: Engine, dir: string): Promise<RaceScores | null> => {
  if (!existsSync(publicFile(chances[0]!.labels.file))) return null;
  const found: RaceScores = { chances: [], places: [] };
  for (const rule of rules) {
    const accountOn = accountsOf(engine, await folder(dir, rule));
    for (const task of chances) {
      const { predicted, ...rest } = await predictAt(task, rule, accountOn);
      const scored = (of: "ours" | "lastTen") =>
        score(
          Float64Array.from(predicted, (one) => one[of]),
          Uint8Array.from(predicted, ({ label }) => label),
        );
      found.chances.push({
        task: task.name,
        rule,
        ...rest,
        ours: scored("ours"),
        lastTen: scored("lastTen"),
      });
    }
    const { predicted, ...rest } = await predictAt(place, rule, accountOn);
    const error = (of: "ours" | "lastTen") =>
      predicted.reduce((sum, one) => sum + Math.abs(one[of] - one.label), 0) / predicted.length;
    found.places.push({
      rule,
      ...rest,
      people: predicted.length,
      ours: error("ours"),
      lastTen: error("lastTen"),
    });
  }
  return found;
};

const predictAt = async (
  task: RaceTask,
  rule: Rule,
  accountOn: (day: string) => Promise<Account>,
): Promise<{ predicted: Predicted[]; dates: number; newcomers: number }> => {
  const { engine } = await accountOn(dayBeforeFirst);
  const labels = await labelsOf(engine, task);
  const days = [...new Set(labels.map(({ day }) => day))];
  const throughs = rule === "rolling" ? days : [dayBeforeFirst];
  const made = new Map<string, Record<"ours" | "lastTen", Map<string, number>>>();
  for (const through of throughs)
    made.set(through, {
      ours: await predictionOf(task, await accountOn(through)),
      lastTen: await lastTenOf(engine, task, through),
    });
  const predicted: Predicted[] = [];
  let newcomers = 0;
  for (const day of days) {
    const { ours, lastTen } = made.get(day) ?? made.get(dayBeforeFirst)!;
    for (const { driver, label } of labels.filter((one) => one.day === day)) {
      const prediction = ours.get(driver);
      if (prediction === undefined) newcomers++;
      else predicted.push({ label, ours: prediction, lastTen: lastTen.get(driver) ?? lastTen.get("")! });
    }
  }
  return { predicted, dates: days.length, newcomers };
};

/** By driver. */
const predictionOf = async ({ name, spec }: RaceTask, account: Account): Promise<Map<string, number>> => {
  const { probabilities, means } = await runTask(account, name.replaceAll(" ", "-"), spec);
  return spec.outcome.value ? means : probabilities;
};

/** The account of each day, built once. */
const accountsOf = (engine: Engine, dir: string) => {
  const accounts = new Map<string, Promise<Account>>();
  return (day: string): Promise<Account> => {
    const account = accounts.get(day) ?? accountThrough(engine, dir, day);
    accounts.set(day, account);
    return account;
  };
};

const accountThrough = async (engine: Engine, dir: string, day: string): Promise<Account> => {
  const at = await folder(dir, day);
  const uploads = await historyThrough(engine, day, at);
  // A second after midnight: events of the day have its date alone, and are known.
  return buildAccount(engine, at, uploads, Date.parse(day) / 1000 + 1);
};

const historyThrough = async (engine: Engine, day: string, dir: string): Promise<Upload[]> => {
  const write = writeTo(engine, dir);
  const races = sql`
    select line.driverId as driver, line.constructorId as team, left(line.date, 10) as date, line.grid,
      line.positionOrder as place, line.points, line.laps,
      case when line.statusId = '1' then 'finished' else 'out' end as "end"
    from ${csv("f1/results.csv.gz")} as line where left(line.date, 10) <= ${day}`;
  const sessions = sql`
    select line.driverId as driver, line.constructorId as team, left(line.date, 10) as date, line.position as place
    from ${csv("f1/qualifying.csv.gz")} as line where left(line.date, 10) <= ${day}`;
  const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
  const race = mapped({ datetime: "date", ...same("team", "grid", "place", "points", "laps", "end") });
  const qualifying = mapped({ datetime: "date", ...same("team", "place") });
  return [
    { file: await write("races", races), customer: "driver", streams: { race: { data_map: race } } },
    {
      file: await write("sessions", sessions),
      customer: "driver",
      streams: { qualifying: { data_map: qualifying } },
    },
  ];
};

const labelsOf = async (
  engine: Engine,
  { labels: { file, column } }: RaceTask,
): Promise<{ day: string; driver: string; label: number }[]> => {
  return engine.rows<{ day: string; driver: string; label: number }>(sql`
    select line.date as day, line.driverId as driver, cast(${ident("line", column)} as double) as label
    from ${csv(file)} as line order by line.date, line.driverId`);
};

/** Mean of the goal in a driver's last ten races, drawn to that of all drivers, which is under no name. */
const lastTenOf = async (
  engine: Engine,
  { goal: { stream, value } }: RaceTask,
  day: string,
): Promise<Map<string, number>> => {
  const file = stream === "race" ? "f1/results.csv.gz" : "f1/qualifying.csv.gz";
  const rows = await engine.rows<{ driver: string; mean: number }>(sql`
    with event as (
      select line.driverId as driver, line.date as date, ${value} as value from ${csv(file)} as line
      where left(line.date, 10) <= ${day}
    ), last as (
      select e.driver, e.value, row_number() over (partition by e.driver order by e.date desc) as n from event as e
    ), average as (
      select avg(l.value) as mean from last as l where l.n <= ${lastRaces}
    )
    select l.driver, (sum(l.value) + any_value(a.mean)) / (count(*) + 1) as mean
    from last as l, average as a where l.n <= ${lastRaces} group by l.driver
    union all select '', a.mean from average as a`);
  return new Map(rows.map(({ driver, mean }) => [driver, mean]));
};

const folder = async (...parts: string[]): Promise<string> => {
  const made = path.join(...parts);
  await mkdir(made, { recursive: true });
  return made;
};
