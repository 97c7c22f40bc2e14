// Reading and writing tables of ClickHouse through the whole connector: its SQL is executed by ClickHouse's own engine,
// its protocol is that of a strict test server. The connector has not run against a server of ClickHouse itself.

import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { skipWithout } from "../../../../test/run/needs.js";
import { fault, startClickhouse } from "../../../../test/support/clickhouse.js";
import { builtConnection, savedTable } from "../../../../test/support/connected-tables.js";
import { testWrittenTables } from "../../../../test/support/written-tables.js";
import type { ClickhouseOptions } from "../../../domain/data/connection.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import type { ConnectionAccess } from "../access.js";
import { withDatabase } from "../registry.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-clickhouse-"));
const server = await startClickhouse(root);
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
});
afterAll(async () => {
  await server?.close();
  engine.close();
  rmSync(root, { recursive: true });
});
beforeEach((context) => {
  if (!server) skipWithout("Python's packages", context);
});

const query = (statement: string) => server!.query(statement);
const connect = (access: ConnectionAccess) => builtConnection(access, engine, root);
const fileOf = (table: string) => savedTable(server!.access(), table, root);

test("a connection lists the tables and views of its database, whose names keep their case", async () => {
  await query("create table shop.Zebra (a Int32) engine = MergeTree order by a");
  await query("create view shop.apple as select 1 as b");
  expect(await connect(server!.access())).toEqual({ tables: ["Zebra", "apple"] });
});

test.each<[Partial<ClickhouseOptions>, string, RegExp]>([
  [{ database: "nowhere" }, "s3cret", /nowhere/],
  [{ user: "ada" }, "s3cret", /Authentication failed/],
  [{}, "another", /Authentication failed/],
  [{ host: "127.0.0.1", port: 1 }, "s3cret", /ECONNREFUSED/],
  [{ sslmode: "verify-full" }, "s3cret", /SSL|TLS|EPROTO|wrong version/i],
])("%j with the password %s is refused with the words of the server", async (options, secret, said) => {
  await expect(connect(server!.access(options, secret))).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringMatching(said),
  });
});

test("if private addresses are forbidden, names and addresses of this machine are refused", async () => {
  for (const host of ["localhost", "127.0.0.1"])
    await expect(connect({ ...server!.access({ host }), privateAddresses: false })).rejects.toMatchObject({
      code: "connection-address-forbidden",
    });
});

test("a file has every value as text without loss", async () => {
  await query(`create table shop.\`Odd "all"\` (\`Of, all\` Nullable(String), at DateTime('Asia/Tokyo'), exact DateTime64(3, 'UTC'), d Date,
    n Decimal(38, 2), whole Int64, f Float64, b Bool, low LowCardinality(Nullable(String)), fixed FixedString(5), list Array(Nullable(Int32)),
    map Map(String, Int64), id UUID, e Enum('yes' = 1), state AggregateFunction(sum, Int64)) engine = MergeTree order by tuple()`);
  await query(`insert into shop.\`Odd "all"\` select 'two\\nlines, "quoted" \\\\', toDateTime('2025-01-02 12:00:00', 'Asia/Tokyo'),
    '2025-01-02 03:04:05.123', '2025-01-02', '1234567890123456.50', 1234567890123456789, 0.1, true, 'x', 'abc', [1, null], map('a', 5),
    '00000000-0000-0000-0000-000000000001', 'yes', initializeAggregation('sumState', toInt64(1))`);
  await query(`insert into shop.\`Odd "all"\` (\`Of, all\`, low) values (null, null), ('', '')`);
  const [header, ...lines] = (await fileOf('Odd "all"')).split(/\n(?="Of|"two|,|"",|$)/);
  expect(header).toBe('"Of, all","at","exact","d","n","whole","f","b","low","fixed","list","map","id","e"');
  const zero = ["1970-01-01 00:00:00", "1970-01-01 00:00:00.000", "1970-01-01", "0", "0", "0", "false"].map(
    (each) => `"${each}"`,
  );
  const rest = '"","[]","{}","00000000-0000-0000-0000-000000000000","yes"';
  expect(lines.sort()).toEqual([
    "",
    `"",${zero},"",${rest}`,
    '"two\nlines, ""quoted"" \\","2025-01-02 03:00:00","2025-01-02 03:04:05.123","2025-01-02","1234567890123456.5","1234567890123456789","0.1","true","x","abc","[1,null]","{""a"":5}","00000000-0000-0000-0000-000000000001","yes"',
    `,${zero},,${rest}`,
  ]);
});

test("a table of many blocks is read whole", async () => {
  await query("create table shop.many (n UInt64) engine = MergeTree order by n");
  await query("insert into shop.many select number from numbers(300000)");
  const values = (await fileOf("many"))
    .split("\n")
    .slice(1, -1)
    .map((line) => Number(JSON.parse(line)));
  expect(values.length).toBe(300_000);
  expect(values.reduce((sum, value) => sum + value, 0)).toBe((300_000 * 299_999) / 2);
});

test("a table that is not there is refused with those that are", async () => {
  await expect(fileOf("zebra")).rejects.toMatchObject({
    code: "table-unknown",
    message: expect.stringContaining("Zebra"),
  });
});

test("a server without room or time is tried again, and one that breaks off is no end of a table", async () => {
  server!.faults.push(fault(500, 241, "Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)"));
  await expect(fileOf("many")).rejects.toMatchObject({
    code: "database-unreachable",
    message: expect.stringContaining("Memory limit"),
  });
  for (const end of [
    (response: ServerResponse) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('["1"]\n');
      setImmediate(() => response.destroy());
    },
    (response: ServerResponse) => {
      response.end('["1"]\nCode: 395. DB::Exception: Value passed to function throwIf is non-zero');
    },
  ]) {
    server!.faults.push(end);
    await expect(withDatabase(server!.access(), (database) => database.listTables())).rejects.toMatchObject({
      code: expect.stringMatching(/^(connection-failed|database-unreachable)$/),
    });
  }
});

test("names and comments with quotes and backslashes are no SQL", async () => {
  const table = "a`b\\\"c'";
  const mark = "Written by 'us' \\ `them`.";
  const columns = [{ name: "x`\\y'", type: "bigint" as const }];
  async function* rows() {
    yield [{ "x`\\y'": 5 }];
  }
  for (let i = 0; i < 2; i++)
    await withDatabase(server!.access(), (database) =>
      database.writeTable({ table, mark, columns, key: null }, rows()),
    );
  expect(await fileOf(table)).toBe('"x`\\y\'"\n"5"\n');
});

testWrittenTables({
  access: () => server!.access(),
  rowsOf: async (table) => {
    const text = await query(
      `select * apply(x -> toString(x)) from shop.\`${table}\` order by 1 asc nulls first`,
    );
    const rows = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as (string | null)[]);
    return rows.sort(([a], [b]) => a!.length - b!.length || (a! < b! ? -1 : 1));
  },
  createForeign: async (table, total) => {
    await query(
      `create table shop.\`${table}\` engine = MergeTree order by tuple() as select ${total} as total`,
    );
  },
  statements: () => server!.executed,
  isVisible: (statement, table) =>
    new RegExp(`^exchange tables .* and \`shop\`.\`${table}\``).test(statement),
  mergesBySwap: true,
});
