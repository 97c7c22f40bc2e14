import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { ident, join, list, literal, parquet, sql } from "./sql.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 128, threads: 1, tempDir: await mkdtemp(`${tmpdir()}/sql-`) });
});
afterAll(() => engine.close());

const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));

test("any text passes through the engine unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      expect((await engine.row(sql`select ${value} as x`)).x).toBe(value);
    }),
    { numRuns: 200 },
  );
});

test("any text is a column name", async () => {
  await fc.assert(
    fc.asyncProperty(
      text.filter((name) => name.length > 0),
      async (name) => {
        expect(Object.keys(await engine.row(sql`select 1 as ${ident(name)}`))).toEqual([name]);
      },
    ),
    { numRuns: 200, examples: [["__proto__"]] },
  );
});

test("fragments nest and lists join", () => {
  const where = sql`x in (${list(["a'b", 1, null])})`;
  expect(sql`select * from ${ident("e", "p q")} where ${where}`.text).toBe(
    `select * from "e"."p q" where x in ('a''b', 1, null)`,
  );
  expect(join([]).text).toBe("");
});

test("a value that SQL cannot write is reported as a bug", () => {
  expect(() => literal(Number.NaN)).toThrow();
  expect(() => literal("a\0b")).toThrow();
});

test("several files can be read as one relation", () => {
  expect(parquet(["a.parquet", "b.parquet"]).text).toBe(
    "read_parquet(['a.parquet', 'b.parquet'], union_by_name = true)",
  );
});
