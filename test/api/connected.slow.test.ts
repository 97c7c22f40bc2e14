// Connected databases: reading a table every day, and writing scores to a table.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MysqlOptions, PostgresOptions } from "../../src/domain/data/connection.js";
import { needing } from "../run/needs.js";
import type { DatabaseInTests } from "../support/connected-database.js";
import { mariadbInTests } from "../support/connected-mariadb.js";
import { isInstalled, serverInTests } from "../support/connected-postgres.js";
import { isMariadbInstalled } from "../support/mariadb.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

/** `orders`: creates the table of that name, in which person p orders 1 to 5 times over 400 days. */
const expectConnected = (
  server: DatabaseInTests<PostgresOptions> | DatabaseInTests<MysqlOptions>,
  orders: string,
) => {
  let api: BuildingApi;
  let caller: Caller;
  let connectionId: string;
  let type: string;
  let database: string;
  beforeAll(async () => {
    api = await startBuildingApi();
    caller = await api.signUp();
    const { sealed_password: _, ...options } = server.access().options;
    ({ type, database } = options);
    const connection = { name: "Shop", options: { ...options, password: "secret" } };
    connectionId = (await caller.post("/connections", connection)).body.id;
    await server.query(orders);
  });
  afterAll(() => api.close());

  const day = 86_400_000;
  const read = async (path: string) => (await caller.get(path)).body;

  test("a connection lists its tables, or its error until it is fixed", async () => {
    await api.build();
    expect(await read(`/connections/${connectionId}`)).toMatchObject({
      status: "ready",
      contents: [{ name: "orders" }],
    });
    await caller.patch(`/connections/${connectionId}`, { options: { database: "nowhere" } });
    await api.build();
    expect(await read(`/connections/${connectionId}`)).toMatchObject({
      status: "error",
      contents_error: expect.stringContaining("nowhere"),
    });
    await caller.patch(`/connections/${connectionId}`, { options: { database } });
    await api.build();
    expect(await read(`/connections/${connectionId}`)).toMatchObject({ status: "ready" });
  });

  test("scores of a table are written to another table, and the first is read again every day and on request", async () => {
    const { body: dataset } = await caller.post("/datasets", {
      name: "Orders",
      connection_id: connectionId,
      identity_sets: { buyer: { email: "email" } },
      options: { type, table_name: "orders" },
      output_to_streams: { order: { data_map: { datetime: "day" }, value: "total" } },
    });
    const cohort = async (bounds: object) =>
      (await caller.post("/cohorts", { name: "C", stream_name: "order", ...bounds })).body.id;
    const [customers, repeat] = [await cohort({}), await cohort({ min_count: 2 })];
    const outcome = { name: "Again", attainment: repeat, eligible: customers, horizon_days: 60 };
    const { body: created } = await caller.post("/outcomes", outcome);
    const { body: scope } = await caller.post("/scopes", {
      name: "All",
      population: { include: [customers] },
      payload: { outcome_ids: [created.id] },
      preview: false,
    });
    const { body: target } = await caller.post("/targets", {
      name: "Scores",
      scope_id: scope.id,
      connection_id: connectionId,
      human_readable: true,
      representation: { mode: "identified" },
      options: { type, table_name: "scores" },
    });
    await api.build();
    expect(await read(`/datasets/${dataset.id}`)).toMatchObject({ status: "ready", identified_count: 240 });
    expect(await read(`/targets/${target.id}`)).toMatchObject({ status: "ready", row_count: 240 });
    const counted = async () => {
      const [found] = await server.query(
        "select count(*) as people, count(again_propensity_probability) as scored from scores",
      );
      return { people: Number(found!.people), scored: Number(found!.scored) };
    };
    const before = await counted();
    expect(before.people).toBe(240);
    expect(before.scored).toBeGreaterThan(0);

    await server.query("insert into orders values ('new@example.com', '2025-01-30', 1)");
    await caller.post(`/datasets/${dataset.id}/force_update`);
    await api.build();
    expect((await counted()).people).toBe(241);

    // Merged by its key from now on.
    await caller.patch(`/targets/${target.id}`, { options: { merge_by: ["person_id"] } });
    await api.build();
    await server.logChanges("scores");
    await server.query("insert into orders values ('newer@example.com', '2025-01-30', 1)");
    await caller.post(`/datasets/${dataset.id}/force_update`);
    await api.build();
    expect((await read(`/targets/${target.id}`)).status_error).toBeUndefined();
    expect((await counted()).people).toBe(242);
    const inserted = await server.query("select * from changes where operation = 'insert'");
    expect(inserted).toHaveLength(1);
  });

  test("a table is due again each day, also after a failed reading", async () => {
    const [dataset] = await read("/datasets");
    const again = async () => {
      await caller.patch(`/connections/${connectionId}`, { name: `Shop of ${api.now()}` });
      await api.build();
      return read(`/datasets/${dataset.id}`);
    };
    const first = (await again()).updates[0].datetime;
    api.tick(day);
    await server.query("alter table orders rename to moved");
    expect(await again()).toMatchObject({
      status: "error",
      status_error: expect.stringContaining("There is no table orders"),
    });
    await server.query("alter table moved rename to orders");
    api.tick(day);
    const later = await again();
    expect(later.status).toBe("ready");
    expect(Date.parse(later.updates[0].datetime)).toBe(Date.parse(first) + 2 * day);
  });
};

describe("with a PostgreSQL server", needing("PostgreSQL", isInstalled), () => {
  expectConnected(
    serverInTests(),
    `create table orders as
      select 'p' || p || '@example.com' as email,
        timestamptz '2024-01-01 00:00:00+00' + interval '1 day' * ((p * 37 + k * (61 + p % 50)) % 400) as day, 10.5 + k as total
      from generate_series(1, 240) as p, generate_series(0, (p * 7) % 5) as k`,
  );
});

describe("with a MariaDB server", needing("MariaDB", isMariadbInstalled), () => {
  expectConnected(
    mariadbInTests(),
    `create table orders as
      select concat('p', p.seq, '@example.com') as email,
        timestamp '2024-01-01 00:00:00' + interval (p.seq * 37 + k.seq * (61 + p.seq % 50)) % 400 day as day, 10.5 + k.seq as total
      from seq_1_to_240 as p join seq_0_to_4 as k on k.seq <= (p.seq * 7) % 5`,
  );
});
