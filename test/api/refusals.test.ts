// Refusals: every bad request gets the same form of answer, with a status, a code and advice.

import { expect, test } from "vitest";
import { callerOf, dataset, openApi, repeatPurchase, testLimits } from "./harness.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const json = { "content-type": "application/json" };

test("a problem has an ID that is also in the log, and the log contains no key", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { status, body } = await caller.get("/cohorts/nobody");
  expect(status).toBe(404);
  expect(body).toEqual({
    error: "NOT_FOUND",
    id: expect.stringMatching(uuid),
    note: "There is no cohort nobody in this account.",
  });
  expect(api.log.some((line) => line.includes(body.id) && line.includes("resource-unknown"))).toBe(true);
  expect(api.log.join("")).not.toContain(caller.key);
});

test("a missing body is refused", async () => {
  const caller = await (await openApi()).signUp();
  expect(await caller.post("/cohorts")).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
  expect((await caller.post("/cohorts", "", json)).body.note).toBe(
    "The request has no body. Send a JSON object.",
  );
});

test("a body that is not JSON is refused", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/cohorts", '{"name": ', json);
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: "BAD_REQUEST", note: expect.stringContaining("not valid JSON") });
  expect((await caller.post("/cohorts", '{"__proto__": {}}', json)).status).toBe(400);
  expect((await caller.post("/cohorts", '{"name": "a\\u0000b"}', json)).status).toBe(400);
});

test("JSON that is not an object is refused", async () => {
  const caller = await (await openApi()).signUp();
  for (const text of ["null", "[]", "5", '"x"'])
    expect(await caller.post("/cohorts", text, json)).toMatchObject({
      status: 400,
      body: { error: "VALIDATION_FAILED" },
    });
});

test("a wrong type is refused with its path", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/cohorts", {
    name: "Customers",
    stream_name: "transaction",
    min_count: "two",
  });
  expect(status).toBe(400);
  expect(body.validationErrors).toEqual([
    { path: "min_count", message: "must be integer", context: { errorType: "wrong_type" } },
  ]);
});

test("an unknown field is refused with the nearest known name", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/outcomes", { name: "Buys", attainement: "x", eligible: "y" });
  expect(status).toBe(400);
  expect(body.validationErrors).toMatchObject([{ path: "attainement", suggestion: "attainment" }]);
  expect(await caller.get("/cohorts?idz=1")).toMatchObject({
    status: 400,
    body: { validationErrors: [{ path: "idz", suggestion: "ids" }] },
  });
});

test("an unknown id is refused, in a path with 404 and in a field with 400", async () => {
  const caller = await (await openApi()).signUp();
  const nobody = "00000000-0000-4000-8000-000000000000";
  for (const path of ["datasets", "streams", "cohorts", "outcomes", "scopes", "targets"]) {
    expect((await caller.get(`/${path}/${nobody}`)).status).toBe(404);
    expect((await caller.delete(`/${path}/${nobody}`)).status).toBe(404);
  }
  expect((await caller.patch(`/cohorts/${nobody}`, { name: "x" })).status).toBe(404);
  expect(await caller.post("/outcomes", { name: "Buys", attainment: nobody })).toMatchObject({
    status: 400,
    body: {
      note: `attainment_cohort_id contains ${nobody}, and there is no such cohort in this account.`,
      validationErrors: [{ path: "attainment_cohort_id" }],
    },
  });
});

test("resources of another account are unknown", async () => {
  const api = await openApi();
  const ids = await repeatPurchase(await api.signUp("Acme"));
  const other = await api.signUp("Other");
  const paths = [
    `/datasets/${ids.datasetId}`,
    `/cohorts/${ids.once}`,
    `/outcomes/${ids.outcome}`,
    `/scopes/${ids.scope}`,
    `/targets/${ids.target}`,
    "/streams/transaction",
    `/targets/${ids.target}/download.csv`,
    `/outcomes/${ids.outcome}/analysis`,
    `/datasets/${ids.datasetId}/logs/ingress`,
  ];
  for (const path of paths) expect(await other.get(path)).toMatchObject({ status: 404 });
  expect((await other.get("/cohorts")).body).toEqual([]);
  expect(await other.post("/outcomes", { name: "Buys", attainment: ids.repeat })).toMatchObject({
    status: 400,
    body: { note: expect.stringContaining("no such cohort in this account") },
  });
});

