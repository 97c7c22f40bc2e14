import { expect, test } from "vitest";
import { recordResult } from "../../src/store/resources.js";
import { callerOf, dataset, openApi, repeatPurchase } from "./harness.js";
import { outcomeResult, recordResults } from "./results.js";

test("every path works with and without /v1", async () => {
  const caller = await (await openApi()).signUp();
  for (const prefix of ["", "/v1"]) {
    expect((await caller.get(`${prefix}/cohorts`)).status).toBe(200);
    expect((await caller.post(`${prefix}/streams/transaction`)).status).toBe(200);
    expect((await caller.get(`${prefix}/health`)).body).toEqual({ status: "ok" });
  }
});

test("each change is planned, and a refused change is not", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { target } = await repeatPurchase(caller);
  expect(api.reconciled).toEqual(Array(7).fill(caller.accountId));
  await caller.patch(`/targets/${target}`, { name: "File" });
  await caller.delete(`/targets/${target}`);
  expect(api.reconciled).toHaveLength(9);
  await caller.post("/cohorts", { name: "x", stream_name: "unknown" });
  expect(api.reconciled).toHaveLength(9);
});

test("a dataset is returned in the long spelling, even if it was sent in the short one", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/datasets", dataset);
  expect(status).toBe(201);
  expect(body.output_to_streams.transaction.data_map).toEqual({
    datetime: { column_name: "Date" },
    value: { column_name: "Total" },
  });
});

test("outcomes, scopes and targets are returned in both spellings, with defaults", async () => {
  const caller = await (await openApi()).signUp();
  const ids = await repeatPurchase(caller);
  expect((await caller.get(`/outcomes/${ids.outcome}`)).body).toMatchObject({
    attainment: ids.repeat,
    attainment_cohort_id: ids.repeat,
    eligible: ids.customers,
    eligible_cohort_id: ids.customers,
    eligible_cohort_name: "Customers",
  });
  expect((await caller.get(`/scopes/${ids.scope}`)).body).toMatchObject({
    population: { include: [ids.once], cohort_ids: [ids.once] },
    preview: true,
    columns: { identity_columns: expect.arrayContaining(["person_first_name", "postcode"]) },
  });
  expect((await caller.get(`/targets/${ids.target}`)).body.representation).toEqual({
    mode: "identified",
    aggregate: "person",
  });
});

test("what a resource refers to is of this account and of its type, or the field at fault is named", async () => {
  const caller = await (await openApi()).signUp();
  const { customers, scope } = await repeatPurchase(caller);
  const payload = (id: string) => ({
    name: "x",
    population: { include: [customers] },
    payload: { outcome_ids: [id] },
  });
  const { status, body } = await caller.post("/scopes", payload(scope));
  expect(status).toBe(400);
  expect(body.validationErrors).toMatchObject([
    { path: "payload.outcome_ids", message: "is not an outcome of this account" },
  ]);
});

test("streams are found by ID, machine name or display name, in any case", async () => {
  const caller = await (await openApi()).signUp();
  const { body } = await caller.post("/streams/Repeat%20Purchase");
  expect(body).toMatchObject({
    name: "Repeat Purchase",
    stream_name: "repeat_purchase",
    literate: "Repeat Purchase",
  });
  for (const name of [body.id, "repeat_purchase", "Repeat%20purchase", "REPEAT_PURCHASE"])
    expect((await caller.get(`/streams/${name}`)).body.id).toBe(body.id);
  const cohort = await caller.post("/cohorts", { name: "x", stream_name: "Repeat Purchase" });
  expect(cohort.body.stream_name).toBe("repeat_purchase");
});

test("a cohort's record has its definition as a sentence, with the names of its stream and places", async () => {
  const caller = await (await openApi()).signUp();
  const { repeat } = await repeatPurchase(caller);
  const sentenceOf = async (): Promise<string> => (await caller.get(`/cohorts/${repeat}`)).body.sentence;
  expect(await sentenceOf()).toBe("People who have bought at least twice.");
  const geojson = { type: "Point", coordinates: [1, 2] };
  const { body: place } = await caller.post("/places", { name: "Store", geojson });
  const { body: changed } = await caller.patch(`/cohorts/${repeat}`, {
    recency: { occurrence: "last", max_days: 90 },
    traits: [{ name: "plan", _eq: "gold" }],
    place_conditions: [{ place_id: place.id, distance: 5000 }],
  });
  const sentence =
    "People who have bought at least twice, the last time within the past 90 days and whose “plan” is “gold”, within 5 km of “Store”.";
  expect(changed.sentence).toBe(sentence);
  await caller.post("/streams/Store%20Trip");
  const { body: trips } = await caller.post("/cohorts", { name: "Trips", stream_name: "store_trip" });
  expect(trips.sentence).toBe("People who have had a “Store Trip”.");
  const { body: cohorts } = await caller.get("/cohorts");
  expect(cohorts.map((each: { sentence: string }) => each.sentence)).toEqual([
    trips.sentence,
    "People who have bought.",
    sentence,
    "People who have bought once.",
  ]);
});

