// Archiving, forced builds and the graph, through the published client where possible.

import { expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { dataset, openApi, repeatPurchase } from "./harness.js";
import { publishedClient } from "./published.js";

const withConsequences = async () => {
  const api = await openApi({ reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now) });
  return api;
};

test("a resource in use is archived together with its users, and keeps its record and result", async () => {
  const caller = await (await openApi()).signUp();
  const { repeat, outcome, scope, target } = await repeatPurchase(caller);
  const alone = await caller.post(`/cohorts/${repeat}/archive`);
  expect(alone).toMatchObject({ status: 409, body: { error: "CONFLICT" } });
  expect(alone.body.note).toContain(`outcome Likelihood to buy again (${outcome})`);
  const cascade_to = [outcome, scope, target];
  const { status, body } = await caller.post(`/cohorts/${repeat}/archive`, { cascade_to });
  expect({ status, archived_at: body.archived_at }).toEqual({
    status: 200,
    archived_at: "2026-01-01T00:00:00.000Z",
  });
  const listed = (await caller.get("/targets")).body;
  expect(listed).toMatchObject([{ id: target, archived_at: expect.any(String) }]);
});

test("an archived resource cannot be changed, referred to or forced", async () => {
  const caller = await (await openApi()).signUp();
  const { repeat, customers, once } = await repeatPurchase(caller);
  await caller.post(`/cohorts/${once}/archive`, { cascade_to_all: true });
  const refused = {
    status: 409,
    body: { note: "The cohort One-time purchasers is archived. Unarchive it first." },
  };
  expect(await caller.patch(`/cohorts/${once}`, { name: "x" })).toMatchObject(refused);
  expect(await caller.post(`/cohorts/${once}/force_update`)).toMatchObject(refused);
  const again = { name: "O", attainment: repeat, eligible: once };
  expect(await caller.post("/outcomes", again)).toMatchObject(refused);
  expect((await caller.post("/outcomes", { ...again, eligible: customers })).status).toBe(201);
});

test("one call unarchives everything, or lists what is missing", async () => {
  const caller = await (await openApi()).signUp();
  const { datasetId, target } = await repeatPurchase(caller);
  await caller.post(`/datasets/${datasetId}/archive`, { cascade_to_all: true });
  expect((await caller.get("/streams/transaction")).body).toHaveProperty("archived_at");
  expect(await caller.post(`/targets/${target}/unarchive`)).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("pipeline Repeat purchase scoring (") },
  });
  await caller.post(`/targets/${target}/unarchive`, { cascade_to_all: true });
  for (const url of ["/datasets", "/streams", "/cohorts", "/outcomes", "/scopes", "/targets"])
    for (const record of (await caller.get(url)).body) expect(record).not.toHaveProperty("archived_at");
});

test("a resource changed since it was read is neither archived nor unarchived", async () => {
  const caller = await (await openApi()).signUp();
  const { target, datasetId } = await repeatPurchase(caller);
  const read = { "if-match": String((await caller.get(`/targets/${target}`)).headers.etag) };
  const archived = await caller.post(`/targets/${target}/archive`, {}, read);
  expect(archived.status).toBe(200);
  const refused = { status: 412, body: { note: expect.stringContaining("changed") } };
  expect(await caller.post(`/targets/${target}/unarchive`, {}, read)).toMatchObject(refused);
  const seen = { "if-match": String(archived.headers.etag) };
  expect((await caller.post(`/targets/${target}/unarchive`, {}, seen)).body).not.toHaveProperty(
    "archived_at",
  );
  const stale = { "if-match": '"7"' };
  const cascade = { cascade_to_all: true };
  expect(await caller.post(`/datasets/${datasetId}/archive`, cascade, stale)).toMatchObject(refused);
  await caller.post("/streams/unused");
  expect(await caller.delete("/streams/unused", stale)).toMatchObject(refused);
  expect((await caller.delete("/streams/unused", { "if-match": '"1"' })).status).toBe(204);
});

test("a cascade to an unrelated resource is refused", async () => {
  const caller = await (await openApi()).signUp();
  const { once, repeat } = await repeatPurchase(caller);
  const cascade_to = [repeat];
  expect(await caller.post(`/cohorts/${once}/archive`, { cascade_to })).toMatchObject({
    status: 400,
    body: { error: "VALIDATION_FAILED" },
  });
  expect((await caller.post("/cohorts/nobody/archive")).status).toBe(404);
});

