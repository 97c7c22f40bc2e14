import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { EventSummary, StreamProperty } from "../../domain/data/dataset-findings.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { valuesOf } from "../../warehouse/persons/fixtures.js";
import { datasetFiles, peopleFiles, relation, streamFiles } from "../../warehouse/relations.js";
import { type SqlValue, sql } from "../../warehouse/sql/sql.js";
import { buildStream } from "./step.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "stream-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  const persons = valuesOf({ identity_key: bigint, person_id: bigint, first_seen: bigint }, [
    [1, 10, 0],
    [2, 20, 0],
    [3, 10, 0],
  ]);
  await engine.writeParquet(persons, peopleFiles(root).persons);
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const bigint = sql`bigint`;
const number = (name: string): StreamProperty => ({ name, type: "number" });
const text = (name: string): StreamProperty => ({ name, type: "text" });

/**
 * Events as [identity_key, event_time, arrival_time, value, …properties]; identities 1 and 3 are person 10,
 * and 4 has no person.
 */
const emitter = async (
  id: string,
  properties: StreamProperty[],
  events: SqlValue[][],
  summary: Partial<EventSummary> = {},
) => {
  const dir = await mkdtemp(path.join(root, "dataset-"));
  mkdirSync(path.join(dir, "events"));
  const columns = {
    identity_key: bigint,
    event_time: bigint,
    arrival_time: bigint,
    value: sql`double`,
    ...Object.fromEntries(
      properties.map(({ name, type }) => [`p_${name}`, type === "number" ? sql`double` : sql`varchar`]),
    ),
  };
  await engine.writeParquet(valuesOf(columns, events), datasetFiles(dir).events("buy"));
  const found = { events: events.length, oldest: null, newest: null, hasValue: true, isDated: true };
  const counts = { rows: 1, events: 1, without_customer: 0, customers: 1, repeat_customers: 0 };
  return { id, dir, summary: { ...found, counts, properties, ...summary } };
};

const build = async (...datasets: Awaited<ReturnType<typeof emitter>>[]) => {
  const dir = await mkdtemp(path.join(root, "built-"));
  const tools = stepTools(engine, dir);
  const result = await buildStream({ name: "buy", datasets, peopleDir: root }, tools);
  return { result, file: streamFiles(dir).events };
};

test("events have their person and are sorted by person, time, arrival and value; events without a person are left out", async () => {
  const shop = await emitter(
    "shop",
    [],
    [
      [2, 100, 1, 5],
      [3, 300, 1, 2],
      [4, 50, 1, 9],
      [1, 300, 1, 1],
    ],
  );
  const app = await emitter("app", [], [[1, 200, 2, null]]);
  const { result, file } = await build(shop, app);
  expect(await engine.rows(sql`from ${relation(file)}`)).toEqual([
    { person_id: 10, event_time: 200, arrival_time: 2, value: null },
    { person_id: 10, event_time: 300, arrival_time: 1, value: 1 },
    { person_id: 10, event_time: 300, arrival_time: 1, value: 2 },
    { person_id: 20, event_time: 100, arrival_time: 1, value: 5 },
  ]);
  expect(result).toMatchObject({ event_count: 4, people_count: 2, oldest: 100, newest: 300 });
  expect(result.event_contribution_by_dataset).toEqual({ shop: 3, app: 1 });
});

test("a dated stream has a summary of each person: events, exact value, first and last times", async () => {
  const times = [50, 40, 30, 20, 10, 20];
  const shop = await emitter("shop", [], [...times.map((time) => [1, time, 1, 0.1]), [2, 7, 1, null]]);
  const { result, file } = await build(shop);
  expect(result.isSummarised).toBe(true);
  const { summary } = streamFiles(path.dirname(file));
  const rows = sql`select person_id, events, cast(value as varchar) as value, cast(first_times as varchar) as first_times,
    last_time from ${relation(summary)}`;
  expect(await engine.rows(rows)).toEqual([
    { person_id: 10, events: 6, value: "0.600000", first_times: "[10, 20, 20, 30]", last_time: 50 },
    { person_id: 20, events: 1, value: "0.000000", first_times: "[7]", last_time: 7 },
  ]);
});