test("lists are newest first and can be filtered by ID", async () => {
  const caller = await (await openApi()).signUp();
  const { once, repeat, customers } = await repeatPurchase(caller);
  const idsOf = async (url: string) => (await caller.get(url)).body.map(({ id }: { id: string }) => id);
  expect(await idsOf("/cohorts")).toEqual([customers, repeat, once]);
  expect(await idsOf(`/cohorts?ids=${once}&ids=${customers}&ids=nobody`)).toEqual([customers, once]);
  expect(await idsOf(`/cohorts?ids=${once}`)).toEqual([once]);
});

test.each(["application/json", "application/merge-patch+json", "application/json+merge-patch"])(
  "a patch can be sent as %s, where null clears a field and absence keeps it",
  async (type) => {
    const caller = await (await openApi()).signUp();
    const { repeat } = await repeatPurchase(caller);
    const patch = JSON.stringify({ min_count: null, max_count: 9 });
    const { status, body } = await caller.patch(`/cohorts/${repeat}`, patch, { "content-type": type });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Repeat purchasers", stream_name: "transaction", max_count: 9 });
    expect(body).not.toHaveProperty("min_count");
  },
);

test("a patch that would leave a record invalid is refused and changes nothing", async () => {
  const caller = await (await openApi()).signUp();
  const { repeat, scope } = await repeatPurchase(caller);
  expect(await caller.patch(`/cohorts/${repeat}`, { max_count: 1 })).toMatchObject({ status: 400 });
  expect(await caller.patch(`/cohorts/${repeat}`, { name: null })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ path: "name", message: "is required" }] },
  });
  expect(await caller.patch(`/scopes/${scope}`, { payload: { outcome_ids: null } })).toMatchObject({
    status: 400,
  });
  expect((await caller.get(`/cohorts/${repeat}`)).headers.etag).toMatch(/^"1\./);
});

test("a static outcome has no horizon", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { outcome: id } = await repeatPurchase(caller);
  const method = { mode: "static", static_reason: "No dates.", horizon_days: 0 } as const;
  const built = { result: { ...outcomeResult, ...method }, resultDir: id, resultFiles: [], fingerprint: id };
  await recordResult(api.db.kysely, id, built, api.now());
  expect((await caller.get(`/outcomes/${id}`)).body).not.toHaveProperty("horizon_days");
  const analysis = (await caller.get(`/outcomes/${id}/analysis`)).body;
  expect(analysis.method).not.toHaveProperty("horizon_days");
  expect(analysis.method.static_reason).toBe("No dates.");
});

test("a change of an outdated version is refused", async () => {
  const caller = await (await openApi()).signUp();
  const { once } = await repeatPurchase(caller);
  const { headers } = await caller.get(`/cohorts/${once}`);
  const seen = { "if-match": String(headers.etag) };
  expect((await caller.patch(`/cohorts/${once}`, { name: "First" }, seen)).status).toBe(200);
  expect(await caller.patch(`/cohorts/${once}`, { name: "Second" }, seen)).toMatchObject({
    status: 412,
    body: { error: "CONFLICT" },
  });
  expect((await caller.patch(`/cohorts/${once}`, { name: "Third" })).body.name).toBe("Third");
});

test("a resource in use is not deleted, and its users are listed", async () => {
  const caller = await (await openApi()).signUp();
  const { repeat, datasetId } = await repeatPurchase(caller);
  expect(await caller.delete(`/cohorts/${repeat}`)).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("outcome Likelihood to buy again") },
  });
  expect(await caller.delete("/streams/transaction")).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("dataset Orders") },
  });
  expect(await caller.delete(`/datasets/${datasetId}`)).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("cohort Customers, cohort One-time purchasers") },
  });
  await caller.post("/datasets", dataset);
  expect((await caller.delete(`/datasets/${datasetId}`)).status).toBe(204);
});