test("a build can be forced although nothing has changed, and nothing waits for an archived resource", async () => {
  const api = await withConsequences();
  const caller = await api.signUp();
  const { body: made } = await caller.post("/datasets", dataset);
  await caller.post("/uploads/orders/a.csv", "Date,Total\n2025-01-01,1\n", { "content-type": "text/csv" });
  expect((await caller.get(`/datasets/${made.id}`)).body.status).toBe("starting");
  const before = await api.db.kysely
    .selectFrom("resource")
    .select("forced")
    .where("id", "=", made.id)
    .execute();
  expect(await caller.post(`/datasets/${made.id}/force_update`)).toMatchObject({ status: 200 });
  const after = await api.db.kysely
    .selectFrom("resource")
    .select("forced")
    .where("id", "=", made.id)
    .execute();
  expect([before[0]?.forced, after[0]?.forced]).toEqual([0, 1]);
  expect((await caller.post(`/datasets/${made.id}/archive`)).body.status).toBe("new");
  expect((await caller.post(`/datasets/${made.id}/unarchive`)).body.status).toBe("starting");
});

test("registering a dataset restores the stream that it outputs to", async () => {
  const caller = await (await openApi()).signUp();
  const { body: first } = await caller.post("/datasets", dataset);
  await caller.post(`/datasets/${first.id}/archive`);
  await caller.post("/datasets", dataset);
  expect((await caller.get("/streams/transaction")).body).not.toHaveProperty("archived_at");
});

test("the graph has an edge for every use, and the client can read it", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  const client = await publishedClient(api, caller.key);
  const { body: stream } = await caller.get("/streams/transaction");
  const edges = (await client.graph.getGraph()).map((edge) => [edge.upstream_id, edge.downstream_id]);
  const expected = [
    [ids.datasetId, stream.id],
    ...[ids.once, ids.repeat, ids.customers].map((cohort) => [stream.id, cohort]),
    [ids.repeat, ids.outcome],
    [ids.customers, ids.outcome],
    [ids.once, ids.scope],
    [ids.outcome, ids.scope],
    [ids.scope, ids.target],
  ];
  expect(edges).toHaveLength(expected.length);
  expect(edges).toEqual(expect.arrayContaining(expected));
  const [first] = (await caller.get("/graph")).body;
  expect(first).toMatchObject({
    upstream_type: expect.any(String),
    upstream_literate: expect.any(String),
    downstream_status: "new",
  });
  expect((await client.scopes.getScopeDatasets(ids.scope)).map(({ id }) => id)).toEqual([ids.datasetId]);
  expect((await client.scopes.getScopeTargets(ids.scope)).map(({ id }) => id)).toEqual([ids.target]);
  expect((await client.scopes.getScopePayloadOutcomes(ids.scope)).map(({ id }) => id)).toEqual([ids.outcome]);
  expect((await client.scopes.getScopePopulationCohorts(ids.scope)).map(({ id }) => id)).toEqual([ids.once]);
  expect(await client.scopes.getScopePopulationExclusionCohorts(ids.scope)).toEqual([]);
  expect(await client.scopes.getScopePayloadCohorts(ids.scope)).toEqual([]);
});

test("a stream has the display name that its owner sets, and is found by either name", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/streams/transaction");
  await caller.post("/streams/refund");
  const { status, body } = await caller.patch("/streams/Transaction", { name: "Web orders" });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { name: "Web orders", literate: "Web orders", stream_name: "transaction" },
  });
  for (const name of ["transaction", "web%20ORDERS", body.id])
    expect((await caller.get(`/streams/${name}`)).body.id).toBe(body.id);
  expect((await caller.post("/streams/Web%20orders")).body.id).toBe(body.id);
  expect(await caller.patch("/streams/refund", { name: "web orders" })).toMatchObject({ status: 409 });
  expect(await caller.patch("/streams/refund", { name: "Transaction" })).toMatchObject({ status: 409 });
  expect((await caller.patch("/streams/transaction", { name: null })).body.name).toBe("Transaction");
  const stale = { "if-match": '"1"' };
  expect((await caller.patch("/streams/transaction", { name: "x" }, stale)).status).toBe(412);
});
