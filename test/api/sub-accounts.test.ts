// Sub-accounts: made with a key, listed and deleted by their maker, and closed to it otherwise.

import type * as faraday from "@fdy/faraday-js";
import { expect, test } from "vitest";
import { callerOf, dataset, openApi } from "./harness.js";
import { publishedClient } from "./published.js";

test("the published client makes, lists, reads and deletes a sub-account, and reads billing", async () => {
  const api = await openApi();
  const { key, accountId } = await api.signUp();
  const { accounts, billing } = await publishedClient(api, key);
  const made = await accounts.createAccount({ name: "Branch" });
  expect(made.parent_account_id).toBe(accountId);
  expect((await accounts.getAccounts()).map(({ name }) => name)).toEqual(["Acme", "Branch"]);
  expect((await accounts.getAccount(made.id)).name).toBe("Branch");
  for (const usage of [await billing.getAccountBilling(made.id), await billing.getCurrentAccountBilling()]) {
    expect(usage).toMatchObject({ invoices: [], payments: [] });
    expect(usage.usages?.map(({ description }) => description)).toContain("events");
  }
  await accounts.deleteAccount(made.id);
  expect((await api.as(made.api_key!).get("/accounts/current")).body).toHaveProperty("delete_at");
  expect((await api.as(key).get("/accounts/current")).body).not.toHaveProperty("delete_at");
  expect((await api.as(key).post(`/accounts/${made.id}/restore`)).body).not.toHaveProperty("delete_at");
});

test("neither account reads or changes what the other owns", async () => {
  const api = await openApi({ signUp: "first" });
  const maker = await api.signUp();
  const { body: branch } = await maker.post("/accounts", { name: "Branch" });
  const sub = api.as(branch.api_key);
  const { body: grandchild } = await sub.post("/accounts", { name: "Desk" });
  const [ofMaker, ofSub] = [await maker.post("/datasets", dataset), await sub.post("/datasets", dataset)];
  expect((await maker.get(`/datasets/${ofSub.body.id}`)).status).toBe(404);
  expect((await sub.get(`/datasets/${ofMaker.body.id}`)).status).toBe(404);
  expect((await sub.get("/accounts")).body.map(({ name }: { name: string }) => name)).toEqual([
    "Branch",
    "Desk",
  ]);
  for (const url of [`/accounts/${maker.accountId}`, `/accounts/${maker.accountId}/billing`])
    expect((await sub.get(url)).status).toBe(404);
  expect((await sub.delete(`/accounts/${maker.accountId}`)).status).toBe(404);
  expect((await maker.get(`/accounts/${grandchild.id}`)).status).toBe(404);
  expect((await maker.patch(`/accounts/${branch.id}`, { name: "Mine" })).status).toBe(404);
});

test("a key that reads cannot make an account, and sign-up without a key stays as it was", async () => {
  const api = await openApi({ signUp: "first" });
  const { body: first } = await callerOf(api.app, {}).post("/accounts", { name: "First" });
  expect(first).not.toHaveProperty("parent_account_id");
  expect((await callerOf(api.app, {}).post("/accounts", { name: "Second" })).status).toBe(403);
  const { body: read } = await api.as(first.api_key).post("/accounts/current/api_keys", { scope: "read" });
  expect((await api.as(read.api_key).post("/accounts", { name: "Branch" })).status).toBe(403);
  expect((await api.as("bw_live_wrong").post("/accounts", { name: "Branch" })).status).toBe(401);
});

test("explore is taken on cohorts, kept, and changed", async () => {
  const api = await openApi();
  const { key } = await api.signUp();
  const { cohorts, streams } = await publishedClient(api, key);
  await streams.findOrCreateStream("transaction");
  const cohort = await cohorts.createCohort({ name: "Customers", stream_name: "transaction", explore: true });
  expect(cohort.explore).toBe(true);
  expect((await cohorts.updateCohort(cohort.id, { explore: false })).explore).toBe(false);
});

test("hosted PostgreSQL services are connections of type postgres", async () => {
  const api = await openApi();
  const { key } = await api.signUp();
  const { connections } = await publishedClient(api, key);
  const shared = { database: "shop", user: "me", password: "secret", schema: "public" };
  for (const type of ["aws_rds_postgres", "aws_aurora_postgres"] as const) {
    const options: faraday.ConnectionOptionsPost = { ...shared, type, host: "db.example.com", port: 5432 };
    expect((await connections.createConnection({ name: type, options })).options).toMatchObject({
      type: "postgres",
      host: "db.example.com",
    });
  }
  const options: faraday.ConnectionOptionsPost = {
    ...shared,
    type: "gcp_cloud_sql_postgres",
    instance_connection_name: "project:region:shop",
  };
  const { id, ...cloud } = await connections.createConnection({ name: "Cloud SQL", options });
  expect(cloud.options).toMatchObject({ type: "postgres", host: "/cloudsql/project:region:shop" });
  const { body } = await api.as(key).post("/datasets", {
    ...dataset,
    connection_id: id,
    options: { type: "gcp_cloud_sql_postgres", table_name: "orders" },
  });
  expect(body.options).toEqual({ type: "postgres", table_name: "orders" });
});
