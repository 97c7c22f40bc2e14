// A dataset with an age limit over HTTP: months pass, and with them rows, people and files.

import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteOldFiles } from "../../src/builds/execute/old-files.js";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { msPerDay } from "../../src/domain/resource/resource.js";
import { accountsWithDueEvents } from "../../src/store/resources.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
beforeEach(async () => {
  api = await startBuildingApi();
});
afterEach(() => api.close());

const header = "order,email,day,amount\n";
const files = {
  "2024.csv": "1,ada@example.com,2024-03-01,10\n2,bo@example.com,2024-11-30,20\n",
  "winter.csv": "3,cy@example.com,2024-12-31,30\n4,di@example.com,2025-01-31,40\n",
  "2025.csv": "5,ada@example.com,2025-06-01,50\n6,eva@example.com,2025-12-01,60\n",
};
const orders = {
  name: "Orders",
  identity_sets: { id: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "day", value: "amount" } } },
};

const withFiles = async (): Promise<{ caller: Caller; id: string }> => {
  const caller = await api.signUp();
  for (const [name, rows] of Object.entries(files))
    expect((await caller.post(`/uploads/orders/${name}`, header + rows, octets)).status).toBe(200);
  const { body } = await caller.post("/datasets", orders);
  return { caller, id: body.id };
};
const octets = { "content-type": "application/octet-stream" };

const uploads = async (caller: Caller): Promise<string[]> =>
  (await caller.get("/uploads")).body.map(({ subpath }: { subpath: string }) => subpath).sort();

/** Days pass. */
const wait = async (days: number): Promise<void> => {
  api.tick(days * msPerDay);
  const { db, queue } = api;
  for await (const id of accountsWithDueEvents(db.kysely, api.now()))
    await db.transaction((trx) => reconcile(trx, queue, id, api.now()));
  await deleteOldFiles(db, queue, api.now());
  await api.build();
};

test("rows go with their month, people with their last row, and a file some days after its last row", async () => {
  const { caller, id } = await withFiles();
  await caller.patch(`/datasets/${id}`, { keep_months: 12 });
  await api.build();
  const dataset = (await caller.get(`/datasets/${id}`)).body;
  expect(dataset).toMatchObject({
    keep_months: 12,
    kept_since: "2025-01-01T00:00:00.000Z",
    identified_count: 3,
    event_counts: { transaction: { events: 3, value_total: 150 } },
  });
  expect(dataset.old_rows).toMatchObject([
    { file: "2024.csv", rows: 2, of: 2, deleted_from: "2026-01-08T00:00:00.000Z" },
    { file: "winter.csv", rows: 1, of: 2, too_old_from: "2026-02-01T00:00:00.000Z" },
  ]);
  expect(dataset.old_rows[1]).not.toHaveProperty("deleted_from");
  const old = await caller.get(`/datasets/${id}/ledger/too_old?stream=transaction&file=winter.csv`);
  expect(old.body).toBe(`file,line,${header}winter.csv,2,3,cy@example.com,2024-12-31,30\n`);

  await wait(6);
  expect((await uploads(caller)).length).toBe(3);
  await wait(1);
  expect(await uploads(caller)).toEqual(["orders/2025.csv", "orders/winter.csv"]);
  const { entries } = (await caller.get("/accounts/current/audit?action=delete")).body;
  expect(entries).toMatchObject([{ sentence: "The service deleted file “orders/2024.csv”." }]);

  await wait(24);
  expect((await caller.get(`/datasets/${id}`)).body).toMatchObject({
    kept_since: "2025-02-01T00:00:00.000Z",
    identified_count: 2,
    event_counts: { transaction: { events: 2, value_total: 110 } },
  });
  await wait(7);
  expect(await uploads(caller)).toEqual(["orders/2025.csv"]);
});

test("nothing is lost to a limit that is taken back within the days", async () => {
  const { caller, id } = await withFiles();
  await caller.patch(`/datasets/${id}`, { keep_months: 1 });
  await api.build();
  expect((await caller.get(`/datasets/${id}`)).body.event_counts.transaction.events).toBe(1);
  await wait(6);
  await caller.patch(`/datasets/${id}`, { keep_months: null });
  await api.build();
  await wait(30);
  const { body } = await caller.get(`/datasets/${id}`);
  expect([body.event_counts.transaction.events, body.old_rows, body.kept_since]).toEqual([
    6,
    undefined,
    undefined,
  ]);
});

test("a file stays as long as a dataset reads rows of it", async () => {
  const { caller, id } = await withFiles();
  const other = await caller.post("/datasets", { ...orders, name: "All orders" });
  await caller.patch(`/datasets/${id}`, { keep_months: 13 });
  await api.build();
  await wait(7);
  expect((await uploads(caller)).length).toBe(3);
  const [file] = (await caller.get(`/datasets/${id}`)).body.old_rows;
  expect(file).toMatchObject({ file: "2024.csv", rows: 2, of: 2, needed_by: ["All orders"] });
  expect(file).not.toHaveProperty("deleted_from");
  await caller.delete(`/datasets/${other.body.id}`);
  await wait(0);
  expect(await uploads(caller)).toEqual(["orders/2025.csv", "orders/winter.csv"]);
});

test("rows that are too old are a stage of the import, and a warning where no other is left", async () => {
  const { caller, id } = await withFiles();
  await caller.patch(`/datasets/${id}`, { keep_months: 12 });
  await api.build();
  const [log] = (await caller.get(`/datasets/${id}/logs/ingress`)).body;
  expect(log).toMatchObject({ total: 6, valid: 6, too_old: 3, allowed: 3 });
  expect((await caller.get(`/datasets/${id}`)).body.warnings).toEqual([]);
  await wait(400);
  expect((await caller.get(`/datasets/${id}`)).body.warnings).toEqual([
    expect.stringContaining("Every row is older than keep_months allows"),
  ]);
});

test("without a date no row becomes too old, and the limit is refused", async () => {
  const caller = await api.signUp();
  const { status, body } = await caller.post("/datasets", {
    ...orders,
    output_to_streams: { signup: { data_map: {} } },
    keep_months: 12,
  });

  expect([status, body.note]).toEqual([
    400,
    expect.stringContaining("keep_months needs a stream with a datetime"),
  ]);
});