test("bounds that no one can satisfy are refused", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  await caller.post("/streams/transaction");
  const { status, body } = await caller.post("/cohorts", {
    name: "Nobody",
    stream_name: "transaction",
    min_count: 3,
    max_count: 2,
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: "VALIDATION_FAILED",
    note: "min_count is 3 and max_count is 2, so nobody can match. Set max_count to at least 3.",
    validationErrors: [{ path: "min_count" }],
  });
});

test("a cohort on an unknown stream is refused with a list of streams", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/streams/Transaction");
  await caller.post("/streams/cancellation");
  const { status, body } = await caller.post("/cohorts", { name: "Customers", stream_name: "transactions" });
  expect(status).toBe(400);
  expect(body.note).toContain("no stream transactions. Streams: cancellation, transaction.");
});

test("an outcome whose cohorts are the same is refused unless it recurs", async () => {
  const caller = await (await openApi()).signUp();
  const { customers } = await repeatPurchase(caller);
  const outcome = { name: "Buys", attainment: customers, eligible: customers };
  expect(await caller.post("/outcomes", outcome)).toMatchObject({
    status: 400,
    body: { error: "VALIDATION_FAILED" },
  });
  expect((await caller.post("/outcomes", { ...outcome, recurring: true })).status).toBe(201);
});

test("a scope without outcomes is refused", async () => {
  const caller = await (await openApi()).signUp();
  const { once } = await repeatPurchase(caller);
  for (const payload of [{}, { outcome_ids: [] }])
    expect(
      await caller.post("/scopes", { name: "Nothing", population: { include: [once] }, payload }),
    ).toMatchObject({ status: 400, body: { note: expect.stringContaining("at least one of outcome_ids") } });
});

test("directories and file names that leave the directory are refused", async () => {
  const caller = await (await openApi()).signUp();
  const options = { type: "hosted_csv", upload_directory: "../etc" };
  expect(await caller.post("/datasets", { ...dataset, options })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ path: "options.upload_directory" }] },
  });
  const bytes = { "content-type": "application/octet-stream" };
  for (const path of ["..%2fetc/a.csv", "orders/..%2fa.csv", "-x/a.csv", "orders/a.exe", "orders/.csv"])
    expect(await caller.post(`/uploads/${path}`, "a\n", bytes)).toMatchObject({
      status: 400,
      body: { error: "BAD_REQUEST", note: expect.stringContaining("is not allowed") },
    });
});

test("an upload over the limit is refused, whether it announces its length or not", async () => {
  const api = await openApi({
    limits: { ...testLimits, uploadBytes: 10, bodyBytes: 100, requestsPerMinute: 10_000 },
  });
  const caller = await api.signUp();
  const bytes = { "content-type": "application/octet-stream" };
  const tooLarge = { status: 413, body: { error: "PAYLOAD_TOO_LARGE" } };
  expect(await caller.post("/uploads/orders/a.csv", "x".repeat(11), bytes)).toMatchObject(tooLarge);
  expect(await caller.post("/uploads/orders/a.csv", "x".repeat(10), bytes)).toMatchObject({ status: 200 });
  expect(await caller.post("/cohorts", { name: "x".repeat(200) })).toMatchObject(tooLarge);
});

test("names of outcomes and scopes are unique", async () => {
  const caller = await (await openApi()).signUp();
  const { repeat, customers, once, outcome } = await repeatPurchase(caller);
  expect(
    await caller.post("/outcomes", {
      name: "likelihood to BUY again",
      attainment: repeat,
      eligible: customers,
    }),
  ).toMatchObject({ status: 409, body: { error: "CONFLICT" } });
  expect(
    await caller.post("/scopes", {
      name: "Repeat purchase scoring",
      population: { include: [once] },
      payload: { outcome_ids: [outcome] },
    }),
  ).toMatchObject({ status: 409 });
});

