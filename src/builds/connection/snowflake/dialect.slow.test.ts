// Reading and writing tables of Snowflake through the whole connector: its protocol is that of the strict
// test server, its SQL that of fakesnow, an emulator by others. The connector has not run against Snowflake
// itself.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { skipWithout } from "../../../../test/run/needs.js";
import { builtConnection, savedTable } from "../../../../test/support/connected-tables.js";
import { startFakesnow } from "../../../../test/support/fakesnow.js";
import { type SnowflakeInTests, startSnowflake } from "../../../../test/support/snowflake.js";
import { testWrittenTables } from "../../../../test/support/written-tables.js";
import type { SnowflakeOptions } from "../../../domain/data/connection.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";

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
beforeEach((context) => {
  if (!emulator) skipWithout("Python's packages", context);
});

const query = async (statement: string) => emulator!.engine(statement, []);
const connect = (options: Partial<SnowflakeOptions> = {}) =>
  builtConnection(server.access(options), engine, root);
const fileOf = (table: string) => savedTable(server.access(), table, root);

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

testWrittenTables({
  access: () => server.access(),
  rowsOf: (table) => query(`select * from "SHOP"."My Schema"."${table}" order by 1`),
  createForeign: async (table, total) => {
    await query(`create table "SHOP"."My Schema"."${table}" as select ${total} as total`);
  },
  statements: () => server.executed.map(({ statement }) => statement),
  isVisible: (statement, table) =>
    new RegExp(`^\\s*(insert overwrite into|merge into) "SHOP"."My Schema"."${table}"`).test(statement),
});