test("a pipeline can be enabled once its preview is built", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { scope } = await repeatPurchase(caller);
  expect(await caller.patch(`/scopes/${scope}`, { preview: false })).toMatchObject({
    status: 409,
    body: { note: "The pipeline is new, not ready. Enable it when its build is finished." },
  });
  const result = { population_count: 12, data_through: 0, outcomes: {}, warnings: [], performance: {} };
  await recordResult(
    api.db.kysely,
    scope,
    { result, resultDir: "x", resultFiles: [], fingerprint: "f" },
    1_000,
  );
  expect(await caller.patch(`/scopes/${scope}`, { preview: false })).toMatchObject({
    status: 200,
    body: { preview: false, population_count: 12 },
  });
});

test("the results of builds are in the records", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  expect(await caller.get(`/outcomes/${ids.outcome}/analysis`)).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("the outcome is new") },
  });
  await recordResults(api, caller.accountId, ids);
  const read = async (url: string) => (await caller.get(url)).body;
  expect(await read(`/datasets/${ids.datasetId}`)).toMatchObject({
    status: "ready",
    row_count: 10,
    identified_count: 5,
    matched_count: 2,
    detected_columns: [{ data_type: "date" }, { data_type: "double" }],
    updates: [{ datetime: "2026-01-01T00:00:00.000Z", rows_added: 10 }],
  });
  expect(await read(`/datasets/${ids.datasetId}/logs/ingress`)).toMatchObject([
    { total: 10, allowed: 9, recognized: 8, rejected: 1, rejects: [{ line: 3 }] },
  ]);
  expect(await read("/streams/transaction")).toMatchObject({
    event_count: 8,
    oldest_date: "2025-01-01T00:00:00.000Z",
    properties: {
      value: {
        type: "double",
        categories: ["a"],
        emitted_by_datasets: [{ dataset_id: ids.datasetId, column_name: "Total" }],
      },
    },
  });
  expect(await read(`/cohorts/${ids.once}`)).toMatchObject({
    population_count: 4,
    data_through: "2025-12-31T00:00:00.000Z",
  });
  expect(await read(`/outcomes/${ids.outcome}`)).toMatchObject({
    roc_auc: 0.8,
    lift_value: 3,
    horizon_days: 90,
    horizon_chosen_from_data: true,
  });
  expect(await read("/accounts/current")).toMatchObject({ data_through: "2025-12-31T00:00:00.000Z" });
  const analysis = await read(`/outcomes/${ids.outcome}/analysis`);
  expect(analysis).toMatchObject({
    headline:
      "10 % of 100 people in “Customers” entered “Repeat purchasers” within 90 days of 1 September 2025. " +
      "Among the top 10 % by probability: 18 %. Among the bottom 10 %: 2 %.",
    labels: {
      metrics: { auc: "AUC", ece: "Calibration error" },
      candidates: { model: "The model", constant: "Same probability for all" },
    },
    verdict: { title: "Use this model" },
    warnings: [{ title: "Possible leakage" }],
  });
  const { recognized_individuals: performance } = analysis.overall_performance;
  expect(performance.lift_table.rows[0]).toEqual(["1 %", "4.00", "3.00", "5.00"]);
  expect(performance.metrics_table.rows.map(([name]: string[]) => name)).toEqual([
    "model",
    "constant",
    "model less constant",
  ]);
});

test("the sign-up returns a key once, and keys can be replaced", async () => {
  const api = await openApi();
  const stranger = callerOf(api.app, {});
  const { status, body } = await stranger.post("/accounts", { name: "Acme", email: "a@example.com" });
  expect(status).toBe(201);
  const owner = api.as(body.api_key);
  expect((await owner.get("/accounts/current")).body).toEqual({
    id: body.id,
    resource_type: "accounts",
    name: "Acme",
    email: "a@example.com",
    status: "ready",
    needs_second_factor: false,
    sso_only: false,
    emails: { builds: "summary", monthly: true },
    identity_resolution: { mode: "standard", default_country: "US" },
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  });
  const { body: second } = await owner.post("/accounts/current/api_keys", { name: "second" });
  const { body: keys } = await owner.get("/accounts/current/api_keys");
  expect(keys.map((key: { name: string }) => key.name)).toEqual(["second", "first key"]);
  expect(JSON.stringify(keys)).not.toContain(second.api_key);
  expect((await owner.get("/accounts/current/outbox")).body).toEqual([]);
  expect((await owner.get("/accounts/another")).status).toBe(404);
  expect((await owner.patch("/accounts/current", { email: "nobody" })).status).toBe(400);
});
