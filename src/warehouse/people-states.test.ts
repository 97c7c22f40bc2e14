import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "./engine.js";
import { peopleStates, usualGap } from "./people-states.js";
import { join, sql } from "./sql/sql.js";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/people-states-`);
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

type Event = readonly [person: number, at: string];

const cutoff = Date.parse("2026-03-15T00:00:00Z") / 1000;
const relationOf = (rows: readonly Event[]) =>
  sql`(select * from (values ${join(
    rows.map(([person, at]) => sql`(${person}::bigint, ${Date.parse(`${at}Z`) / 1000}::bigint)`),
  )}) as t (person_id, event_time))`;
const statesOf = (rows: readonly Event[], activeMonths: number, most = 36) =>
  engine.rows<States>(peopleStates(relationOf(rows), { cutoff, activeMonths, most }));

type States = { month: string; new: number; active: number; cooling: number; lost: number };

test("people are new, then active, cooling and lost, and active again with another event", async () => {
  const rows = [
    [1, "2025-08-31T23:59:59"],
    [1, "2026-02-01T00:00:00"],
    [2, "2025-10-10T00:00:00"],
    [2, "2025-10-20T00:00:00"],
    [2, "2025-12-01T00:00:00"],
    [3, "2026-03-15T00:00:00"],
  ] as const;
  expect(await statesOf(rows, 2)).toEqual([
    { month: "2025-08", new: 1, active: 0, cooling: 0, lost: 0 },
    { month: "2025-09", new: 0, active: 1, cooling: 0, lost: 0 },
    { month: "2025-10", new: 1, active: 0, cooling: 1, lost: 0 },
    { month: "2025-11", new: 0, active: 1, cooling: 1, lost: 0 },
    { month: "2025-12", new: 0, active: 1, cooling: 0, lost: 1 },
    { month: "2026-01", new: 0, active: 1, cooling: 0, lost: 1 },
    { month: "2026-02", new: 0, active: 1, cooling: 1, lost: 0 },
  ]);
  expect((await statesOf(rows, 2, 2)).map(({ month }) => month)).toEqual(["2026-01", "2026-02"]);
  expect(await engine.rows(usualGap(relationOf(rows), cutoff))).toEqual([{ usual: 2 }]);
});

test("each month counts everyone who has had an event, as one does by hand", async () => {
  let seed = 7;
  const drawn = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const rows = Array.from({ length: 300 }, () => {
    const at = drawn(26);
    const month = `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return [drawn(60), `${month}-0${1 + drawn(9)}T00:00:00`] as const;
  });
  const indexOf = (at: string) => Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7)) - 1;
  const months = new Map<number, number[]>();
  for (const [person, at] of rows) months.set(person, [...(months.get(person) ?? []), indexOf(at)]);
  const byHand = (month: number): Omit<States, "month"> => {
    const counts = { new: 0, active: 0, cooling: 0, lost: 0 };
    for (const own of months.values()) {
      const past = own.filter((each) => each <= month);
      if (past.length === 0) continue;
      const since = month - Math.max(...past);
      const state =
        Math.min(...own) === month ? "new" : since < 3 ? "active" : since < 6 ? "cooling" : "lost";
      counts[state]++;
    }
    return counts;
  };
  const counted = await statesOf(rows, 3);
  expect(counted.length).toBeGreaterThan(20);
  for (const { month, ...states } of counted) expect(states, month).toEqual(byHand(indexOf(month)));
});

test("without events there are no months, and no gap is usual", async () => {
  const undated = sql`(select 1::bigint as person_id, null::bigint as event_time)`;
  expect(await engine.rows(peopleStates(undated, { cutoff, activeMonths: 3, most: 36 }))).toEqual([]);
  expect(await engine.rows(usualGap(undated, cutoff))).toEqual([{ usual: null }]);
});
