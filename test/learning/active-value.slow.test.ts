// Values that people have if they are active, learned from a log whose truth is known: drivers with a skill of
// their own, who take part in some weeks. Results may be below 0.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { ActiveAggregation } from "../../src/domain/outcome/active-value.js";
import type { OutcomeConfig, OutcomeResult } from "../../src/domain/outcome/outcome.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { normal } from "../../src/model/value/fixtures.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { outcomeFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { type Event, historyStart, personIdOf, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const racers: CohortConfig = { stream_name: "transaction" };
const drivers = 300;
const weeks = 60;
const noise = 3;

const random = seededRandom(5);
const skill = Array.from({ length: drivers }, () => 1 + 4 * normal(random));
const takesPart = Array.from({ length: drivers }, () => 0.1 + 0.4 * random());
const races: Event[] = Array.from({ length: weeks }, (_, week) =>
  skill.flatMap((mean, i) =>
    random() < takesPart[i]!
      ? [
          {
            person: personIdOf(i),
            time: historyStart + (7 * week + i / 600) * secondsPerDay,
            value: mean + noise * normal(random),
          },
        ]
      : [],
  ),
)
  .flat()
  .map((race) => ({ ...race, time: Math.floor(race.time) }));

let root: string;
let engine: Engine;
let account: AccountSnapshot;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "active-value-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), races);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const dir = (name: string) => path.join(root, name);
const tools = (name: string) => stepTools(engine, dir(name));
const valued = (value: OutcomeConfig["value"]): OutcomeConfig => ({
  attainment_cohort_id: "a",
  recurring: true,
  horizon_days: 14,
  ...(value && { value }),
});

const learned = new Map<string, Promise<OutcomeResult>>();
/** An outcome of the same name is learned once. */
const learn = (name: string, config: OutcomeConfig, snapshot = account): Promise<OutcomeResult> => {
  const input = { config, attainment: racers, eligible: racers, attrition: null, account: snapshot };
  const result = learned.get(name) ?? buildOutcome(input, tools(name));
  learned.set(name, result);
  return result;
};

/** The scores of everyone, in order of their ids. */
const scoresOf = async (name: string, config: OutcomeConfig, snapshot = account) => {
  const result = await learn(name, config, snapshot);
  await buildCohort({ config: racers, account: snapshot }, tools(`${name}-racers`));
  const outcome = {
    id: "o",
    name: "Races again",
    config,
    attainment: racers,
    dir: dir(name),
    result,
    attainmentDir: dir(`${name}-racers`),
    eligibleDir: dir(`${name}-racers`),
    attritionDir: null,
  };
  const scope = {
    config: { population: { cohort_ids: ["c"] }, payload: { outcome_ids: ["o"] }, preview: false },
    includeDirs: [dir(`${name}-racers`)],
    excludeDirs: [],
    outcomes: [outcome],
    account: snapshot,
    tracking: null,
  };
  const scoped = await buildScope(scope, tools(`${name}-scope`));
  const rows = await engine.rows<{ id: string; value: number; low: number; high: number; p: number }>(sql`
    select cast(s.person_id as varchar) as id, s.value_if_active_0 as value, s.value_if_active_low_0 as low,
      s.value_if_active_high_0 as high, s.probability_0 as p
    from ${relation(scopeFiles(dir(`${name}-scope`)).scores)} as s order by s.person_id`);
  return { result, scoped, rows };
};

const truthOf = new Map(skill.map((mean, i) => [`${personIdOf(i)}`, mean]));

test("everyone has an expected mean near their skill, also below 0, and a range that holds what comes", async () => {
  const { result, rows, scoped } = await scoresOf("mean", valued({ aggregation: "mean" }));
  expect(rows.length).toBe(new Set(races.map(({ person }) => person)).size);
  const errors = rows.map(({ id, value }) => value - truthOf.get(id)!);
  expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / rows.length)).toBeLessThan(1.3);
  expect(rows.filter(({ value }) => value < 0).length).toBeGreaterThan(50);
  // A further race of each is in the range of the mean over a window of one or two about eight times in ten.
  const held = rows.filter(({ id, low, high }) => {
    const next = truthOf.get(id)! + noise * normal(random);
    return low <= next && next <= high;
  });
  expect(held.length / rows.length).toBeGreaterThan(0.68);
  expect(held.length / rows.length).toBeLessThan(0.9);
  const evaluation = result.value!.if_active!;
  expect(Math.abs(evaluation.range.held / evaluation.range.people - 0.8)).toBeLessThan(0.1);
  expect(evaluation.model.root_mean_squared_error).toBeLessThan(
    evaluation.rules.average.root_mean_squared_error * 0.8,
  );
  expect(evaluation.origins.at(-1)!.landmark).toBe(result.test_landmark);
  const mean = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
  expect(scoped.outcomes.o!.value!.if_active).toMatchObject({ aggregation: "mean", property: null });
  expect(scoped.outcomes.o!.value!.if_active!.expected).toBeCloseTo(mean, 9);
});

