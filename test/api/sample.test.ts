// The sample shop: created in one request, removed in one, and nothing else with it.

import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";

const open = async (): Promise<BuildingApi> => {
  const api = await startBuildingApi();
  onTestFinished(api.close);
  return api;
};

const everything = async (shop: { get(url: string): Promise<{ body: { id: string }[] }> }) => {
  const kinds = ["datasets", "streams", "cohorts", "outcomes", "scopes", "targets"];
  const lists = await Promise.all(kinds.map(async (kind) => (await shop.get(`/${kind}`)).body));
  return lists.flat().map(({ id }) => id);
};

test("the sample shop is created with all that leads to two lists, and removed with all of it", async () => {
  const api = await open();
  const shop = await api.signUp();
  expect((await shop.get("/sample")).body).toEqual({ exists: false, can_create: true, resource_ids: [] });
  const made = await shop.post("/sample");
  expect([made.status, made.body.note]).toEqual([200, undefined]);
  expect(made.body).toMatchObject({ exists: true, can_create: false });
  expect(made.body.resource_ids).toHaveLength(12);
  expect((await shop.get("/targets")).body.map(({ name }: { name: string }) => name).sort()).toEqual([
    "Sample: buys again, as CSV",
    "Sample: leaves the club, as CSV",
  ]);
  expect((await shop.get("/uploads")).body).toHaveLength(2);

  const again = await shop.post("/sample");
  expect(again.body).toEqual(made.body);

  const removed = await shop.delete("/sample");
  expect(removed.body).toEqual({ exists: false, can_create: true, resource_ids: [] });
  expect(await everything(shop)).toEqual([]);
  expect((await shop.get("/uploads")).body).toEqual([]);
  expect((await shop.delete("/sample")).status).toBe(200);
  const { entries } = (await shop.get("/accounts/current/audit")).body;
  expect(JSON.stringify(entries).match(/sample_orders\/transactions.csv/g)?.length).toBeGreaterThanOrEqual(2);
});

test("its datasets and cohorts are built", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.post("/sample");
  await api.buildSome(7);
  const streams = (await shop.get("/streams")).body;
  const orders = streams.find(({ stream_name: name }: { stream_name: string }) => name === "sample_order");
  expect(orders.event_count).toBeGreaterThan(60);
});

test("what the owner made stays, also where it was made since", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.post("/streams/order");
  await shop.post("/sample");
  const { body: own } = await shop.post("/cohorts", { name: "Mine", stream_name: "order" });
  await shop.post("/uploads/orders/a.csv", "email\na@example.com\n", { "content-type": "text/csv" });
  await shop.delete("/sample");
  const [stream] = (await shop.get("/streams")).body;
  expect(await everything(shop)).toEqual([stream.id, own.id]);
  expect((await shop.get("/uploads")).body).toHaveLength(1);
});

test("it is not removed while something of the owner's uses it; nothing is removed then", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.post("/sample");
  await shop.post("/cohorts", { name: "Large", stream_name: "sample_order", min_value: 100 });
  const before = await everything(shop);
  const refused = await shop.delete("/sample");
  expect([refused.status, refused.body.note]).toEqual([409, expect.stringContaining("Large")]);
  expect(await everything(shop)).toEqual(before);
});

test("parts that the owner deleted are passed over", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.post("/sample");
  const [target] = (await shop.get("/targets")).body;
  await shop.delete(`/targets/${target.id}`);
  expect((await shop.delete("/sample")).status).toBe(200);
  expect(await everything(shop)).toEqual([]);
});

test("an account with datasets gets no sample shop, and keeps no file of it", async () => {
  const api = await open();
  const shop = await api.signUp();
  const mine = {
    name: "Orders",
    identity_sets: {},
    options: { type: "hosted_csv", upload_directory: "orders" },
  };
  await shop.post("/datasets", { ...mine, preview: true });
  const refused = await shop.post("/sample");
  expect([refused.status, refused.body.note]).toEqual([409, expect.stringContaining("already: 1")]);
  const files = readdirSync(api.dataDir, { recursive: true });
  expect(files.filter((file) => String(file).endsWith(".csv"))).toEqual([]);
});

test("another account has no part of it", async () => {
  const api = await open();
  const [shop, other] = [await api.signUp(), await api.signUp("Other")];
  await shop.post("/sample");
  expect((await other.get("/sample")).body.exists).toBe(false);
  expect((await other.delete("/sample")).status).toBe(200);
  expect((await shop.get("/sample")).body.exists).toBe(true);
});
