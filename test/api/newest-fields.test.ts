// Fields and operations of the newest published interface, on an account with built people.

import { expect, test } from "vitest";
import { startBuildingApi } from "./building.js";
import { type Caller, openApi, repeatPurchase } from "./harness.js";
import { recordResults } from "./results.js";

const newest = { "bellwether-interface": "0.16.4" };

const people = [
  ["ann@example.com", "Ann", "Ash", "12 Elm Street", "Burlington", "VT", "05401", "2025-01-01", "10"],
  ["ben@example.com", "Ben", "Ash", "12 Elm St", "Burlington", "VT", "05401", "2025-01-02", "10"],
  ["cat@example.com", "Cat", "Cole", "7 Oak Avenue", "Burlington", "VT", "05401", "2025-01-03", "10"],
  ...Array.from({ length: 10 }, (_, i) => [
    ...[`p${i}@example.com`, `P${i}`, "Poe", `${i} Main Street`, "Troy", "NY", "12180", "2025-02-01", "10"],
  ]),
];
const rows = [...people, [...people[0]!.slice(0, 7), "2025-03-01", "12"]];
const csv = `email,first,last,street,city,state,postcode,day,total\n${rows.map((row) => row.join(",")).join("\n")}\n`;

const mapped = {
  name: "Orders",
  identity_sets: {
    buyer: {
      email: "email",
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street"],
      city: "city",
      state: "state",
      postcode: "postcode",
    },
  },
  options: { type: "hosted_csv", upload_directory: "orders", encrypted: false },
  output_to_traits: { town: { column_name: "city" } },
};
const listed = [
  { stream_name: "Order", properties: { datetime: { column_name: "day" }, value: { column_name: "total" } } },
];

const made = async (caller: Caller, path: string, body: object): Promise<string> => {
  const answer = await caller.post(path, body);
  expect({ status: answer.status, note: answer.body.note }).toEqual({ status: 201 });
  return answer.body.id;
};

const openShop = async () => {
  const api = await startBuildingApi();
  const caller = await api.signUp();
  await caller.post("/uploads/orders/a.csv", csv, { "content-type": "text/csv" });
  const dataset = await made(caller, "/datasets", { ...mapped, output_to_streams_array: listed });
  const all = await made(caller, "/cohorts", { name: "All", stream_name: "order" });
  const twice = await made(caller, "/cohorts", { name: "Twice", stream_name: "order", min_count: 2 });
  return { api, caller, dataset, all, twice };
};

test("a pipeline of membership alone leaves out everyone at the address of a member, and says where people live", async () => {
  const { api, caller, all, twice } = await openShop();
  const scope = await made(caller, "/scopes", {
    name: "Flags",
    population: { cohort_ids: [all], exclusion_address_level_cohort_ids: [twice] },
    payload: { cohort_ids: [twice] },
    preview: false,
  });
  const target = await made(caller, "/targets", {
    name: "File",
    scope_id: scope,
    representation: { mode: "identified", output_multiple_identities: false },
    options: { type: "hosted_csv" },
    filter: { outcome_score: [] },
    analysis_config: { geographies: ["state"], traits: ["town"], attributes: ["fig/age"] },
  });
  await api.build();
  const { body } = await caller.get(`/targets/${target}/download.csv`);
  expect(body).toContain("cat@example.com");
  expect(body).toContain("false");
  expect(body).not.toContain("ann@example.com");
  expect(body).not.toContain("ben@example.com");
  const names = async (part: string) =>
    (await caller.get(`/scopes/${scope}/population/${part}`)).body.map(({ name }: { name: string }) => name);
  expect(await names("exclusion_address_level_cohorts")).toEqual(["Twice"]);

  const troy = { individuals: 10, residences: 10 };
  expect((await caller.get(`/scopes/${scope}/analysis/geography`)).body).toEqual({
    postcodes: { "12180": { ...troy, cohorts: { [all]: troy } } },
    states: { NY: { ...troy, cohorts: { [all]: troy } } },
  });

  expect((await caller.get(`/targets/${target}/analysis`)).body).toMatchObject({
    geographies: { state: [{ id: "NY", count: 10 }] },
    traits: [
      {
        trait_name: "town",
        bins: [
          { data_type: "text", value: "Troy", count: 10 },
          { data_type: "text", value: "Burlington", count: 1 },
        ],
      },
    ],
    attributes: [{ attribute_name: "fig/age", bins: [] }],
  });

  const report = await api.app.inject({
    url: `/targets/${target}/analysis/pdf`,
    headers: { authorization: `Bearer ${caller.key}` },
  });
  expect(report.headers["content-type"]).toBe("application/pdf");
  expect(report.rawPayload.subarray(0, 8).toString()).toBe("%PDF-1.7");
  await api.close();
});

