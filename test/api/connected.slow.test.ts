// Connected databases: reading a table every day, and writing scores to a table.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, serverInTests } from "../support/connected-postgres.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

describe.skipIf(!isInstalled)("with a PostgreSQL server", () => {
  const server = serverInTests();
  let api: BuildingApi;
  let caller: Caller;
  let connectionId: string;
  beforeAll(async () => {
    api = await startBuildingApi();
    caller = await api.signUp();
    const { sealed_password: _, ...options } = server.access().options;
    const connection = { name: "Shop", options: { ...options, password: "secret" } };
    connectionId = (await caller.post("/connections", connection)).body.id;
    // Person p orders 1 to 5 times over 400 days.
    await server.query(`create table shop.orders as
      select 'p' || p || '@example.com' as email,
        timestamptz '2024-01-01 00:00:00+00' + interval '1 day' * ((p * 37 + k * (61 + p % 50)) % 400) as day, 10.5 + k as total
      from generate_series(1, 240) as p, generate_series(0, (p * 7) % 5) as k`);
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
    await caller.patch(`/connections/${connectionId}`, { options: { database: "postgres" } });
    await api.build();
    expect(await read(`/connections/${connectionId}`)).toMatchObject({ status: "ready" });
  });

  test("scores of a table are written to another table, and the first is read again every day and on request", async () => {
    const { body: dataset } = await caller.post("/datasets", {
      name: "Orders",
      connection_id: connectionId,
      identity_sets: { buyer: { email: "email" } },
      options: { type: "postgres", table_name: "orders" },
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
      ...{ name: "Scores", scope_id: scope.id, connection_id: connectionId, human_readable: true },
      ...{ representation: { mode: "identified" }, options: { type: "postgres", table_name: "scores" } },
    });
    await api.build();
    expect(await read(`/datasets/${dataset.id}`)).toMatchObject({ status: "ready", identified_count: 240 });
    expect(await read(`/targets/${target.id}`)).toMatchObject({ status: "ready", row_count: 240 });
    const scored = `select count(*)::int as people, count(again_propensity_probability)::int as scored from shop.scores`;
    const [before] = await server.query<{ people: number; scored: number }>(scored);
    expect(before!.people).toBe(240);
    expect(before!.scored).toBeGreaterThan(0);

    await server.query("insert into shop.orders values ('new@example.com', '2025-01-30', 1)");
    await caller.post(`/datasets/${dataset.id}/force_update`);
    await api.build();
    expect((await server.query(scored))[0]!.people).toBe(241);
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
    await server.query("alter table shop.orders rename to moved");
    expect(await again()).toMatchObject({
      status: "error",
      status_error: expect.stringContaining("There is no table orders"),
    });
    await server.query("alter table shop.moved rename to orders");
    api.tick(day);
    const later = await again();
    expect(later.status).toBe("ready");
    expect(Date.parse(later.updates[0].datetime)).toBe(Date.parse(first) + 2 * day);
  });
});
