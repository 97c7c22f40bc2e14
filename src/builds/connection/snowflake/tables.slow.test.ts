// Reading and writing tables of Snowflake through the whole connector: its protocol is that of the strict test server, its SQL that of
// fakesnow, an emulator by others. The connector has not run against Snowflake itself. Skipped without python3-venv and PyPI.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startFakesnow } from "../../../../test/support/fakesnow.js";
import { type SnowflakeInTests, startSnowflake } from "../../../../test/support/snowflake.js";
import type { SnowflakeOptions } from "../../../domain/connection.js";
import { type Engine, openEngine, type Row } from "../../../warehouse/engine.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { buildConnection } from "../step.js";
import { withDatabase } from "../with-database.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-snowflake-tables-"));
const emulator = await startFakesnow();
let server: SnowflakeInTests;
let engine: Engine;
beforeAll(async () => {
  if (!emulator) return;
  server = await startSnowflake(root, emulator.engine);
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  await emulator.engine('create schema "SHOP"."My Schema"', []);
});
afterAll(async () => {
  await server?.close();
  await emulator?.stop();
  engine?.close();
  rmSync(root, { recursive: true });
});
beforeEach(({ skip }) => {
  if (!emulator) skip();
});

const query = async (statement: string) => emulator!.engine(statement, []);
const connect = async (options: Partial<SnowflakeOptions> = {}) =>
  buildConnection(server.access(options), {
    ...{ engine, dir: await mkdtemp(path.join(root, "built-")), now: Date.UTC(2026, 0, 1), seed: 1 },
    progress: () => {},
  });
const fileOf = async (table: string): Promise<string> => {
  const file = path.join(await mkdtemp(path.join(root, "file-")), "table.csv");
  await withDatabase(server.access(), (database) => database.saveTable(table, file));
  return readFileSync(file, "utf8");
};

test("a connection lists the tables of its schema, whose names keep their case", async () => {
  await query('create table "SHOP"."My Schema"."Zebra" (a int)');
  await query('create table "SHOP"."My Schema"."apple" (b int)');
  expect(await connect()).toEqual({ tables: ["Zebra", "apple"] });
  await expect(connect({ schema: "MY SCHEMA" })).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("there is no schema MY SCHEMA"),
  });
});