test("the import log of a run is found by its ID, with counts by their names of today", async () => {
  const { api, caller, dataset } = await openShop();
  await api.build();
  const [log] = (await caller.get(`/datasets/${dataset}/logs/ingress`)).body;
  expect(log).toMatchObject({
    status: "ready",
    metrics: { total_row_count: 14, valid_row_count: 14, recognized_row_unique_people_count: 13 },
  });
  expect((await caller.get(`/datasets/${dataset}/logs/ingress/${log.id}`)).body).toEqual(log);
  expect((await caller.get(`/datasets/${dataset}/logs/ingress/unknown`)).status).toBe(404);
  await api.close();
});

test("a list of streams takes the place of all streams", async () => {
  const { api, caller, dataset } = await openShop();
  expect((await caller.get(`/datasets/${dataset}`)).body.output_to_streams).toMatchObject({
    order: { data_map: { datetime: { column_name: "day" }, value: { column_name: "total" } } },
  });
  const visits = [{ stream_name: "order", properties: { datetime: { column_name: "day" } } }];
  const { body } = await caller.patch(`/datasets/${dataset}`, { output_to_streams_array: visits });
  expect(body.output_to_streams.order.data_map).toEqual({ datetime: { column_name: "day" } });
  const both = await caller.patch(`/datasets/${dataset}`, {
    output_to_streams_array: visits,
    output_to_streams: {},
  });
  expect(both).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
  const twice = await caller.patch(`/datasets/${dataset}`, {
    output_to_streams_array: [...visits, ...visits],
  });
  expect(twice.body.note).toContain("output_to_streams_array[1]");
  await api.close();
});

test("what cannot be done is refused, with what to do instead", async () => {
  const caller = await (await openApi()).signUp();
  const ids = await repeatPurchase(caller);
  const noteOf = async (path: string, body: object) => (await caller.patch(path, body)).body.note;
  expect(await noteOf(`/datasets/${ids.datasetId}`, { options: { encrypted: true } })).toContain("decrypted");
  expect(
    await noteOf(`/targets/${ids.target}`, {
      filter: { outcome_score: [{ outcome_id: ids.outcome, _gt: 1 }] },
    }),
  ).toContain("Use outcome_probability");
  expect(
    await noteOf(`/targets/${ids.target}`, { representation: { output_multiple_identities: true } }),
  ).toContain("mode hashed");
  expect(
    await noteOf(`/outcomes/${ids.outcome}`, {
      prediction_mode: "static",
      predictors: { max_observation_date: "2025-06-01" },
    }),
  ).toContain("max_observation_date");
});

test("fields of today without effect are taken and shown", async () => {
  const caller = await (await openApi()).signUp();
  const ids = await repeatPurchase(caller);
  expect((await caller.patch(`/outcomes/${ids.outcome}`, { preview: true })).body.preview).toBe(true);
  const set = await made(caller, "/persona_sets", {
    name: "Kinds",
    cohort_id: ids.customers,
    preview: true,
    clustering_dimensions: { streams: { transaction: ["value"] }, traits: [] },
  });
  const { body } = await caller.get(`/persona_sets/${set}`);
  expect(body).toMatchObject({
    preview: true,
    clustering_dimensions: { streams: { transaction: ["value"] } },
  });
  const both = await caller.patch(`/persona_sets/${set}`, { modeling_fields: ["plan"] });
  expect(both.body.note).toContain("clustering_dimensions");
});

test("shapes that exclude each other are chosen by a header", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  await recordResults(api, caller.accountId, ids);
  const contributions = async (headers?: Record<string, string>) =>
    (await caller.get("/streams/transaction", headers)).body.event_contribution_by_dataset;
  expect(await contributions()).toEqual({ [ids.datasetId]: 8 });
  expect(await contributions(newest)).toEqual([
    expect.objectContaining({ dataset_id: ids.datasetId, event_count: 8 }),
  ]);
  expect((await caller.get("/streams", newest)).headers.vary).toBe("bellwether-interface");
  expect((await caller.get("/streams", { "bellwether-interface": "2" })).status).toBe(400);

  expect((await caller.get("/accounts/current/usage")).body).toBeInstanceOf(Array);
  const { body: usage } = await caller.get("/accounts/current/usage", newest);
  expect(usage).toMatchObject({
    started_at: "2026-01-01T00:00:00.000Z",
    lookup_api_requests: { requests: { month_to_date: { count: 0 } } },
  });
  expect((await caller.get(`/accounts/${caller.accountId}/usage`)).body).toEqual(usage);
  const { body: months } = await caller.get("/accounts/current/usage/all");
  expect(months.map(({ started_at }: { started_at: string }) => started_at.slice(0, 7)).slice(0, 2)).toEqual([
    "2026-01",
    "2025-12",
  ]);
  expect(months).toHaveLength(12);
});