test("a missing, malformed, unknown or revoked key is refused with its own message", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const stranger = callerOf(api.app, {});
  expect(await stranger.get("/cohorts")).toMatchObject({
    status: 401,
    body: { error: "MISSING_API_KEY" },
    headers: { "www-authenticate": "Bearer" },
  });
  expect(await api.as("bw_live_short").get("/cohorts")).toMatchObject({
    status: 401,
    body: { error: "MALFORMED_API_KEY" },
  });
  const issued = await owner.post("/accounts/current/api_keys", { name: "second" });
  const second = api.as(issued.body.api_key);
  expect((await second.get("/cohorts")).status).toBe(200);
  expect((await owner.delete(`/accounts/current/api_keys/${issued.body.id}`)).status).toBe(204);
  expect(await second.get("/cohorts")).toMatchObject({
    status: 401,
    body: { error: "INVALID_AUTHORIZATION" },
  });
});

test("unknown and malformed paths are problems too", async () => {
  const caller = await (await openApi()).signUp();
  expect(await caller.get("/v1/nothing?x=1")).toMatchObject({
    status: 404,
    body: { error: "NOT_FOUND", note: expect.stringContaining("There is no GET /v1/nothing.") },
  });
  expect(await caller.get("/cohorts/%zz")).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
});

test("a content type that is not JSON is refused with what to send", async () => {
  const caller = await (await openApi()).signUp();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect(await caller.post("/cohorts", "name=x", form)).toMatchObject({
    status: 415,
    body: { error: "UNSUPPORTED_MEDIA_TYPE", note: expect.stringContaining("Send application/json") },
  });
});

test("an internal error is answered with an ID only, and logged with its stack", async () => {
  const api = await openApi({
    reconcile: async () => {
      throw new Error("the secret reason");
    },
  });
  const caller = await api.signUp();
  const { status, body } = await caller.post("/streams/transaction");
  expect(status).toBe(500);
  expect(body).toEqual({ error: "INTERNAL_SERVER_ERROR", id: body.id, note: expect.any(String) });
  expect(body.note).not.toContain("secret");
  const line = api.log.find((entry) => entry.includes(body.id) && entry.includes("the secret reason"));
  expect(JSON.parse(line!).err.stack).toContain("refusals.test");
  expect((await caller.get("/streams")).body).toEqual([]);
});

test("both spellings with different values are refused", async () => {
  const caller = await (await openApi()).signUp();
  const { once, repeat, customers, outcome } = await repeatPurchase(caller);
  const conflict = {
    status: 400,
    body: { note: expect.stringContaining("mean the same and have different values") },
  };
  expect(
    await caller.post("/outcomes", { name: "x", attainment: repeat, attainment_cohort_id: customers }),
  ).toMatchObject(conflict);
  expect(
    await caller.patch(`/outcomes/${outcome}`, { eligible: once, eligible_cohort_id: customers }),
  ).toMatchObject(conflict);
});

test("a dataset that maps no column says so at once", async () => {
  const caller = await (await openApi()).signUp();
  const body = { ...dataset, identity_sets: {}, output_to_streams: {} };
  const { status, body: record } = await caller.post("/datasets", body);
  expect(status).toBe(201);
  expect(record.warnings).toEqual([expect.stringContaining("No column is mapped")]);
  const { body: mapped } = await caller.patch(`/datasets/${record.id}`, {
    identity_sets: dataset.identity_sets,
  });
  expect(mapped).not.toHaveProperty("warnings");
});

test("names of streams without a letter or digit are refused by their name", async () => {
  const caller = await (await openApi()).signUp();
  const body = { ...dataset, output_to_streams: { "☃": { data_map: { datetime: "Date" } } } };
  expect((await caller.post("/datasets", body)).body.validationErrors).toEqual([
    expect.objectContaining({ path: "output_to_streams.☃", context: { errorType: "name_invalid" } }),
  ]);
});
