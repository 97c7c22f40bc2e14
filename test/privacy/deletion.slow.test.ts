// Deletion of one person from their page: what goes, what stays, and the receipt.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { openShop } from "../api/people-shop.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

test("a deleted person is gone from everything, others stay, and the receipt says what still holds them", async () => {
  const shop = await openShop(api);
  const [umar, peter] = [
    await shop.idOf("email=umar@example.com"),
    await shop.idOf("email=peter@example.com"),
  ];
  const { status, body } = await shop.post(`/people/${umar}/deletion`);
  expect(status).toBe(202);
  expect(body).toMatchObject({ record_count: 1, file: expect.stringMatching(new RegExp(`-${umar}\\.csv$`)) });
  await api.build();
  expect((await shop.get(`/people/${umar}`)).status).toBe(410);
  expect(await shop.found("email=umar@example.com")).toEqual([]);
  expect((await shop.get(`/people/${peter}`)).status).toBe(200);
  const { body: receipt } = await shop.get(`/datasets/${body.dataset_id}/analysis/privacy`);
  expect(receipt).toMatchObject({
    privacy: "delete",
    people: 1,
    uploads: [{ file: "a.csv", rows: 1 }],
    receipts: [{ requested_at: expect.any(String), applied_at: expect.any(String) }],
  });
  const { body: file } = await shop.get(`/uploads/deletion-requests/${body.file}`);
  expect(String(file)).not.toContain("umar@");
  const { body: log } = await shop.get("/accounts/current/audit?action=delete_person");
  expect(log.entries).toMatchObject([{ resource: { type: "people", id: umar } }]);

  const second = await shop.post(`/people/${peter}/deletion`);
  expect(second.body.dataset_id).toBe(body.dataset_id);
  await api.build();
  expect((await shop.get(`/people/${peter}`)).status).toBe(410);
  expect(await shop.found("email=kate@example.com")).toHaveLength(1);
});

test("whoever shares every contact with somebody is not deleted, because the other would go too", async () => {
  const shop = await openShop(api);
  await shop.replaceRows((row) => row.replace("peter@example.com", "kate@example.com"));
  await api.build();
  const [, peter] = await shop.found("email=kate@example.com");
  const { status, body } = await shop.post(`/people/${peter}/deletion`);
  expect([status, body.error]).toEqual([409, "CONFLICT"]);
  expect((await shop.get("/datasets")).body).toHaveLength(1);
});
