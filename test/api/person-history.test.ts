// Events and predictions of a person: every event once, however pages are cut, and the predictions as delivered.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { shopDataset } from "../support/shop-dataset.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: Caller;
let ids: string[];
let scope: string;
let outcome: string;
let set: string;
let delivered: Record<string, string>[];

beforeAll(async () => {
  api = await startBuildingApi();
  shop = await api.signUp();
  const out = await mkdtemp(path.join(tmpdir(), "bellwether-history-"));
  const { transactions } = await generateShop({ customers: 200, seed: 5, out });
  const csv = { "content-type": "text/csv" };
  await shop.post("/uploads/transactions/a.csv", await readFile(transactions), csv);
  await shop.post("/uploads/visits/a.csv", visits, csv);
  await shop.post("/datasets", shopDataset("transactions"));
  await shop.post("/datasets", visitDataset);
  const made = async (at: string, body: object): Promise<string> => (await shop.post(at, body)).body.id;
  const customers = await made("/cohorts", { name: "Customers", stream_name: "transaction" });
  const repeat = await made("/cohorts", { name: "Repeat", stream_name: "transaction", min_count: 2 });
  set = await made("/persona_sets", { name: "Kinds", cohort_id: customers, number_of_clusters: 2 });
  outcome = await made("/outcomes", { name: "Buys again", attainment: repeat, eligible: customers });
  scope = await made("/scopes", {
    name: "Scoring",
    population: { include: [customers] },
    payload: { outcome_ids: [outcome], persona_set_ids: [set], explainability: true },
  });
  const target = await made("/targets", {
    name: "File",
    scope_id: scope,
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv" },
  });
  await api.build();
  delivered = (await shop.post(`/targets/${target}/preview`)).body.rows;
  ids = (await shop.get("/people?name=Vera%20Visitor")).body.map(({ id }: { id: string }) => id);
  await rm(out, { recursive: true });
});
afterAll(() => api.close());

/** One visitor: five visits within two seconds, one before, and two without a date. */
const visits = `first,last,street,zip,at,page\n${[
  "2025-03-01T10:00:00Z,home",
  "2025-03-01T10:00:00Z,shop",
  "2025-03-01T10:00:00Z,cart",
  "2025-03-01T10:00:01Z,paid",
  "2025-03-01T10:00:01Z,home",
  "2024-12-24T18:00:00Z,home",
]
  .map((visit) => `Vera,Visitor,1 Far Lane,99999,${visit}`)
  .join("\n")}\n`;
const who = {
  person_first_name: "first",
  person_last_name: "last",
  house_number_and_street: ["street"],
  postcode: "zip",
};
const visitDataset = {
  name: "Visits",
  identity_sets: { who },
  options: { type: "hosted_csv", upload_directory: "visits" },
  output_to_streams: {
    visit: { data_map: { datetime: { column_name: "at" }, page: { column_name: "page" } } },
    glance: { data_map: { page: { column_name: "page" } } },
  },
};

const pagesOf = async (id: string, limit: number) => {
  const pages = [];
  for (let before = ""; ; ) {
    const { status, body } = await shop.get(`/people/${id}/events?limit=${limit}${before}`);
    expect(status).toBe(200);
    pages.push(body.events);
    if (body.next_before === undefined) return { pages, total: body.total };
    before = `&before=${encodeURIComponent(body.next_before)}`;
  }
};

test("events are listed newest first, undated events last, and each on exactly one page", async () => {
  expect(ids).toHaveLength(1);
  const { pages, total } = await pagesOf(ids[0]!, 200);
  const [all] = pages;
  expect(total).toBe(12);
  expect(all).toHaveLength(12);
  expect(all.slice(0, 3)).toEqual([
    { datetime: "2025-03-01T10:00:01.000Z", stream_name: "visit", properties: { page: "home" } },
    { datetime: "2025-03-01T10:00:01.000Z", stream_name: "visit", properties: { page: "paid" } },
    { datetime: "2025-03-01T10:00:00.000Z", stream_name: "visit", properties: { page: "cart" } },
  ]);
  expect(all.at(-1)).toEqual({ stream_name: "glance", properties: { page: "shop" } });
  for (const limit of [1, 2, 3, 5, 11]) expect((await pagesOf(ids[0]!, limit)).pages.flat()).toEqual(all);
});

test("events before an instant exclude those at the instant", async () => {
  const at = async (before: string) =>
    (await shop.get(`/people/${ids[0]}/events?limit=1&before=${before}`)).body.events[0].datetime;
  expect(await at("2025-03-01T10:00:01Z")).toBe("2025-03-01T10:00:00.000Z");
  expect(await at("2025-03-01T10:00:00Z")).toBe("2024-12-24T18:00:00.000Z");
  for (const before of ["yesterday", "~x", "2025-03-01~-1"])
    expect((await shop.get(`/people/${ids[0]}/events?before=${before}`)).status).toBe(400);
});

test("a person's predictions equal those delivered in files", async () => {
  const through = (await shop.get(`/scopes/${scope}/analysis`)).body.data_through;
  expect(delivered.length).toBeGreaterThan(5);
  for (const row of delivered.slice(0, 8)) {
    const { person_first_name: first, person_last_name: last, postcode } = row;
    const found = (await shop.get(`/people?name=${encodeURIComponent(`${first} ${last}`)}`)).body;
    const id = found.find(({ fields }: { fields: object }) =>
      isDeepStrictEqual({ ...fields, postcode }, fields),
    )?.id;
    const of = (ending: string) => row[Object.keys(row).find((name) => name.endsWith(ending))!]!;
    const [score] = (await shop.get(`/people/${id}/scores`)).body;
    expect(score).toMatchObject({
      ...{ scope_id: scope, scope_name: "Scoring", outcome_id: outcome, outcome_name: "Buys again" },
      probability: expect.closeTo(Number(of("_probability")), 6),
      percentile: Number(of("_percentile")),
      personas: [{ persona_set_id: set, persona_set_name: "Kinds", persona_name: of("_persona_name") }],
      explanation: JSON.parse(row[`fdy_explanation_${outcome.replaceAll("-", "_")}`]!),
      scored_through: through,
    });
    for (const { sentence } of score.explanation) expect(sentence).toMatch(/^[A-Z0-9][^_]+$/);
  }
});

test("a person in no pipeline has no predictions, and an unknown person is not found", async () => {
  expect(await shop.get(`/people/${ids[0]}/scores`)).toMatchObject({ status: 200, body: [] });
  for (const what of ["events", "scores"]) expect((await shop.get(`/people/17/${what}`)).status).toBe(404);
});
