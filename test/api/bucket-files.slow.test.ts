// Files of a bucket, from the first listing to a file of scores in the bucket, while the storage is killed,
// objects come, change and go, and builds are cut off.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { accountsWithDueEvents } from "../../src/store/resources.js";
import { needing } from "../run/needs.js";
import { bucketInTests, isBucketInstalled } from "../support/owned-bucket.js";
import { type BuildingApi, runHere, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

const people = 240;
const hour = 3_600_000;

/** Person p orders 1 to 5 times over 400 days; a file has the orders of one k. */
const orders = (k: number): string => {
  const rows = Array.from({ length: people }, (_, p) => p + 1)
    .filter((p) => k <= (p * 7) % 5)
    .map((p) => {
      const day = new Date(Date.UTC(2024, 0, 1 + ((p * 37 + k * (61 + (p % 50))) % 400)));
      return `p${p}@example.com,${day.toISOString()},${10.5 + k}`;
    });
  return ["email,day,total", ...rows, ""].join("\n");
};

describe("a bucket of an account", needing("the S3 server", isBucketInstalled), () => {
  const owned = bucketInTests();
  let api: BuildingApi;
  let caller: Caller;
  /** Runs when a step of a type begins, once. */
  let fault: { type: string; strike: () => Promise<void> } | undefined;
  let struck: Promise<void> = Promise.resolve();
  const ids: Record<string, string> = {};

  beforeAll(async () => {
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
      },
    );
    caller = await api.signUp();
  });
  afterAll(() => api.close());

  const read = async (path: string) => (await caller.get(path)).body;
  const made = async (path: string, body: object): Promise<string> => {
    const { status, body: record } = await caller.post(path, body);
    expect([status, record], path).toEqual([201, expect.anything()]);
    return record.id;
  };
  const dataset = () => read(`/datasets/${ids.dataset}`);
  /** As the housekeeper does it. */
  const buildAfter = async (ms: number): Promise<void> => {
    api.tick(ms);
    for await (const accountId of accountsWithDueEvents(api.db.kysely, api.now()))
      await api.db.transaction((trx) => reconcile(trx, api.queue, accountId, api.now()));
    await api.build();
  };

  test("a dataset whose files come later is built when they are there", async () => {
    const { sealed_password: _, ...options } = owned.access().options;
    ids.connection = await made("/connections", {
      name: "Exports",
      options: { ...options, secret_access_key: owned.server().env.AWS_SECRET_ACCESS_KEY },
    });
    ids.dataset = await made("/datasets", {
      name: "Orders",
      connection_id: ids.connection,
      identity_sets: { buyer: { email: "email" } },
      options: { type: "s3", prefix: "orders/*.csv" },
      output_to_streams: { order: { data_map: { datetime: "day" }, value: "total" } },
    });
    await api.build();
    expect(await dataset()).toMatchObject({
      status: "error",
      status_error: expect.stringContaining("There is no file to read at s3://files/orders/*.csv"),
    });
    for (const k of [0, 1, 2]) await owned.put(`orders/${k}.csv`, orders(k));
    await api.build();
    expect(await dataset()).toMatchObject({ status: "error" });
    await buildAfter(hour);
    expect(await dataset()).toMatchObject({ status: "ready", bucket: { files: 3, read: "all" } });
    expect(await read(`/connections/${ids.connection}`)).toMatchObject({ status: "ready" });
  });

  test("scores are written to the bucket, and again only after a file came", async () => {
    const cohort = async (bounds: object) => made("/cohorts", { name: "C", stream_name: "order", ...bounds });
    const [customers, repeat] = [await cohort({}), await cohort({ min_count: 2 })];
    const outcome = { name: "Again", attainment: repeat, eligible: customers, horizon_days: 60 };
    const outcome_ids = [await made("/outcomes", outcome)];
    const scope_id = await made("/scopes", {
      name: "All",
      population: { include: [customers] },
      payload: { outcome_ids },
      preview: false,
    });
    ids.target = await made("/targets", {
      name: "Scores",
      scope_id,
      connection_id: ids.connection,
      representation: { mode: "identified" },
      options: { type: "s3", key: "scores/all.csv", quote_all: true },
    });
    await api.build();
    expect(await read(`/targets/${ids.target}`)).toMatchObject({ status: "ready", row_count: people });
    const first = await owned.head("scores/all.csv");
    expect(first.metadata["bellwether-target"]).toBe(ids.target);
    expect((await owned.text("scores/all.csv")).trim().split("\n")).toHaveLength(people + 1);

    await buildAfter(hour);
    expect(await dataset()).toMatchObject({ status: "ready", bucket: { read: "nothing" } });
    expect((await owned.head("scores/all.csv")).metadata).toEqual(first.metadata);

    await owned.put("orders/3.csv", orders(3));
    await buildAfter(hour);
    expect(await dataset()).toMatchObject({ status: "ready", bucket: { files: 4, read: "added" } });
    const next = await owned.head("scores/all.csv");
    expect(next.metadata["bellwether-sha256"]).not.toBe(first.metadata["bellwether-sha256"]);
  });

  test("while the storage is away builds wait with the reason, and go on when it is back", async () => {
    await owned.put("orders/4.csv", orders(4));
    const before = await dataset();
    fault = { type: "datasets", strike: () => owned.server().kill() };
    await buildAfter(hour);
    await struck;
    expect(await dataset()).toMatchObject({
      status: "starting",
      waiting_for: expect.stringMatching(/storage of the files cannot be reached.* goes on by itself/),
      row_count: before.row_count,
    });
    expect(api.troubles.list()).toEqual([]);
    await owned.server().start();
    await buildAfter(60_000);
    expect(await dataset()).toMatchObject({ status: "ready", bucket: { files: 5, read: "added" } });
    expect((await dataset()).row_count).toBeGreaterThan(before.row_count);
  });

  test("an object that changes and another that goes leave no row of before", async () => {
    await owned.put("orders/0.csv", `email,day,total\nnew@example.com,2025-01-30,1\n`);
    await owned.remove("orders/4.csv");
    await buildAfter(hour);
    const { bucket, row_count } = await dataset();
    const expected = [1, 2, 3].reduce((sum, k) => sum + orders(k).trim().split("\n").length - 1, 1);
    expect([bucket, row_count]).toEqual([expect.objectContaining({ files: 4, read: "all" }), expected]);
  });

  test("keys that are withdrawn are an error that says so, and the last rows stay", async () => {
    const changed = { options: { secret_access_key: "withdrawn" } };
    await caller.patch(`/connections/${ids.connection}`, changed);
    await api.build();
    expect(await dataset()).toMatchObject({
      status: "error",
      status_error: expect.stringContaining("the secret is not that of access key"),
      bucket: { files: 4 },
    });
  });
});