test("only people who take part are tested", async () => {
  const result = await learn("mean", valued({ aggregation: "mean" }));
  const { people, observed } = result.value!.if_active!;
  const from = result.test_landmark!;
  const tested = races.filter(({ time }) => time >= from && time < from + 14 * secondsPerDay);
  const before = new Set(races.filter(({ time }) => time < from).map(({ person }) => person));
  const known = new Map<bigint, number[]>();
  for (const { person, value } of tested)
    if (before.has(person)) known.set(person, [...(known.get(person) ?? []), value]);
  const means = [...known.values()].map((values) => values.reduce((a, b) => a + b, 0) / values.length);
  expect(people).toBe(means.length);
  expect(observed).toBeCloseTo(means.reduce((a, b) => a + b, 0) / means.length, 4);
});

test.each(["minimum", "maximum", "last"] satisfies ActiveAggregation[])(
  "the %s is ordered as it must be beside the mean",
  async (aggregation) => {
    const { observed, expected } = (await learn(aggregation, valued({ aggregation }))).value!.if_active!;
    const mean = (await learn("mean", valued({ aggregation: "mean" }))).value!.if_active!;
    const above = { minimum: -1, maximum: 1, last: 0 }[aggregation];
    if (above !== 0) expect(Math.sign(observed - mean.observed)).toBe(above);
    expect(Math.abs(expected - observed)).toBeLessThan(1);
  },
);

test("probabilities, and all else, are those of an outcome without a value", async () => {
  const { value: _, ...others } = await learn("mean", valued({ aggregation: "mean" }));
  expect(others).toEqual(await learn("plain", valued(undefined)));
  const { activeValue, ...stored } = JSON.parse(await readFile(outcomeFiles(dir("mean")).model, "utf8"));
  expect(activeValue).toMatchObject({ figure: { aggregation: "mean", property: null } });
  expect(JSON.stringify(stored)).toBe(await readFile(outcomeFiles(dir("plain")).model, "utf8"));
});

test("events at or after now change no expected value", async () => {
  const planted = [0, 1, 3_600, 5 * secondsPerDay].flatMap((after) =>
    Array.from({ length: 100 }, (_, i) => ({
      person: personIdOf(i),
      time: account.dataThrough + after,
      value: 9_999,
    })),
  );
  const future = await writeAccount(engine, dir("future"), [...races, ...planted]);
  const streams = account.streams.map((stream, i) => ({ ...stream, dir: future.streams[i]!.dir }));
  const config = valued({ aggregation: "mean" });
  const before = await scoresOf("mean", config);
  const after = await scoresOf("after", config, { ...account, streams });
  expect(after.rows).toEqual(before.rows);
  expect(after.result).toEqual(before.result);
});

test("a property without numbers, and a stream without values, are refused with what there is", async () => {
  const place = learn("place", valued({ aggregation: "mean", property: "place" }));
  await expect(place).rejects.toMatchObject({ code: "value-property-missing" });
  const streams = account.streams.map((stream) => ({
    ...stream,
    result: { ...stream.result, hasValue: false },
  }));
  const missing = learn("missing", valued({ aggregation: "last" }), { ...account, streams });
  await expect(missing).rejects.toMatchObject({ code: "value-missing" });
});
