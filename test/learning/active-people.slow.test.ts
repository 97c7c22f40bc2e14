// Probabilities of people if they are active, learned from a log whose truth is known: drivers who take part
// more or less often, and retire more or less often when they do. Both are independent of each other, so a
// probability that mixes them ranks drivers in another order.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { OutcomeConfig, OutcomeResult } from "../../src/domain/outcome/outcome.js";
import type { ScopeResult } from "../../src/domain/pipeline/scope.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type Event, historyStart, personIdOf, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const racers: CohortConfig = { stream_name: "transaction" };
/** A result of 1 is a retirement. */
const retired: CohortConfig = { ...racers, stream_conditions: [{ property: "value", _gte: 1 }] };
const drivers = 600;
const days = 420;

const random = seededRandom(11);
const takesPart = Array.from({ length: drivers }, () => 0.004 + 0.06 * random() ** 2);
const retires = Array.from({ length: drivers }, () => 0.02 + 0.7 * random());
const races: Event[] = Array.from({ length: days }, (_, day) =>
  takesPart.flatMap((share, i) =>
    random() < share
      ? [
          {
            person: personIdOf(i),
            time: historyStart + day * secondsPerDay + 60 * i,
            value: random() < retires[i]! ? 1 : 0,
          },
        ]
      : [],
  ),
).flat();

let root: string;
let engine: Engine;
let account: AccountSnapshot;
let everyone: Scored;
let active: Scored;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "active-people-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), races);
  await buildCohort({ config: racers, account }, tools("racers"));
  everyone = await scored("everyone", {});
  active = await scored("active", { active_cohort_id: "r" });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const dir = (name: string) => path.join(root, name);
const tools = (name: string) => stepTools(engine, dir(name));

interface Scored {
  result: OutcomeResult;
  scoped: ScopeResult;
  probability: Map<string, number>;
}

const scored = async (name: string, further: Partial<OutcomeConfig>, snapshot = account): Promise<Scored> => {
  const config = { attainment_cohort_id: "a", recurring: true, horizon_days: 30, ...further };
  const result = await buildOutcome(
    {
      config,
      attainment: retired,
      eligible: racers,
      attrition: null,
      ...(config.active_cohort_id && { active: racers }),
      account: snapshot,
    },
    tools(name),
  );
  const outcome = {
    id: "o",
    name: "Retires",
    config,
    dir: dir(name),
    result,
    attainmentDir: dir("racers"),
    eligibleDir: dir("racers"),
    attritionDir: null,
  };
  const scope = {
    config: { population: { cohort_ids: ["c"] }, payload: { outcome_ids: ["o"] }, preview: false },
    includeDirs: [dir("racers")],
    excludeDirs: [],
    outcomes: [outcome],
    account: snapshot,
    tracking: null,
  };
  const scoped = await buildScope(scope, tools(`${name}-scope`));
  const rows = await engine.rows<{ id: string; p: number }>(sql`
    select cast(s.person_id as varchar) as id, s.probability_0 as p
    from ${relation(scopeFiles(dir(`${name}-scope`)).scores)} as s`);
  return { result, scoped, probability: new Map(rows.map(({ id, p }) => [id, p])) };
};

/** Probability of at least one retirement within the horizon, of somebody who takes part at least once. */
const truth = (i: number): number => {
  const some = 1 - (1 - takesPart[i]!) ** 30;
  return (1 - (1 - takesPart[i]! * retires[i]!) ** 30) / some;
};

const ranks = (values: readonly number[]): number[] => {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const rank = new Array<number>(values.length);
  order.forEach((at, place) => {
    rank[at] = place;
  });
  return rank;
};
const correlation = (a: readonly number[], b: readonly number[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (of: (i: number) => number) => a.reduce((total, _, i) => total + of(i), 0);
  return (
    sum((i) => (a[i]! - ma) * (b[i]! - mb)) /
    Math.sqrt(sum((i) => (a[i]! - ma) ** 2) * sum((i) => (b[i]! - mb) ** 2))
  );
};
const known = () => [...takesPart.keys()].filter((i) => active.probability.has(`${personIdOf(i)}`));
const agreement = ({ probability }: Scored): number =>
  correlation(
    ranks(known().map((i) => probability.get(`${personIdOf(i)}`)!)),
    ranks(known().map((i) => truth(i))),
  );

test("the probability if active follows the truth of active people, and that of everyone does not", () => {
  expect(agreement(active)).toBeGreaterThan(0.7);
  expect(agreement(active)).toBeGreaterThan(agreement(everyone) + 0.1);
  const errors = known().map((i) => active.probability.get(`${personIdOf(i)}`)! - truth(i));
  expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.05);
});

