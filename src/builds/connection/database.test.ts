// Expectations of a database, whatever its type.

import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import type { DatabaseInTests } from "../../../test/support/connected-database.js";
import { mariadbInTests } from "../../../test/support/connected-mariadb.js";
import { isInstalled, serverInTests } from "../../../test/support/connected-postgres.js";
import { builtConnection, savedTable } from "../../../test/support/connected-tables.js";
import { isMariadbInstalled } from "../../../test/support/mariadb.js";
import type { ConnectionOptions, RedshiftOptions } from "../../domain/data/connection.js";
import type { DatabaseType } from "../../domain/data/connections/registry.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { type Engine, openEngine, type Row } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { buildDataset } from "../dataset/step.js";
import type { ConnectionAccess } from "./access.js";
import type { WrittenColumn, WrittenTable } from "./database.js";
import { withDatabase } from "./registry.js";

async function* batchesOf(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}

const expectDatabase = (type: DatabaseType, server: DatabaseInTests<ConnectionOptions>) => {
  let engine: Engine;
  const root = mkdtempSync(path.join(tmpdir(), "database-"));
  beforeAll(async () => {
    engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  });
  afterAll(() => {
    engine.close();
    rmSync(root, { recursive: true });
  });

  const now = Date.UTC(2026, 0, 1);
  const tools = async () => ({
    engine,
    dir: await mkdtemp(path.join(root, "built-")),
    now,
    seed: 1,
    progress: () => {},
  });
  const connect = (access: ConnectionAccess) => builtConnection(access, engine, root);
  const fileOf = (table: string) => savedTable(server.access(), table, root);

  test("a connection lists the tables and views that can be read", async () => {
    await server.query("create table zebra (a int)");
    await server.query("create view apple as select 1 as b");
    expect(await connect(server.access())).toEqual({ tables: ["apple", "zebra"] });
  });

  test.each([
    [{ database: "nowhere" }, /nowhere/],
    [{ host: "/nowhere/at/all" }, /ENOENT/],
    [{ host: "127.0.0.1", port: 1 }, /ECONNREFUSED/],
    [{ sslmode: "require" as const }, /does not support (SSL|secure)/],
  ])("%j is refused with the message of the server", async (options, said) => {
    await expect(connect(server.access(options))).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringMatching(said),
    });
  });

  test("if private addresses are forbidden, names that resolve to them and sockets are refused", async () => {
    for (const host of ["localhost", "127.0.0.1", "/tmp"])
      await expect(connect({ ...server.access({ host }), privateAddresses: false })).rejects.toMatchObject({
        code: "connection-address-forbidden",
      });
  });

  test.each([
    ["refuses connections", { host: "127.0.0.1", port: 1 }],
    ["has taken its socket away", { host: server.absentSocket(root) }],
  ])("a server that %s is reported as a temporary fault, without a path", async (_, options) => {
    await expect(withDatabase(server.access(options), async () => {})).rejects.toMatchObject({
      code: "database-unreachable",
      entry: { fault: "world" },
      message: expect.not.stringContaining(root),
    });
  });

  test("a file has every value as text", async () => {
    await server.query(
      "create table odd (a varchar(50), b varchar(50), n decimal(30, 2), i bigint, day date)",
    );
    await server.query(`insert into odd values ('two\nlines, "quoted"', '', 12345678901234567890.50, 9223372036854775807, '2025-01-02'),
      (null, null, null, null, null)`);
    expect(await fileOf("odd")).toBe(
      '"a","b","n","i","day"\n"two\nlines, ""quoted""","","12345678901234567890.50","9223372036854775807","2025-01-02"\n,,,,\n',
    );
  });

  test("an unknown table is refused with a list of the known ones", async () => {
    await expect(fileOf("zebras")).rejects.toMatchObject({
      code: "table-unknown",
      message: expect.stringContaining("zebra"),
    });
  });

  const config: DatasetConfig = {
    connection_id: "c",
    options: { type, table_name: "orders" },
    identity_sets: { buyer: { email: "email" } },
    output_to_streams: {
      order: { data_map: { datetime: { column_name: "ordered_at" }, value: { column_name: "total" } } },
    },
    output_to_traits: {},
  };
  const read = async () => {
    const used = await tools();
    const result = await buildDataset({ config, files: [], access: server.access() }, used);
    return { result, dir: used.dir };
  };

  test("a table is read as a dataset, and is due again a day later", async () => {
    await server.query(
      "create table orders (email varchar(100), ordered_at timestamp(3) null, total decimal(10, 2))",
    );
    await server.query(`insert into orders values ('ada@example.com', '2025-03-04 05:06:07', 12.5),
      ('bob@example.com', '2025-03-05 00:00:00', 7)`);
    const { result, dir } = await read();
    expect(result).toMatchObject({
      funnel: { total: 2, valid: 2 },
      identities: 2,
      rejected_count: 0,
      next_due: now / 1000 + secondsPerDay,
      refresh_seconds: secondsPerDay,
      updates: [{ datetime: now, rows_added: 2 }],
    });
    const events = await engine.rows(
      sql`select event_time, value from ${relation(datasetFiles(dir).events("order"))} order by event_time`,
    );
    expect(events).toEqual([
      { event_time: Date.UTC(2025, 2, 4, 5, 6, 7) / 1000, value: 12.5 },
      { event_time: Date.UTC(2025, 2, 5) / 1000, value: 7 },
    ]);
  });

  test("a row that is deleted from the table disappears with the next reading", async () => {
    await server.query("delete from orders where email = 'bob@example.com'");
    expect((await read()).result).toMatchObject({ funnel: { total: 1 }, identities: 1 });
  });

  const columns: WrittenColumn[] = [
    { name: "person_id", type: "bigint" },
    { name: "who", type: "text" },
    { name: "p", type: "double precision" },
  ];
  const write = (table: string, rows: AsyncIterable<Row[]>, overrides: Partial<WrittenTable> = {}) =>
    withDatabase(server.access(), (database) =>
      database.writeTable({ table, mark: "ours", columns, key: null, ...overrides }, rows),
    );
  const rowsOf = async (table: string) => (await fileOf(table)).trimEnd().split("\n").slice(1).sort();

  test("rows keep large integers, nulls and every character", async () => {
    const odd = `it's "odd", \\n${"é🦉"}`;
    await write(
      "scores",
      batchesOf([{ person_id: 2n ** 62n, who: odd, p: 0.1 }], [{ person_id: -1, who: null, p: null }]),
    );
    expect(await rowsOf("scores")).toEqual(['"-1",,', `"${2n ** 62n}","it's ""odd"", \\n${"é🦉"}","0.1"`]);
  });

  test("a table with more rows than are written or read at once is complete", async () => {
    const ids = Array.from({ length: 12_001 }, (_, i) => i);
    const batches = [ids.slice(0, 9_000), ids.slice(9_000)];
    await write("many", batchesOf(...batches.map((batch) => batch.map((i) => ({ person_id: i })))), {
      columns: columns.slice(0, 1),
    });
    expect(await rowsOf("many")).toEqual(ids.map((i) => `"${i}"`).sort());
  });

  test("earlier rows are replaced, and a view on the table stays", async () => {
    await server.query("create view likely as select who from scores");
    await write("scores", batchesOf([{ person_id: 3, who: "Cy", p: 0.5 }]));
    expect(await rowsOf("likely")).toEqual(['"Cy"']);
  });

  test("a write that fails half way keeps the earlier rows, which readers see until a write is complete", async () => {
    const { tables } = await connect(server.access());
    async function* failing(): AsyncGenerator<Row[]> {
      yield [{ person_id: 4, who: "Di", p: 0.5 }];
      expect(await rowsOf("scores")).toHaveLength(1);
      throw new Error("no more");
    }
    await expect(write("scores", failing())).rejects.toThrow("no more");
    expect(await rowsOf("scores")).toEqual(['"3","Cy","0.5"']);
    expect(await connect(server.access())).toEqual({ tables });
  });

  test("a merge writes only the rows that are new, changed or gone", async () => {
    const merge = (...rows: Row[]) => write("merged", batchesOf(rows), { key: ["person_id"] });
    await merge(
      { person_id: 1, who: "Al", p: 0.1 },
      { person_id: 2, who: null, p: 0.2 },
      { person_id: 3, who: "Cy", p: 0.3 },
      { person_id: 5, who: "Ed", p: 0.5 },
    );
    await server.logChanges("merged");
    await merge(
      { person_id: 1, who: "Al", p: null },
      { person_id: 2, who: null, p: 0.2 },
      { person_id: 4, who: "Di", p: 0.4 },
      { person_id: 5, who: "ed ", p: 0.5 },
    );
    expect(await rowsOf("merged")).toEqual(['"1","Al",', '"2",,"0.2"', '"4","Di","0.4"', '"5","ed ","0.5"']);
    expect(await rowsOf("changes")).toEqual(['"delete","3"', '"insert","4"', '"update","1"', '"update","5"']);
  });

  test("a merge is refused where rows are not unique, and keeps the earlier ones", async () => {
    const { tables } = await connect(server.access());
    const merge = (...rows: Row[]) => write("merged", batchesOf(rows), { key: ["person_id"] });
    for (const id of [6, null])
      await expect(
        merge({ person_id: 6, who: "Fi", p: 1 }, { person_id: id, who: "Fia", p: 1 }),
      ).rejects.toMatchObject({
        code: "table-key-repeated",
        params: { columns: "person_id" },
      });
    expect(await rowsOf("merged")).toHaveLength(4);
    expect(await connect(server.access())).toEqual({ tables });
  });

  test("with another key the table is made again, and keys that differ in case, an accent or a space differ", async () => {
    const rows = ["Al", "AL", "Ál", "Al "].map((who) => ({ person_id: 1, who, p: 0.1 }));
    await write("merged", batchesOf(rows), { key: ["who", "person_id"] });
    await write("merged", batchesOf(rows.slice(1)), { key: ["who", "person_id"] });
    expect(await rowsOf("merged")).toEqual(['"1","AL","0.1"', '"1","Al ","0.1"', '"1","Ál","0.1"']);
    await write("merged", batchesOf(rows.slice(2)));
    expect(await rowsOf("merged")).toHaveLength(2);
  });

  test("a change of columns creates the table again", async () => {
    await write("changing", batchesOf([{ person_id: 1, who: "Al", p: 1 }]));
    await write("changing", batchesOf([{ is_in: true }, { is_in: false }]), {
      columns: [{ name: "is_in", type: "boolean" }],
    });
    expect(await fileOf("changing")).toMatch(/^"is_in"\n/);
    expect(await rowsOf("changing")).toHaveLength(2);
  });

  test("a table of another owner is not touched", async () => {
    await server.query("create table total as select 7 as total");
    for (const table of ["total", "scores", "likely"])
      await expect(write(table, batchesOf([]), { mark: "another's" })).rejects.toMatchObject({
        code: "table-foreign",
      });
    expect(await rowsOf("total")).toEqual(['"7"']);
  });
};

describe("PostgreSQL", needing("PostgreSQL", isInstalled), () => {
  expectDatabase("postgres", serverInTests());
});

describe("Redshift's statements on PostgreSQL", needing("PostgreSQL", isInstalled), () => {
  const server = serverInTests();
  const access = (options: Partial<RedshiftOptions> = {}): ConnectionAccess => {
    const { options: found, ...rest } = server.access();
    return { ...rest, options: { ...found, ...options, type: "redshift" } };
  };
  expectDatabase("redshift", { ...server, access });
});

describe("MariaDB", needing("MariaDB", isMariadbInstalled), () => {
  expectDatabase("mysql", mariadbInTests());
});
