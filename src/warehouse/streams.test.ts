import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../domain/resource/limits.js";
import { secondsPerDay } from "../domain/resource/resource.js";
import { type Engine, openEngine } from "./engine.js";
import { sql } from "./sql/sql.js";
import { staleness, topCategories } from "./streams.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({
    memoryMb: 256,
    threads: 1,
    tempDir: await mkdtemp(path.join(tmpdir(), "silence-")),
  });
});
afterAll(() => engine.close());

const start = 1_700_000_000;
const silenceOf = async (days: readonly number[], dataThrough: number) => {
  const event_time = BigInt64Array.from(days, (day) => BigInt(Math.round(start + day * secondsPerDay)));
  const events = await engine.createTableOf("events", { event_time });
  return engine.rows(staleness(events, start + dataThrough * secondsPerDay));
};

test("the usual gap of a weekly stream is seven days", async () => {
  const weekly = Array.from({ length: 20 }, (_, week) => 7 * week);
  expect(await silenceOf(weekly, 19 * 7 + 3)).toEqual([{ quiet_days: 3, usual_gap_days: 7 }]);
});

test("several events of a day count once, and the quiet time begins with the last of them", async () => {
  const daily = Array.from({ length: 60 }, (_, i) => Math.floor(i / 3) + (i % 3) / 100);
  const [row] = await silenceOf(daily, 29.02);
  expect(row).toMatchObject({ usual_gap_days: 1 });
  expect(row!.quiet_days).toBeCloseTo(10, 3);
});

test("an event after the end of the data is ignored", async () => {
  const weekly = Array.from({ length: 20 }, (_, week) => 7 * week);
  expect(await silenceOf([...weekly, 400], 19 * 7 + 30)).toEqual([{ quiet_days: 30, usual_gap_days: 7 }]);
});

test("a stream with few active days has no usual gap", async () => {
  expect(await silenceOf([0, 100, 200], 900)).toEqual([]);
});

test("a text longer than a category may be is not listed, ten times as long neither", async () => {
  const { is: most } = limits.categoryCharacters;
  const lengths = [1, most, most + 1, 10 * most];
  const p_note = lengths.map((length) => "x".repeat(length));
  const events = await engine.createTableOf("noted", { p_note });
  const found = await engine.rows<{ name: string }>(topCategories(events, { name: "note", type: "text" }));
  expect(found.map(({ name }) => name.length)).toEqual([1, most]);
  expect(await engine.count(sql`(${topCategories(events, { name: "note", type: "text" })})`)).toBe(2);
});