test("a file has every value as text without loss", async () => {
  await query(`create table "SHOP"."My Schema"."Odd ""all""" ("Of, all" varchar, "when" timestamp_tz, local timestamp_ntz, d date,
    n number(38, 2), whole number(38, 0), f float, b boolean, bytes binary, v variant)`);
  await query(`insert into "SHOP"."My Schema"."Odd ""all""" select 'two\\nlines, "quoted"', '2025-01-02 03:04:05 +0200'::timestamp_tz,
    '2025-01-02 03:04:05.123'::timestamp_ntz, '2025-01-02'::date, 1234567890123456.50, 1234567890123456789, 0.1, true,
    to_binary('AB', 'HEX'), parse_json('{"a":[1,"x"]}')`);
  await query(
    `insert into "SHOP"."My Schema"."Odd ""all""" ("Of, all", f) values (null, 12345678), ('', null)`,
  );
  const [header, ...lines] = (await fileOf('Odd "all"')).split(/\n(?="|,|$)/);
  expect(header).toBe('"Of, all","when","LOCAL","D","N","WHOLE","F","B","BYTES","V"');
  expect(lines.sort()).toEqual([
    "",
    '"",,,,,,,,,',
    '"two\nlines, ""quoted""","2025-01-02 01:04:05","2025-01-02 03:04:05.123","2025-01-02","1234567890123456.50","1234567890123456789","0.1","true","qw==","{""a"":[1,""x""]}"',
    ',,,,,,"12345678",,,',
  ]);
});

test("a table that is not there is refused with those that are", async () => {
  await expect(fileOf("zebra")).rejects.toMatchObject({
    code: "table-unknown",
    message: expect.stringContaining("Zebra"),
  });
});

const columns: WrittenColumn[] = [
  { name: "person_id", type: "bigint" },
  { name: "Who is it", type: "text" },
  { name: "p", type: "double precision" },
  { name: "is_in", type: "boolean" },
];
const rowOf = (
  person_id: bigint | number,
  who: string | null,
  p: number | null = 0.5,
  is_in = true,
): Row => ({
  ...{ person_id, "Who is it": who, p, is_in },
});
async function* batchesOf(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}
const write = (table: string, rows: AsyncIterable<Row[]>, overrides: Partial<WrittenTable> = {}) =>
  withDatabase(server.access(), (database) =>
    database.writeTable({ table, mark: "Written by us.", columns, key: null, ...overrides }, rows),
  );
const rowsOf = async (table: string) => query(`select * from "SHOP"."My Schema"."${table}" order by 1`);
const tables = async () => (await connect()).tables;

test("rows keep large integers, nulls and every character", async () => {
  const odd = `it's "odd", \\n\n${"é🦉"}`;
  await write("Scores", batchesOf([rowOf(2n ** 62n, odd, 0.1)], [rowOf(1, null, null, false)]));
  expect(await rowsOf("Scores")).toEqual([
    ["1", null, null, "false"],
    [String(2n ** 62n), odd, "0.1", "true"],
  ]);
  expect(await tables()).not.toContain("Scores__staged");
});

test("earlier rows are replaced, in one statement", async () => {
  server.executed = [];
  await write("Scores", batchesOf([rowOf(3, "Cy")]));
  expect(await rowsOf("Scores")).toEqual([["3", "Cy", "0.5", "true"]]);
  const writing = server.executed.filter(({ statement }) =>
    statement.includes('into "SHOP"."My Schema"."Scores" '),
  );
  expect(writing.map(({ statement }) => statement)).toEqual([
    expect.stringMatching(/^insert overwrite into/),
  ]);
});

test("a write that fails half way keeps the earlier rows, and the next one succeeds", async () => {
  async function* failing(): AsyncGenerator<Row[]> {
    yield [rowOf(4, "Di")];
    throw new Error("no more");
  }
  await expect(write("Scores", failing())).rejects.toThrow("no more");
  expect(await rowsOf("Scores")).toEqual([["3", "Cy", "0.5", "true"]]);
  await write("Scores", batchesOf([rowOf(5, "Ed")]));
  expect(await rowsOf("Scores")).toHaveLength(1);
});

test("a change of columns replaces the table", async () => {
  const other: WrittenColumn[] = [{ name: "n", type: "bigint" }];
  await write("Changing", batchesOf([rowOf(1, "Al")]));
  await write("Changing", batchesOf([{ n: 7 }]), { columns: other });
  expect(await rowsOf("Changing")).toEqual([["7"]]);
  expect(await tables()).not.toContain("Changing__staged");
});

test("a merge writes only the rows that are new, changed or gone", async () => {
  const merge = (...rows: Row[]) => write("Merged", batchesOf(rows), { key: ["person_id", "is_in"] });
  await merge(rowOf(1, "Al"), rowOf(2, null), rowOf(3, "Cy"));
  server.executed = [];
  await merge(rowOf(1, "Al", null), rowOf(2, null), rowOf(4, "Di"));
  expect(await rowsOf("Merged")).toEqual([
    ["1", "Al", null, "true"],
    ["2", null, "0.5", "true"],
    ["4", "Di", "0.5", "true"],
  ]);
  const merging = server.executed.filter(({ statement }) => statement.includes("merge into"));
  expect(merging).toHaveLength(1);
});

test("a merge by all columns adds and removes rows", async () => {
  const merge = (...who: string[]) =>
    write("Names", batchesOf(who.map((name) => ({ who: name }))), {
      columns: [{ name: "who", type: "text" }],
      key: ["who"],
    });
  await merge("Al", "Bo");
  await merge("Bo", "Cy");
  expect(await rowsOf("Names")).toEqual([["Bo"], ["Cy"]]);
});

test("a merge is refused where rows are not unique, and keeps the earlier ones", async () => {
  for (const rows of [[rowOf(5, "Ed"), rowOf(5, "Eda")], [{ ...rowOf(6, "Flo"), person_id: null }]])
    await expect(write("Merged", batchesOf(rows), { key: ["person_id"] })).rejects.toMatchObject({
      code: "table-key-repeated",
      params: { columns: "person_id" },
    });
  expect(await rowsOf("Merged")).toHaveLength(3);
});

test("a table of another owner is not touched, nor one in the staged table's place", async () => {
  await query('create table "SHOP"."My Schema"."Orders" as select 7 as total');
  await query('create table "SHOP"."My Schema"."New__staged" as select 8 as total');
  for (const table of ["Orders", "New"])
    await expect(write(table, batchesOf([rowOf(1, "Al")]))).rejects.toMatchObject({ code: "table-foreign" });
  await expect(write("Scores", batchesOf([]), { mark: "another's" })).rejects.toMatchObject({
    code: "table-foreign",
  });
  expect([await rowsOf("Orders"), await rowsOf("New__staged")]).toEqual([[["7"]], [["8"]]]);
});
