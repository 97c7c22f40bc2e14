import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { StreamResult } from "../../domain/data/stream.js";
import { found, resolution } from "../../domain/people/fixtures.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { cohortFiles, peopleFiles, relation, streamFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { buildCohort } from "./step.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "cohort-step-"));
const dirOf = (name: string) => mkdtempSync(path.join(root, `${name}-`));
const [peopleDir, orderDir, visitDir] = [dirOf("people"), dirOf("order"), dirOf("visit")];

beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 2, tempDir: root });
  const people = sql`select i::bigint as person_id from range(1, 6) as t(i)`;
  const traits = sql`select 5::bigint as person_id, 'tier' as trait, 'gold' as value`;
  const orders = sql`select i::bigint as person_id, (i * 86400)::bigint as event_time, 1.0::double as value,
    case when i % 2 = 0 then 'web' else 'shop' end as p_channel from range(5, 1, -1) as t(i)`;
  const visits = sql`select 1::bigint as person_id, null::bigint as event_time, null::double as value`;
  await engine.writeParquet(people, peopleFiles(peopleDir).people);
  await engine.writeParquet(traits, peopleFiles(peopleDir).traits);
  await engine.writeParquet(orders, streamFiles(orderDir).events);
  await engine.writeParquet(visits, streamFiles(visitDir).events);
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const streamResult = (found: Partial<StreamResult>): StreamResult => ({
  event_count: 0,
  people_count: 0,
  oldest: null,
  newest: null,
  hasValue: false,
  isDated: true,
  properties: {},
  event_contribution_by_dataset: {},
  events_by_month: [],
  ...found,
});
const channel = {
  type: "text" as const,
  statistical_type: "categorical" as const,
  breaks: [],
  categories: [],
  emitted_by_datasets: [],
};
const account: AccountSnapshot = {
  dataThrough: 5 * secondsPerDay,
  peopleDir,
  people: {
    people_count: 5,
    data_through: 5 * secondsPerDay,
    datasets: {},
    traits: [{ name: "tier", type: "text", found }],
    resolution,
  },
  streams: [
    {
      name: "order",
      dir: orderDir,
      result: streamResult({ oldest: 2 * secondsPerDay, hasValue: true, properties: { channel } }),
    },
    { name: "visit", dir: visitDir, result: streamResult({ isDated: false }) },
  ],
  places: [],
};

const build = async (config: CohortConfig) => {
  const dir = dirOf("out");
  const tools = stepTools(engine, dir);
  const result = await buildCohort({ config, account }, tools);
  const members = await engine.rows<{ person_id: number }>(
    sql`select person_id from ${relation(cohortFiles(dir).members)}`,
  );
  return { result, members: members.map(({ person_id }) => person_id) };
};

test("the members as of data_through are written in order and counted", async () => {
  const { result, members } = await build({ stream_name: "order" });
  expect(members).toEqual([2, 3, 4]);
  expect(result).toMatchObject({ population_count: 3 });
});

test("an undated stream, a property, a value and a trait may define a cohort", async () => {
  expect((await build({ stream_name: "visit" })).members).toEqual([1]);
  const onWeb = [
    { property: "channel", _eq: "web" },
    { property: "value", _gte: 1 },
  ];
  expect((await build({ stream_name: "order", stream_conditions: onWeb })).members).toEqual([2, 4]);
  expect((await build({ traits: [{ name: "tier", _eq: "gold" }] })).members).toEqual([5]);
});

test("a cohort may be empty", async () => {
  expect(await build({ stream_name: "order", min_count: 9 })).toMatchObject({
    result: { population_count: 0 },
    members: [],
  });
});

test("membership is counted at the ends of days, weeks and months since the first event, up to now", async () => {
  const { result } = await build({ stream_name: "order" });
  const day = secondsPerDay;
  expect(result.membership).toEqual({
    days: [
      { start: 2 * day, count: 1 },
      { start: 3 * day, count: 2 },
      { start: 4 * day, count: 3 },
    ],
    weeks: [
      { start: -3 * day, count: 2 },
      { start: 4 * day, count: 3 },
    ],
    months: [{ start: 0, count: 3 }],
  });
});

test("without dates membership has no history", async () => {
  const { result } = await build({ traits: [{ name: "tier", _eq: "gold" }] });
  expect(result.membership?.days).toEqual([{ start: 4 * secondsPerDay, count: 1 }]);
  expect(result.membership?.months).toEqual([{ start: 0, count: 1 }]);
});

test.each<[ErrorCode, CohortConfig]>([
  ["stream-unknown", { stream_name: "refund" }],
  ["property-unknown", { stream_name: "order", stream_conditions: [{ property: "colour", _eq: "red" }] }],
  ["property-unknown", { stream_name: "visit", stream_conditions: [{ property: "value", _gt: 1 }] }],
  ["value-missing", { stream_name: "visit", min_value: 1 }],
  ["recency-undated", { stream_name: "visit", recency: { occurrence: "last", max_days: 1 } }],
  ["trait-unknown", { stream_name: "order", traits: [{ name: "size", _null: true }] }],
  [
    "condition-invalid",
    { stream_name: "order", stream_conditions: [{ property: "channel", _matches: "(" }] },
  ],
])("refuses %s", async (code, config) => {
  await expect(build(config)).rejects.toMatchObject({ code });
});
