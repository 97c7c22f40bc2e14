import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendFrames, type Frame } from "../domain/outcome/frame.js";
import {
  cutoff,
  daysBefore,
  eventsRelation,
  planOf,
  testEngine,
  traitsRelation,
} from "./features/fixtures.js";
import type { FeatureRelations } from "./features/histories.js";
import { keyRanges } from "./features/key-range.js";
import { populationFrames, readFrame } from "./frame.js";
import { parquet, sql } from "./sql/sql.js";

const engine = testEngine();
const plan = {
  features: planOf(["visit"]).features.filter(({ name }) =>
    ["visit_count_30d", "days_since_last_visit"].includes(name),
  ),
};
const dir = mkdtempSync(path.join(tmpdir(), "frame-"));
const events = path.join(dir, "events.parquet");
const relations: FeatureRelations = { events: () => parquet(events), traits: traitsRelation([]) };

beforeAll(async () => {
  const visits = [
    { person: 7, time: daysBefore(40) },
    { person: 7, time: daysBefore(4) },
    { person: 9, time: daysBefore(60) },
  ];
  await engine().writeParquet(
    sql`select * from ${eventsRelation(visits)} order by person_id, event_time`,
    events,
  );
});
afterAll(() => rmSync(dir, { recursive: true }));

const spine = (people: number) => sql`
  select cast(i as bigint) as person_id, cast(${cutoff} as bigint) as landmark, cast(i % 2 as integer) as label
  from range(${people}) as people(i)`;

test("a frame has rows in order of person, NaN for unknown features, and labels", async () => {
  const frame = await readFrame(engine(), plan, relations, spine(10), cutoff);
  expect(frame.personId).toEqual(BigInt64Array.from({ length: 10 }, (_, i) => BigInt(i)));
  expect(frame.landmark).toEqual(new Float64Array(10).fill(cutoff));
  expect(frame.label).toEqual(Uint8Array.from([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]));
  expect(frame.names).toEqual(["visit_count_30d", "days_since_last_visit"]);
  const none = Number.NaN;
  expect(frame.columns[0]).toEqual(Float32Array.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 0]));
  expect(frame.columns[1]).toEqual(
    Float32Array.from([none, none, none, none, none, none, none, 4, none, 60]),
  );
});

test("a spine without labels gives a frame for scoring", async () => {
  const unlabelled = sql`select s.person_id, s.landmark from (${spine(3)}) as s`;
  expect((await readFrame(engine(), plan, relations, unlabelled, cutoff)).label).toBeNull();
});

test("an empty spine gives an empty frame", async () => {
  const frame = await readFrame(engine(), plan, relations, spine(0), cutoff);
  expect(frame).toMatchObject({ rows: 0, names: ["visit_count_30d", "days_since_last_visit"] });
  expect(frame.columns.map((column) => column.length)).toEqual([0, 0]);
});

test("a person with two rows in the spine and a label other than 0 or 1 are bugs", async () => {
  const twice = sql`${spine(2)} union all ${spine(2)}`;
  await expect(readFrame(engine(), plan, relations, twice, cutoff)).rejects.toThrow("two rows");
  const unknown = sql`select s.person_id, s.landmark, cast(null as integer) as label from (${spine(2)}) as s`;
  await expect(readFrame(engine(), plan, relations, unknown, cutoff)).rejects.toThrow("not a label");
});

test("the frames of a population, appended, equal its single frame", async () => {
  const spread = sql`
    select s.person_id * ${2n ** 57n} + s.person_id as person_id, s.landmark, s.label from (${spine(60)}) as s`;
  const parts: Frame[] = [];
  for await (const frame of populationFrames(engine(), plan, relations, spread, cutoff, 60, 10))
    parts.push(frame);
  expect(parts.length).toBe(6);
  expect(appendFrames(parts)).toEqual(await readFrame(engine(), plan, relations, spread, cutoff));
});

test("key ranges meet without overlap and the last is open", () => {
  const ranges = keyRanges(3);
  expect(ranges[0]!.from).toBe(0n);
  expect(ranges.map(({ until }) => until)).toEqual([ranges[1]!.from, ranges[2]!.from, null]);
  expect(keyRanges(0)).toEqual([{ from: 0n, until: null }]);
});
