// Reading tables of Databricks through the whole connector, from a strict server of its interface.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { savedTable } from "../../../../test/support/connected-tables.js";
import { type DatabricksInTests, fault, startDatabricks } from "../../../../test/support/databricks.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { ConnectionAccess } from "../access.js";
import { withDatabase } from "../registry.js";
import { openDatabricks } from "./session.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-databricks-"));
let server: DatabricksInTests;
beforeAll(async () => {
  server = await startDatabricks(root);
  await server.query(`create schema shop; create table shop.orders (id bigint, "of, ""all""" varchar)`);
  await server.query("create view shop.apple as select 1 as b");
  await server.query(
    "insert into shop.orders select range, case when range % 7 > 0 then 'row ' || range end from range(2500)",
  );
});
beforeEach(() => {
  Object.assign(server, { requests: [], executed: [], faults: [], looks: 0, rowsPerChunk: 1_000 });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const tables = (access: ConnectionAccess = server.access()) =>
  withDatabase(access, (database) => database.listTables());
const fileOf = (table: string, access = server.access()) => savedTable(access, table, root);

test("a connection lists the tables and views of its schema, whose case does not matter", async () => {
  expect(await tables()).toEqual(["apple", "orders"]);
  expect(await tables(server.access({ schema: "SHOP" }))).toEqual(["apple", "orders"]);
  await expect(tables(server.access({ schema: "it's; drop" }))).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("there is no schema it's; drop in the catalog unity"),
  });
});

test("a table of several chunks is read whole, by links that see no token", async () => {
  const lines = (await fileOf("orders")).split("\n");
  expect(lines[0]).toBe('"id","of, ""all"""');
  const value = (i: number) => (i % 7 > 0 ? `"row ${i}"` : "");
  expect(lines.slice(1, -1)).toEqual(Array.from({ length: 2_500 }, (_, i) => `"${i}",${value(i)}`));
  expect(server.requests.filter((request) => /chunks/.test(request))).toHaveLength(2);
});

test("every value is text without loss, and moments are in UTC whatever the warehouse shows", async () => {
  await server.query(`create table shop.odd as select timestamptz '2025-01-02 03:04:05.123456+02' as at, timestamptz '1969-12-31 23:59:59.5+00' as old,
    timestamp '2025-01-02 03:04:05' as local, date '2025-01-02' as d, 4611686018427387904 as whole, 1e7::double as f, 0.1::double as tenth,
    1234567890123456.50::decimal(38, 2) as n, true as b, '\\xAB'::blob as bytes, [1, null] as list, {'a': 5} as st, 'two' || chr(10) || '"lines"' as s`);
  await server.query("insert into shop.odd (s) values (null)");
  const [header, ...lines] = (await fileOf("odd")).split(/\n(?="2025|,|"at|$)/);
  expect(header).toBe('"at","old","local","d","whole","f","tenth","n","b","bytes","list","st","s"');
  expect(lines.sort()).toEqual([
    "",
    '"2025-01-02 01:04:05.123456","1969-12-31 23:59:59.500000","2025-01-02 03:04:05","2025-01-02","4611686018427387904","10000000","0.1","1234567890123456.50","true","qw==","[1,null]","{""a"":5}","two\n""lines"""',
    ",,,,,,,,,,,,",
  ]);
});

test("an empty table has its columns, and one that is not there is refused with those that are", async () => {
  await server.query("create table shop.nothing (a integer)");
  expect(await fileOf("nothing")).toBe('"a"\n');
  await expect(fileOf("zebra")).rejects.toMatchObject({
    code: "table-unknown",
    message: expect.stringContaining("apple, nothing, odd, orders"),
  });
});

test("names come as parameters, and rows of a statement are read a chunk at a time", async () => {
  server.rowsPerChunk = 10;
  const sizes: number[] = [];
  const batches = openDatabricks(server.access()).batches(
    sql`select range from range(25) where :a = 'x''; --'`,
    {
      a: "x'; --",
    },
  );
  for await (const rows of batches) sizes.push(rows.length);
  expect(sizes).toEqual([10, 10, 5]);
  expect(server.executed).toEqual([
    {
      statement: "select range from range(25) where :a = 'x''; --'",
      parameters: [{ name: "a", value: "x'; --", type: "STRING" }],
    },
  ]);
});

test("a long statement is looked for until it ends, and cancelled if it is lost sight of", async () => {
  server.looks = 4;
  const { rows } = openDatabricks(server.access());
  expect(await rows(sql`select 1`)).toEqual([["1"]]);
  expect(server.requests.filter((request) => /^GET .*[0-9a-f]$/.test(request)).length).toBe(5);
  server.looks = 100;
  const lost = rows(sql`select 2`);
  const away = fault(503, "TEMPORARILY_UNAVAILABLE", "");
  await expect.poll(() => server.executed.length).toBe(2);
  server.faults.push(...Array(5).fill(away));
  await expect(lost).rejects.toMatchObject({ code: "database-unreachable" });
  expect(server.cancelled).toHaveLength(1);
});

test("a link that has expired is requested again, once", async () => {
  const { rows } = openDatabricks(server.access());
  server.expired = 1;
  expect(await rows(sql`select 1`)).toEqual([["1"]]);
  server.expired = 2;
  await expect(rows(sql`select 1`)).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("the storage of the workspace answers HTTP 403"),
  });
  server.expired = 0;
});

test("temporary faults are tried again, and wrong settings are refused with Databricks' words", async () => {
  const { rows } = openDatabricks(server.access());
  server.faults = [{ status: 429, headers: { "retry-after": "2" }, body: {} }, fault(503, "X", ""), "cut"];
  expect(await rows(sql`select 1`)).toEqual([["1"]]);
  const refused = (access: ConnectionAccess, said: string) =>
    expect(tables(access)).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining(said),
    });
  await refused(
    server.access({}, "dapi-other"),
    "does not accept the access token for this (Credential was not sent",
  );
  await refused(server.access({ warehouse_id: "00000000" }), "00000000 is not a valid endpoint id");
  await refused(server.access({ catalog: "nowhere" }), "nowhere");
});