test("everyone is scored, and only people who took part are learned from and tested", () => {
  expect(active.probability.size).toBe(everyone.probability.size);
  const from = active.result.test_landmark!;
  const before = new Set(races.filter(({ time }) => time < from).map(({ person }) => person));
  const inWindow = races.filter(({ time }) => time >= from && time < from + 30 * secondsPerDay);
  const tested = new Set(inWindow.map(({ person }) => person).filter((person) => before.has(person)));
  expect(active.result.performance.model.people).toBe(tested.size);
  expect(everyone.result.performance.model.people).toBeGreaterThan(tested.size);
});

test("no number of people is promised: the sum has no interval, and inactive people are no drift", () => {
  expect(everyone.scoped.outcomes.o!.expected_interval).toBeDefined();
  expect(active.scoped.outcomes.o!.expected_interval).toBeUndefined();
  expect(active.scoped.outcomes.o!.shift).toBeUndefined();
});

test("events at or after now change no probability", async () => {
  const planted = [0, 3_600, 5 * secondsPerDay].flatMap((after) =>
    Array.from({ length: 100 }, (_, i) => ({
      person: personIdOf(i),
      time: account.dataThrough + after,
      value: 1,
    })),
  );
  const future = await writeAccount(engine, dir("future"), [...races, ...planted]);
  const streams = account.streams.map((stream, i) => ({ ...stream, dir: future.streams[i]!.dir }));
  const after = await scored("after", { active_cohort_id: "r" }, { ...account, streams });
  expect(after.result).toEqual(active.result);
  expect(after.probability).toEqual(active.probability);
});

test("a cohort without events, or a prediction without dates, tells nobody active", async () => {
  const refused = (active: CohortConfig, further: Partial<OutcomeConfig>) =>
    buildOutcome(
      {
        config: { attainment_cohort_id: "a", active_cohort_id: "r", ...further },
        attainment: retired,
        eligible: racers,
        attrition: null,
        active,
        account,
      },
      tools("refused"),
    );
  const gold = { traits: [{ name: "tier", _eq: "gold" }] };
  const code = "active-without-events";
  await expect(refused(gold, { recurring: true, horizon_days: 30 })).rejects.toMatchObject({ code });
  await expect(refused(racers, { prediction_mode: "static" })).rejects.toMatchObject({ code });
});

test("two dozen drivers have different probabilities, by their last few events", async () => {
  const chance = seededRandom(12);
  const field = Array.from({ length: 24 }, (_, i) => (i + 0.5) / 30);
  const series: Event[] = Array.from({ length: 80 }, (_, round) =>
    field.flatMap((share, i) =>
      chance() < 0.9
        ? [
            {
              person: personIdOf(i),
              time: historyStart + 14 * round * secondsPerDay + 60 * i,
              value: chance() < share ? 1 : 0,
            },
          ]
        : [],
    ),
  ).flat();
  const own = await writeAccount(engine, dir("field-account"), series);
  await buildCohort({ config: racers, account: own }, tools("racers"));
  const { result, probability } = await scored("field", { active_cohort_id: "r" }, own);
  expect(Object.keys(result.blend)).not.toEqual(["constant"]);
  expect(result.landmarks.length).toBeGreaterThan(60);
  expect(result.features.slice(0, 10).map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/_goal_share_last_/),
  );
  const found = field.map((_, i) => probability.get(`${personIdOf(i)}`)!);
  expect(correlation(ranks(found), ranks(field))).toBeGreaterThan(0.8);
});
