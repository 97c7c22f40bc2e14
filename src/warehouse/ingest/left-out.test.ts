import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnCondition } from "../../domain/resource/condition.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { type CountedReason, noRowAmount, reasonsOf, unmetCondition, unmetCounts } from "./left-out.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: tmpdir() });
});
afterAll(() => engine.close());

const conditions: ColumnCondition[] = [
  { column_name: "order", _eq: "none" },
  { column_name: "state", _eq: "paid" },
];

test("of a condition with a value in each row only the rows are counted, and of others each value", async () => {
  const rows = await engine.createTable(
    "orders",
    sql`select case when i < 10000 then 'o' || i else 'none' end as "order", case i % 3 when 0 then 'open' when 1 then 'late' end as state, 1 as arrival_time
    from range(10300) as t(i)`,
  );
  const textOf = ({ column_name }: ColumnCondition) =>
    column_name === "order" ? sql`r."order"` : sql`r.state`;
  const unmet = unmetCondition(
    conditions,
    (condition) => ({ expression: textOf(condition), type: "text" }),
    textOf,
  );
  const counted = await engine.rows<CountedReason>(
    unmetCounts(rows, { condition: sql`false`, unmet }, noRowAmount),
  );
  const [most, ...others] = reasonsOf(counted, "condition", conditions).sort((a, b) => b.rows - a.rows);
  expect(most).toEqual({ reason: "condition", column_name: "order", rows: 10_000, events: 0, arrived_at: 1 });
  const ofState = { reason: "condition", column_name: "state", rows: 100, events: 0, arrived_at: 1 };
  expect(others).toHaveLength(3);
  for (const value of ["open", "late", null]) expect(others).toContainEqual({ ...ofState, value });
});
