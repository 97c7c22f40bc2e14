// Dates as the service writes them, read in the short way and as a build reads them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import type { EventColumns } from "../ingest/events.js";
import { timeSql } from "../ingest/missing-dates.js";
import { setUpReading } from "../ingest/read.js";
import { ident, sql } from "../sql/sql.js";
import { strangeValues, withWrittenDates } from "./pending-rows.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "pending-rows-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
  await setUpReading(engine);
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const dates = { format: "date_iso8601", missing: [] } as const;
const column = { name: "datetime", index: 0, sql: ident("c0") };
const stream = {
  time: timeSql(column.sql, dates),
  timeColumn: column,
  timeFormat: dates.format,
  isDated: true,
} as unknown as EventColumns;
const written = withWrittenDates(stream)!;

const rowsOf = (texts: readonly string[]) => engine.createTableOf("arrived rows", { c0: [...texts] });

test("a date that the service writes is the second that a build reads", async () => {
  const moment = fc.date({ min: new Date("1971-01-01"), max: new Date("2037-12-31"), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 200 }), async (moments) => {
      const rows = await rowsOf(moments.map((at) => at.toISOString()));
      const { columns } = await engine.columns(
        sql`select ${written.time} as short, ${stream.time} as usual from ${rows}`,
      );
      expect(columns.short).toEqual(columns.usual);
      expect(await strangeValues(engine, rows, ["text"], [written])).toBe(0);
    }),
    { numRuns: 5 },
  );
});

test("dates in any other spelling, or so far away that they may stand for none, are strange", async () => {
  const texts = [
    "2026-01-31",
    "31.01.2026",
    "",
    "1970-01-01T00:00:00.000Z",
    "2099-12-31T00:00:00.000Z",
    "2026-01-31T10:00:00Z",
  ];
  expect(await strangeValues(engine, await rowsOf(texts), ["text"], [written])).toBe(texts.length);
});
