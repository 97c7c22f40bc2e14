// Accounts: usage and deletion.

import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deleteDueAccounts } from "../../src/builds/execute/sweep.js";
import { openApi, repeatPurchase } from "./harness.js";
import { publishedClient } from "./published.js";

const days = 86_400_000;

test("an account is deleted with its files after a week, unless it is restored", async () => {
  const api = await openApi();
  const [caller, stranger] = [await api.signUp(), await api.signUp("Other")];
  await repeatPurchase(caller);
  await caller.post("/uploads/orders/a.csv", "a,b\n1,2\n", { "content-type": "text/csv" });
  await mkdir(path.join(api.dataDir, "relations", caller.accountId), { recursive: true });
  const start = Date.UTC(2026, 0, 1);
  const deleteAt = new Date(start + 7 * days).toISOString();

  expect((await stranger.delete(`/accounts/${caller.accountId}`)).status).toBe(404);
  expect(await caller.delete(`/accounts/${caller.accountId}`)).toMatchObject({
    status: 202,
    body: { delete_at: deleteAt },
  });
  api.tick(days);
  expect((await caller.delete("/accounts/current")).body.delete_at).toBe(deleteAt);
  expect((await caller.post("/accounts/current/restore")).body).not.toHaveProperty("delete_at");
  expect(await deleteDueAccounts(api.db, api.dataDir, start + 30 * days)).toBe(0);

  await caller.delete("/accounts/current");
  expect(await deleteDueAccounts(api.db, api.dataDir, start + 8 * days - 1)).toBe(0);
  expect(await deleteDueAccounts(api.db, api.dataDir, start + 8 * days)).toBe(1);
  expect(await caller.get("/cohorts")).toMatchObject({
    status: 401,
    body: { error: "INVALID_AUTHORIZATION" },
  });
  for (const folder of ["uploads", "relations"])
    expect(await readdir(path.join(api.dataDir, folder))).not.toContain(caller.accountId);
  expect((await stranger.get("/accounts")).body).toHaveLength(1);
});

test("usage is counted, and the client can read it", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  await repeatPurchase(caller);
  await caller.post("/uploads/orders/a.csv", "a,b\n1,2\n", { "content-type": "text/csv" });
  const { body } = await caller.get("/accounts/current/usage");
  expect(body).toEqual(
    expect.arrayContaining([
      { description: "uploaded bytes", usage: 8 },
      { description: "people known", usage: 0 },
      { description: "cohorts", usage: 3 },
    ]),
  );
  const client = await publishedClient(api, caller.key);
  expect((await client.usage.getUsages()).map(({ description }) => description)).toContain("events");
  await client.accounts.deleteAccount(caller.accountId);
  expect((await caller.get("/accounts/current")).body).toHaveProperty("delete_at");
});
