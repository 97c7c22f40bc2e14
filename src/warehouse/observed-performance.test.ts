import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log } from "../../test/support/event-log.js";
import { secondsPerDay } from "../domain/resource/resource.js";
import type { Objective } from "./cohorts/inputs.js";
import { type Engine, openEngine } from "./engine.js";
import { labelledScores, observedDeciles, scoreSnapshot } from "./observed-performance.js";
import { join, type Relation, sql } from "./sql/sql.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "efficacy-"));
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const cutoff = 100 * secondsPerDay;
const window = { cutoff, until: cutoff + 10 * secondsPerDay };
const end = cutoff + 10 * secondsPerDay;
const again: Objective = {
  attainment: { stream_name: "purchase" },
  eligible: null,
  attrition: null,
  undecided: "not_attained",
  recurring: true,
};

const scoresOf = (...people: [person: number, probability: number, percentile: number][]): Relation =>
  sql`(select * from (values ${join(people.map(([id, p, rank]) => sql`(${id}::bigint, ${p}::double, ${rank}::integer)`))})
    as t(person_id, probability, percentile))`;
const decilesOf = (snapshot: Relation, log: Log, objective = again) =>
  engine.rows<{ people: number; attained: number; expected: number; lowest: number; highest: number }>(
    observedDeciles(labelledScores(snapshot, objective, inputsOf(log), window)),
  );
const attainedOf = async (log: Log, objective = again): Promise<number> =>
  (await decilesOf(scoresOf([1, 0.5, 50]), log, objective))[0]?.attained ?? -1;

test("people are grouped into deciles by their percentile, the highest first", async () => {
  const snapshot = scoresOf([1, 0.9, 100], [2, 0.8, 90], [3, 0.7, 89], [4, 0.1, 9], [5, 0.05, 1]);
  const found = await decilesOf(snapshot, { people: [1, 2, 3, 4, 5], events: [{ person: 2, at: cutoff }] });
  expect(found.map(({ people, attained }) => [people, attained])).toEqual([
    [2, 1],
    [1, 0],
    [2, 0],
  ]);
  expect(found[0]).toMatchObject({ lowest: 0.8, highest: 0.9, expected: 1.7 });
});

test("events at the cutoff count; events before it or at the end of the horizon do not", async () => {
  const at = (time: number) => attainedOf({ people: [1], events: [{ person: 1, at: time }] });
  expect(await at(cutoff - 1)).toBe(0);
  expect(await at(cutoff)).toBe(1);
  expect(await at(end - 1)).toBe(1);
  expect(await at(end)).toBe(0);
});

test("people who no longer exist are left out", async () => {
  expect(await decilesOf(scoresOf([1, 0.5, 50], [2, 0.5, 50]), { people: [2], events: [] })).toMatchObject([
    { people: 1 },
  ]);
});

test("where undecided people are left out of training, they are left out here too", async () => {
  const decided: Objective = {
    ...again,
    attrition: { stream_name: "cancellation" },
    undecided: "left_out",
  };
  const cancelled = { person: 1, at: cutoff, stream: "cancellation" };
  expect(await attainedOf({ people: [1], events: [] }, decided)).toBe(-1);
  expect(await attainedOf({ people: [1], events: [cancelled] }, decided)).toBe(0);
  expect(await attainedOf({ people: [1], events: [cancelled, { person: 1, at: cutoff }] }, decided)).toBe(1);
});

test("a snapshot holds the scored people only", async () => {
  const scores = sql`(select * from (values (2::bigint, 'scored', 0.3, 50), (1::bigint, 'scored', 0.2, 1),
    (3::bigint, 'attained', null, null)) as t(person_id, status, probability, percentile))`;
  const rows = await engine.rows(sql`select t.person_id from (${scoreSnapshot(scores)}) as t`);
  expect(rows).toEqual([{ person_id: 1 }, { person_id: 2 }]);
});

test("of a probability if active, only people who were active within the horizon are counted", async () => {
  const at = (day: number) => day * secondsPerDay;
  const log: Log = {
    people: [1, 2, 3, 4],
    events: [
      { person: 1, at: at(101), kind: "retired" },
      { person: 2, at: at(102), kind: "finished" },
      { person: 3, at: at(99), kind: "retired" },
      { person: 4, at: at(110), kind: "retired" },
    ],
  };
  const retired = { stream_name: "purchase", stream_conditions: [{ property: "kind", _eq: "retired" }] };
  const objective: Objective = { ...again, attainment: retired, active: { stream_name: "purchase" } };
  const snapshot = scoresOf([1, 0.5, 90], [2, 0.25, 60], [3, 0.9, 95], [4, 0.9, 95]);
  const deciles = await decilesOf(snapshot, log, objective);
  expect(deciles.map(({ people, attained, expected }) => [people, attained, expected])).toEqual([
    [1, 1, 0.5],
    [1, 0, 0.25],
  ]);
});
