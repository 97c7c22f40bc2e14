import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "./engine.js";
import { retention } from "./retention.js";
import { join, sql } from "./sql/sql.js";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/retention-`);
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

const seconds = (day: string): number => Date.parse(`${day}Z`) / 1000;

const retained = (
  rows: readonly (readonly [person: number, at: string, value: number | null])[],
  most = 24,
) => {
  const values = rows.map(
    ([person, at, value]) => sql`(${person}::bigint, ${seconds(at)}::bigint, ${value}::double)`,
  );
  const events = sql`(select * from (values ${join(values)}) as t (person_id, event_time, value))`;
  return engine.rows(retention(events, seconds("2026-03-15T00:00:00"), most));
};

test("people are counted once in each month, by the month of their first event", async () => {
  const rows = [
    [1, "2025-12-31T23:59:59", 10],
    [1, "2026-01-01T00:00:00", 5],
    [1, "2026-01-20T00:00:00", 0.1],
    [2, "2025-12-01T00:00:00", 7],
    [2, "2026-02-01T00:00:00", null],
    [3, "2026-01-05T00:00:00", 1],
  ] as const;
  const counted = [
    { month: "2025-12", months_after: 0, people: 2, value: 17 },
    { month: "2025-12", months_after: 1, people: 1, value: 5.1 },
    { month: "2025-12", months_after: 2, people: 1, value: 0 },
    { month: "2026-01", months_after: 0, people: 1, value: 1 },
  ];
  expect(await retained(rows)).toEqual(counted);
  expect(await retained(rows, 1)).toEqual(counted.slice(3));
});

test("an event exactly at the cutoff is future, and one without a time is none", async () => {
  expect(
    await retained([
      [1, "2026-03-14T23:59:59", 1],
      [1, "2026-03-15T00:00:00", 1],
    ]),
  ).toEqual([{ month: "2026-03", months_after: 0, people: 1, value: 1 }]);
  const undated = sql`(select 1::bigint as person_id, null::bigint as event_time, 1::double as value)`;
  expect(await engine.rows(retention(undated, seconds("2026-03-15T00:00:00"), 24))).toEqual([]);
});
