// An owner's PostgreSQL that goes away and comes back while a table is read and another one written: builds
// wait with the reason and go on by themselves, and the written table has every person once, of one moment.

import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFor } from "../../examples/shop/random.js";
import { type BuildingApi, runHere, startBuildingApi } from "../api/building.js";
import { needing } from "../run/needs.js";
import { reportFaults } from "../support/faults.js";
import { type Postgres, postgresBin, startPostgres } from "../support/postgres.js";

const times = 6;
const password = "hunter2-of-the-shop";
const people = 240;
const reason = /^The database cannot be reached: .* goes on by itself/;
const bin = postgresBin();

describe("with a PostgreSQL server", needing("PostgreSQL", bin !== undefined), () => {
  let server: Postgres;
  let api: BuildingApi;
  /** Runs when a step of a type begins, once. */
  let fault: { type: string; strike: () => Promise<void> } | undefined;
  let struck: Promise<void> = Promise.resolve();

  beforeAll(async () => {
    server = await startPostgres(bin!);
    api = await startBuildingApi(
      {},
      {
        runStep: (options) => {
          if (fault?.type === options.request.type) {
            struck = fault.strike();
            fault = undefined;
          }
          return runHere(options);
        },
        onFailure: (fields) => expect.fail(inspect(fields)),
      },
    );
  });
  afterAll(async () => {
    await api.close();
    await server.stop();
  });

  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(server.url("shop"));
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const host = () => new URL(server.url("shop")).host;

  test(`a table is read and another one written while the server goes away ${times} times`, async () => {
    await query("create schema shop");
    await query(`create table shop.orders as select 'p' || p || '@example.com' as email,
        date '2024-01-01' + (p * 37 + k * (61 + p % 50)) % 400 as day
      from generate_series(1, ${people}) as p, generate_series(0, (p * 7) % 5) as k`);
    const caller = await api.signUp();
    const made = async (path: string, body: object): Promise<string> => {
      const { status, body: record } = await caller.post(path, body);
      expect([status, record], path).toEqual([201, expect.anything()]);
      return record.id;
    };
    const read = async (path: string) => (await caller.get(path)).body;
    const connection_id = await made("/connections", {
      name: "Shop",
      options: {
        type: "postgres",
        host: decodeURIComponent(host()),
        port: 5432,
        database: "postgres",
        schema: "shop",
        user: "postgres",
        password,
        sslmode: "prefer",
      },
    });
    const dataset = await made("/datasets", {
      name: "Orders",
      connection_id,
      identity_sets: { buyer: { email: "email" } },
      options: { type: "postgres", table_name: "orders" },
      output_to_streams: { order: { data_map: { datetime: "day" } } },
    });
    const all = await made("/cohorts", { name: "All", stream_name: "order" });
    const repeat = await made("/cohorts", { name: "Again", stream_name: "order", min_count: 2 });
    const outcome = await made("/outcomes", {
      name: "Again",
      attainment_cohort_id: repeat,
      eligible_cohort_id: all,
      horizon_days: 60,
    });
    const scope = await made("/scopes", {
      name: "Everyone",
      population: { cohort_ids: [all] },
      payload: { outcome_ids: [outcome] },
      preview: false,
    });
    const target = await made("/targets", {
      name: "Written",
      scope_id: scope,
      connection_id,
      human_readable: true,
      representation: { mode: "identified" },
      options: { type: "postgres", table_name: "written" },
    });
    await api.build();
    expect(await read(`/targets/${target}`)).toMatchObject({ status: "ready", row_count: people });

    const random = randomFor(20_110_301, times);
    let waited = 0;
    for (let round = 1; round <= times; round++) {
      await query(`insert into shop.orders values ('new${round}@example.com', '2025-02-01')`);
      await caller.post(`/datasets/${dataset}/force_update`);
      const [type, path] =
        round % 2 ? ["datasets", `/datasets/${dataset}`] : ["targets", `/targets/${target}`];
      // Every other pair of rounds, it goes away in the middle of the work.
      const afterMs = round % 4 < 2 ? 0 : 60 * random();
      fault = { type: type!, strike: () => sleep(afterMs).then(server.kill) };
      await api.build();
      await struck;
      const away = await read(path!);
      expect(JSON.stringify([away, await read("/datasets"), await read("/targets")])).not.toContain(password);
      if (away.status !== "ready") {
        waited++;
        expect(away, away.status_error).toMatchObject({
          status: "starting",
          waiting_for: expect.stringMatching(reason),
        });
      }
      for (let minutes = 0; minutes < 3 && away.status !== "ready"; minutes++) {
        api.tick(60_000);
        await api.build();
        expect(await read(path!)).toMatchObject({
          status: "starting",
          waiting_for: expect.stringMatching(reason),
        });
      }
      expect(api.troubles.list()).toEqual([]);
      await server.start();
      const [kept] = await query(
        "select count(*)::int as n, count(distinct email)::int as people from shop.written",
      );
      expect(kept!.n).toBe(kept!.people);
      expect([people + round - 1, people + round]).toContain(kept!.n);
      api.tick(60_000);
      await api.build();
      expect(await read(path!)).toMatchObject({ status: "ready" });
      const [now] = await query(
        "select count(*)::int as n, count(distinct email)::int as people from shop.written",
      );
      expect(now).toEqual({ n: people + round, people: people + round });
    }
    expect(waited).toBeGreaterThan(times / 2);
    reportFaults("receiver away", { faults: times, lost: 0, wrongBytes: 0 });
  });
});
