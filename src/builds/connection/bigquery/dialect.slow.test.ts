// Reading and writing tables of BigQuery through the whole connector: tokens and uploads are those of the
// strict test server, tables, jobs and SQL those of Crucible, an emulator by others. The connector has not
// run against BigQuery itself.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { skipWithout } from "../../../../test/run/needs.js";
import { type BigqueryInTests, startBigquery } from "../../../../test/support/bigquery.js";
import { savedTable } from "../../../../test/support/connected-tables.js";
import { startCrucible } from "../../../../test/support/crucible.js";
import { testWrittenTables } from "../../../../test/support/written-tables.js";
import { withDatabase } from "../registry.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-bigquery-tables-"));
const emulator = await startCrucible("shop");
const statements: string[] = [];
let server: BigqueryInTests;
beforeAll(async () => {
  if (!emulator) return;
  const { engine } = emulator;
  server = await startBigquery(root, {
    load: engine.load,
    answer: (method, place, body) => {
      const query = (body as { configuration?: { query?: { query: string } } })?.configuration?.query?.query;
      if (query) statements.push(query);
      return engine.answer(method, place, body);
    },
  });
});
afterAll(async () => {
  await server?.close();
  await emulator?.stop();
  rmSync(root, { recursive: true });
});
beforeEach((context) => {
  if (!emulator) skipWithout("Python's packages", context);
});

const query = (statement: string) => emulator!.query(statement);
const tables = (dataset = "shop") =>
  withDatabase(server.access({ dataset }), (database) => database.listTables());
const fileOf = (table: string) => savedTable(server.access(), table, root);

test("a connection lists the tables of its dataset", async () => {
  await query("create table `my-shop`.`shop`.`Zebra` (a int64)");
  await query("create table `my-shop`.`shop`.`apple` (b int64)");
  expect(await tables()).toEqual(["Zebra", "apple"]);
  await expect(tables("nothing")).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("Not found: Dataset my-shop:nothing"),
  });
});

test("a file has every value as text without loss", async () => {
  await query(`create table \`my-shop\`.\`shop\`.\`odd\` (\`of\` string, \`when\` timestamp, local datetime, d date, t time,
    n numeric, whole int64, f float64, b bool, bytes bytes, v json, list array<int64>, st struct<a int64, b string>)`);
  await query(`insert into \`my-shop\`.\`shop\`.\`odd\` select 'two\\nlines, "quoted"', timestamp '2025-01-02 03:04:05+02',
    datetime '2025-01-02 03:04:05', date '2025-01-02', time '03:04:05', numeric '1234567890123456.123456789', 4611686018427387904, 0.1,
    true, b'\\xab', json '{"a":[1,"x"]}', [1, 2], struct(1 as a, 'x' as b)`);
  await query("insert into `my-shop`.`shop`.`odd` (`of`, list) values (null, [3])");
  const [header, ...lines] = (await fileOf("odd")).split(/\n(?="|,|$)/);
  expect(header).toBe('"of","when","local","d","t","n","whole","f","b","bytes","v","list","st"');
  expect(lines.sort()).toEqual([
    "",
    '"two\nlines, ""quoted""","2025-01-02 01:04:05+00","2025-01-02 03:04:05","2025-01-02","03:04:05","1234567890123456.123456789","4611686018427387904","0.1","true","qw==","{""a"":[1,""x""]}","[1,2]","{""a"":1,""b"":""x""}"',
    ',,,,,,,,,,,"[3]",',
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
  rowsOf: (table) => query(`select * from \`my-shop\`.\`shop\`.\`${table}\` order by 1`),
  createForeign: async (table, total) => {
    await query(`create table \`my-shop\`.\`shop\`.\`${table}\` as select ${total} as total`);
  },
  statements: () => statements,
  isVisible: (statement, table) =>
    new RegExp(`^\\s*(merge into|create or replace table) \`my-shop\`.\`shop\`.\`${table}\` `).test(
      statement,
    ),
});
