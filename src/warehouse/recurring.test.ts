import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monthsIn } from "../domain/data/billing.js";
import { recurringProperties } from "../domain/data/stream-mapping.js";
import { type Engine, openEngine } from "./engine.js";
import { monthsSql } from "./ingest/recurring.js";
import { propertyColumn } from "./property-columns.js";
import {
  monthlyTotals,
  renewalsByMonth,
  runningSubscriptions,
  subscriptionCounts,
  withMonthlyAmounts,
} from "./recurring.js";
import { ident, join, type Relation, sql } from "./sql/sql.js";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(`${tmpdir()}/recurring-`);
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

const seconds = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
/** Person, start, price, months and end. */
type Row = readonly [number, string, number | null, number | null, string?];

const eventsOf = (rows: readonly Row[]): Relation => {
  const [months, until] = Object.values(recurringProperties).map((name) => ident(propertyColumn({ name })));
  const values = rows.map(
    ([person, start, price, each, end]) =>
      sql`(${person}::bigint, ${seconds(start)}::bigint, ${price}::double, ${each}::double, ${end ? seconds(end) : null}::double)`,
  );
  return sql`(select * from (values ${join(values)}) as t (person_id, event_time, value, ${months!}, ${until!}))`;
};

const renewal = async (start: string, months: number, cutoff: string): Promise<string> => {
  const running = runningSubscriptions(eventsOf([[1, start, 10, months]]), seconds(cutoff));
  const { renews_at } = await engine.row<{ renews_at: number }>(running);
  return new Date(renews_at * 1000).toISOString().slice(0, 10);
};

test("a subscription renews on its day of the month, at the cutoff or after it", async () => {
  expect(await renewal("2026-01-15", 1, "2026-03-15")).toBe("2026-03-15");
  expect(await renewal("2026-01-15", 1, "2026-03-16")).toBe("2026-04-15");
  expect(await renewal("2026-01-31", 1, "2026-02-10")).toBe("2026-02-28");
  expect(await renewal("2026-01-31", 1, "2026-03-01")).toBe("2026-03-31");
  expect(await renewal("2024-05-20", 12, "2026-03-01")).toBe("2026-05-20");
  expect(await renewal("2025-11-30", 3, "2026-03-01")).toBe("2026-05-30");
  expect(await renewal("2026-03-01", 7 / (365.25 / 12), "2026-03-15")).toBe("2026-03-15");
  expect(await renewal("2026-03-01", 7 / (365.25 / 12), "2026-03-16")).toBe("2026-03-22");
});

test("a start and an end exactly at the cutoff are in the future", async () => {
  const events = eventsOf([
    [1, "2026-01-01", 10, 1],
    [2, "2026-03-01", 10, 1],
    [3, "2026-01-01", 10, 1, "2026-03-01"],
    [4, "2026-01-01", 10, 1, "2026-02-28"],
  ]);
  const running = await engine.rows<{ person_id: number }>(
    sql`select r.person_id from (${runningSubscriptions(events, seconds("2026-03-01"))}) as r order by r.person_id`,
  );
  expect(running.map(({ person_id }) => person_id)).toEqual([1, 3]);
});

test("money at risk is the sum of what each person brings in a month, by their probability", async () => {
  const events = eventsOf([
    [1, "2026-01-15", 30, 1],
    [1, "2025-06-01", 120, 12],
    [2, "2025-04-10", 90, 3],
    [3, "2026-02-01", 50, null],
    [4, "2026-02-01", null, 1],
    [5, "2026-02-01", 99, 1],
  ]);
  const running = await engine.createTable("running", runningSubscriptions(events, seconds("2026-03-01")));
  const scores = await engine.createTable(
    "scored",
    sql`select * from (values (1::bigint, 'scored', 0.5), (2::bigint, 'scored', 0.1), (3::bigint, 'scored', 0.9),
      (4::bigint, 'scored', 0.9), (5::bigint, 'attained', null)) as t (person_id, status, probability)`,
  );
  const priced = await engine.createTable("priced", withMonthlyAmounts(scores, running));
  expect(await engine.row(monthlyTotals(priced))).toEqual({ monthly: 70, at_risk: 0.5 * 40 + 0.1 * 30 });
  expect(await engine.row(subscriptionCounts(running, priced))).toEqual({ subscriptions: 5, unknown: 2 });
  expect(await engine.rows(renewalsByMonth(running, priced))).toEqual([
    { month: "2026-03", subscriptions: 1, amount: 30 },
    { month: "2026-04", subscriptions: 1, amount: 90 },
    { month: "2026-06", subscriptions: 1, amount: 120 },
  ]);
});

const written: [string, number | null][] = [
  ["month", 1],
  ["Monthly", 1],
  ["every 3 months", 3],
  ["6-month", 6],
  ["P1Y", 12],
  ["P3M", 3],
  ["12", 12],
  ["1.0", 1],
  ["0", null],
  ["99", null],
  ["Pro (annual)", 12],
  ["2 years", 24],
  ["quarterly", 3],
  ["vierteljährlich", 3],
  ["halbjährlich", 6],
  ["Jährlich", 12],
  ["mensuel", 1],
  ["Annuel", 12],
  ["3 mois", 3],
  ["trimestral", 3],
  ["1 año", 12],
  ["semi-annual", 6],
  ["once", null],
  ["Pro", null],
  ["", null],
];
test.each(written)("%s is read as %s months, in rows as in proposals", async (text, months) => {
  const { found } = await engine.row<{ found: number | null }>(
    sql`select ${monthsSql(sql`cast(${text} as varchar)`)} as found`,
  );
  expect(found).toBe(months);
  expect(monthsIn(text)).toBe(months);
});
