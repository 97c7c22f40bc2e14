import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, serverInTests } from "../../../../test/support/connected-postgres.js";
import { stepTools } from "../../../../test/support/step-tools.js";
import type { DatasetConfig } from "../../../domain/dataset.js";
import { secondsPerDay } from "../../../domain/resource.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import { datasetFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import { buildDataset } from "../../dataset/step.js";
import type { ConnectionAccess } from "../access.js";
import { buildConnection } from "../step.js";
import { withPostgres } from "./session.js";
import { writeTableFile } from "./tables.js";

describe.skipIf(!isInstalled)("with a PostgreSQL server", () => {
  let engine: Engine;
  const root = mkdtempSync(path.join(tmpdir(), "postgres-steps-"));
  const server = serverInTests();
  beforeAll(async () => {
    engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  });
  afterAll(() => {
    engine.close();
    rmSync(root, { recursive: true });
  });

  const now = Date.UTC(2026, 0, 1);
  const tools = async () => stepTools(engine, await mkdtemp(path.join(root, "built-")), { now });
  const connect = async (access: ConnectionAccess) => buildConnection(access, await tools());
  const fileOf = async (table: string): Promise<string> => {
    const file = path.join(await mkdtemp(path.join(root, "file-")), "table.csv");
    await withPostgres(server.access(), (client) => writeTableFile(client, "shop", table, file));
    return readFileSync(file, "utf8");
  };

  test("a connection lists the tables and views that can be read", async () => {
    await server.query("create table shop.zebra (a int); create view shop.apple as select 1 as b");
    expect(await connect(server.access())).toEqual({ tables: ["apple", "zebra"] });
  });

  test.each([
    [{ database: "nowhere" }, /database "nowhere" does not exist/],
    [{ schema: "nothing" }, /there is no schema nothing/],
    [{ host: "/nowhere" }, /ENOENT/],
    [{ host: "127.0.0.1", port: 1 }, /ECONNREFUSED/],
    [{ sslmode: "require" as const }, /does not support SSL/],
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
    ["has taken its socket away", { host: root }],
  ])("a server that %s is reported as a temporary fault, without a path", async (_, options) => {
    const access = server.access(options);
    await expect(withPostgres(access, async () => {})).rejects.toMatchObject({
      code: "database-unreachable",
      entry: { fault: "world" },
      message: expect.not.stringContaining(root),
    });
  });

  test("a session that ends between two queries is a temporary fault of the next one", async () => {
    const session = withPostgres(server.access(), async (client) => {
      const { rows } = await client.query("select pg_backend_pid() as pid");
      const ended = new Promise((resolve) => client.once("end", resolve));
      await server.query(`select pg_terminate_backend(${rows[0].pid})`);
      await ended;
      await client.query("select 1");
    });
    await expect(session).rejects.toMatchObject({ code: "database-unreachable" });
  });

  test("a path of the server's machine is cut from what the server says", async () => {
    const session = withPostgres(server.access(), (client) =>
      client.query("select pg_read_file('/nowhere/private/file')"),
    );
    await expect(session).rejects.toMatchObject({
      message: expect.stringMatching(/could not open file "…" for reading/),
    });
  });

  test("a file has every value as text", async () => {
    await server.query(`create table shop.odd ("Of, ""all""" text, "when" timestamptz, n numeric, b boolean);
      insert into shop.odd values (E'two\\nlines, "quoted"', '2025-01-02 03:04:05+02', 1.50, true), (null, null, null, null)`);
    expect(await fileOf("odd")).toBe(
      '"Of, ""all""","when","n","b"\n"two\nlines, ""quoted""","2025-01-02 01:04:05+00","1.50","true"\n,,,\n',
    );
  });

  test("a table with more rows than are read at once is read completely", async () => {
    await server.query("create table shop.many as select i from generate_series(1, 12001) as i");
    expect((await fileOf("many")).split("\n")).toHaveLength(12_003);
  });

  test("an unknown table is refused with a list of the known ones", async () => {
    await expect(fileOf("zebras")).rejects.toMatchObject({
      code: "table-unknown",
      message: expect.stringContaining("zebra"),
    });
  });

  const config: DatasetConfig = {
    connection_id: "c",
    options: { type: "postgres", table_name: "orders" },
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

  test("a table is read as a dataset, with times in UTC, and is due again a day later", async () => {
    await server.query(`create table shop.orders (email text, ordered_at timestamptz, total numeric(10, 2));
      insert into shop.orders values ('ada@example.com', '2025-03-04 05:06:07+00', 12.5), ('bob@example.com', '2025-03-05', 7)`);
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
    await server.query("delete from shop.orders where email = 'bob@example.com'");
    expect((await read()).result).toMatchObject({ funnel: { total: 1 }, identities: 1 });
  });
});