test("a property that is a number in one dataset and a text in another is a text, and whole numbers have one spelling", async () => {
  const shop = await emitter("shop", [number("size"), text("color")], [[1, 1, 1, 1, 5, "red"]]);
  const app = await emitter("app", [text("size")], [[2, 1, 1, 1, "5"]]);
  const half = await emitter("half", [number("size")], [[2, 2, 1, 1, 0.5]]);
  const { result, file } = await build(shop, app, half);
  expect(await engine.rows(sql`select p_color, p_size from ${relation(file)}`)).toEqual([
    { p_color: "red", p_size: "5" },
    { p_color: null, p_size: "5" },
    { p_color: null, p_size: "0.5" },
  ]);
  expect(result.properties).toEqual({
    color: {
      type: "text",
      statistical_type: "categorical",
      breaks: [],
      categories: [{ name: "red", count: 1 }],
      emitted_by_datasets: ["shop"],
    },
    size: {
      type: "text",
      statistical_type: "categorical",
      breaks: [],
      categories: [
        { name: "5", count: 2 },
        { name: "0.5", count: 1 },
      ],
      emitted_by_datasets: ["app", "half", "shop"],
    },
  });
});

test("numbers are summarised by the largest value of each decile", async () => {
  const events = Array.from({ length: 50 }, (_, i) => [1, i, 1, 1, i + 1]);
  const { result } = await build(await emitter("shop", [number("size")], [...events, [1, 1, 1, 1, null]]));
  expect(result.properties.size).toMatchObject({
    statistical_type: "continuous",
    breaks: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
  });
});

test("a number that is almost constant has few distinct deciles", async () => {
  const events = [0, 0, 0, 0, 0, 0, 0, 0, 0, 7].map((size, i) => [1, i, 1, 1, size]);
  const { result } = await build(await emitter("shop", [number("size")], events));
  expect(result.properties.size?.breaks).toEqual([0, 7]);
});

test("texts are summarised by their twenty most frequent values", async () => {
  const events = Array.from({ length: 30 }, (_, i) => [1, i, 1, 1, `c${String(i).padStart(2, "0")}`]);
  const { result } = await build(await emitter("shop", [text("color")], [...events, [1, 99, 1, 1, "c29"]]));
  const { categories } = result.properties.color!;
  expect(categories).toHaveLength(20);
  expect(categories.slice(0, 2)).toEqual([
    { name: "c29", count: 2 },
    { name: "c00", count: 1 },
  ]);
});

test("a stream without events is an empty file with all its columns", async () => {
  const { result, file } = await build(
    await emitter("shop", [number("size")], [], { hasValue: false }),
    await emitter("app", [text("color")], [[4, 1, 1, 1, "red"]], { hasValue: false }),
  );
  const columns = await engine.rows<{ column_name: string }>(sql`describe from ${relation(file)}`);
  expect(columns.map(({ column_name }) => column_name)).toEqual([
    "person_id",
    "event_time",
    "arrival_time",
    "value",
    "p_color",
    "p_size",
  ]);
  expect(result).toMatchObject({ event_count: 0, people_count: 0, oldest: null, newest: null });
  expect(result.hasValue).toBe(false);
});

test("one dataset without dates makes the stream undated", async () => {
  const dated = await emitter("shop", [], [[1, 1, 1, 1]]);
  const undated = await emitter("list", [], [[2, null, 1, 1]], { isDated: false });
  expect((await build(dated)).result.isDated).toBe(true);
  expect((await build(dated, undated)).result.isDated).toBe(false);
});

test("the order of datasets changes no byte, also if events differ in a property alone", async () => {
  const red = await emitter("a", [text("color")], [[1, 1, 1, 1, "red"]]);
  const blue = await emitter("b", [text("color")], [[1, 1, 1, 1, "blue"]]);
  const [one, other] = [await build(red, blue), await build(blue, red)];
  expect((await readFile(one.file)).equals(await readFile(other.file))).toBe(true);
});

test("events are counted by month in UTC, and months without events are left out", async () => {
  const at = (text: string) => Date.parse(text) / 1000;
  const shop = await emitter(
    "shop",
    [],
    [
      [1, at("2024-01-31T23:59:59Z"), 1, 5],
      [2, at("2024-01-05T00:00:00Z"), 1, 5],
      [3, at("2024-01-06T00:00:00Z"), 1, 5],
      [2, at("2024-03-01T00:00:00Z"), 1, 5],
    ],
  );
  const { result } = await build(shop);
  expect(result.events_by_month).toEqual([
    { month: "2024-01", event_count: 3, people_count: 2 },
    { month: "2024-03", event_count: 1, people_count: 1 },
  ]);
});