test("a webhook endpoint is enabled and disabled by its status", async () => {
  const caller = await (await openApi()).signUp();
  const body = { url: "https://example.com/hook", enabled_events: ["resource.errored"] };
  const { id, status } = (await caller.post("/webhook_endpoints", body, newest)).body;
  expect(status).toBe("enabled");
  const path = `/webhook_endpoints/${id}`;
  expect((await caller.patch(path, { status: "disabled" }, newest)).body.status).toBe("disabled");
  expect((await caller.get(path)).body).toMatchObject({ status: "ready", enabled: false });
  expect((await caller.get("/webhook_endpoints", newest)).body[0].status).toBe("disabled");
  expect((await caller.patch(path, { status: "enabled", enabled: false })).status).toBe(400);
});

test("a stream is renamed by literate as by name", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/streams/visit");
  const { body } = await caller.patch("/streams/visit", { literate: "Store visits" });
  expect(body).toMatchObject({ name: "Store visits", literate: "Store visits" });
  expect((await caller.patch("/streams/visit", { literate: "A", name: "B" })).status).toBe(400);
});

test("traits are archived, and listed in a file", async () => {
  const { api, caller } = await openShop();
  await api.build();
  const { id } = (await caller.post("/traits", { name: "plan", description: "=1+1" })).body;
  expect((await caller.post(`/traits/${id}/archive`)).body.archived_at).toBeDefined();
  await made(caller, "/cohorts", { name: "Trojans", traits: [{ name: "town", _eq: "Troy" }] });
  const [town] = (await caller.get("/traits")).body.filter(({ name }: { name: string }) => name === "town");
  expect((await caller.post(`/traits/${town.id}/archive`)).status).toBe(409);
  expect((await caller.post(`/traits/${id}/unarchive`)).body.archived_at).toBeUndefined();
  expect((await caller.post(`/traits/${town.id}/force_update`)).status).toBe(200);
  const { body, headers } = await caller.get("/traits.csv");
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(body.split("\r\n").map((line: string) => line.split(",").slice(1))).toEqual([
    [
      "name",
      "literate",
      "description",
      "unit",
      "type",
      "statistical_type",
      "people_count",
      "emitted_by_datasets",
      "archived_at",
    ],
    ["plan", "plan", "'=1+1", "", "", "", "", "", ""],
    ["town", "town", "", "", "string", "categorical", "13", "Orders", ""],
    [],
  ]);
  await api.close();
});

test("credentials are replaced, and Snowflake's are made", async () => {
  const caller = await (await openApi()).signUp();
  const server = { type: "postgres", host: "db.example.com", database: "d", user: "u", password: "p" };
  const id = await made(caller, "/connections", { name: "Warehouse", options: server });
  const path = `/connections/${id}/rotate_credentials`;
  const { status, body } = await caller.post(path, { type: "aws_rds_postgres", password: "q" });
  expect({ status, body }).toMatchObject({ status: 200, body: { options: { host: "db.example.com" } } });
  expect(JSON.stringify(body)).not.toContain("sealed");
  expect((await caller.post(path, { type: "postgres" })).body.note).toContain("options.password is required");
  expect((await caller.post(path, { type: "mysql", password: "q" })).body.note).toContain("postgres");

  const { generateKeyPairSync } = await import("node:crypto");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" });
  const account = {
    type: "snowflake",
    account: "a-b",
    user: "U",
    warehouse: "W",
    database: "D",
    private_key,
  };
  const lake = await made(caller, "/connections", { name: "Snow", options: account });
  const keyOf = async () => (await caller.get(`/connections/${lake}`)).body.options.rsa_public_key;
  const before = await keyOf();
  const rotated = await caller.post(`/connections/${lake}/rotate_credentials`, { type: "snowflake" });
  expect(rotated.body.options.rsa_public_key).toMatch(/^MII[A-Za-z0-9+/]+={0,2}$/);
  expect(rotated.body.options.rsa_public_key).not.toBe(before);
  expect(await keyOf()).toBe(rotated.body.options.rsa_public_key);
});
