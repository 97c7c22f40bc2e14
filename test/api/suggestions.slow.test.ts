// Suggestions: which predictions the streams can answer, with the counts of their builds, and their creation
// in one request.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: Caller;

const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
const people = 300;
/**
 * Person p buys every 25 to 64 days, p % 5 + 1 times in all; every third order is tea, and every fourth
 * person cancels.
 */
const rows = Array.from({ length: people }, (_, p) => {
  const days = Array.from({ length: 1 + (p % 5) }, (_, k) => ((p * 13) % 200) + k * (25 + (p % 40)));
  const bought = days.map(
    (at, k) => `${p},${day(at)},${5 + ((p * 7 + k) % 50)},${["tea", "cup", "pot"][(p + k) % 3]},order`,
  );
  return p % 4 ? bought : [...bought, `${p},${day(days.at(-1)! + 20)},,,left`];
}).flat();
const stream = (what: string, properties: object = {}) => ({
  data_map: { datetime: { column_name: "day" }, ...properties },
  conditions: [{ column_name: "what", _eq: what }],
});
const dataset = {
  name: "Events",
  identity_sets: { c: { customer_id: "customer" } },
  options: { type: "hosted_csv", upload_directory: "events" },
  output_to_streams: {
    transaction: stream("order", {
      value: { column_name: "total" },
      category: { column_name: "category" },
    }),
    cancellation: stream("left"),
  },
};

beforeAll(async () => {
  api = await startBuildingApi();
  shop = await api.signUp();
  expect((await shop.get("/suggestions")).status).toBe(409);
  await shop.post("/uploads/events/a.csv", ["customer,day,total,category,what", ...rows].join("\n"), {
    "content-type": "text/csv",
  });
  await shop.post("/datasets", dataset);
  await api.build();
});
afterAll(() => api.close());

interface Suggested {
  id: string;
  has_value: boolean;
  horizon_days: number;
  horizons: { days: number; people: number; attained: number; cutoff: string }[];
}
const suggested = async (): Promise<Record<string, Suggested>> => {
  const { status, body } = await shop.get("/suggestions");
  expect(status).toBe(200);
  return Object.fromEntries(body.map((each: { id: string }) => [each.id, each]));
};

test("the streams of a shop with cancellations answer who leaves, returns, goes quiet and buys what", async () => {
  const found = await suggested();
  expect(Object.keys(found)).toEqual([
    "leaves:transaction:cancellation",
    "buys_again:transaction",
    "goes_quiet:transaction",
    "second_purchase:transaction",
    "chooses:transaction:category:cup",
    "chooses:transaction:category:pot",
    "chooses:transaction:category:tea",
  ]);
  expect(found["buys_again:transaction"]).toMatchObject({
    name: `Buys again within ${found["buys_again:transaction"]!.horizon_days} days`,
    people: 300,
    goal: "bought again",
  });
  expect(found["second_purchase:transaction"]).toMatchObject({ people: 60, goal: "bought a second time" });
});

test("the past rates are those that the preview of the outcome shows", async () => {
  const found = (await suggested())["leaves:transaction:cancellation"]!;
  const create = async (body: object) => (await shop.post("/cohorts", body)).body.id;
  const attainment = await create({ name: "Left", stream_name: "cancellation" });
  const eligible = await create({ name: "Known", stream_name: "transaction" });
  for (const { days, people, attained, cutoff } of found.horizons) {
    const preview = await shop.post("/outcomes/preview", { attainment, eligible, horizon_days: days });
    expect(preview.body.newest_landmark).toEqual({ cutoff, people, attained });
  }
  expect(found.horizons.length).toBeGreaterThan(1);
});

test("chosen suggestions are created together, and a second time nothing new is", async () => {
  const chosen = [
    { id: "buys_again:transaction", horizon_days: 60 },
    { id: "goes_quiet:transaction", horizon_days: 90 },
  ];
  const first = await shop.post("/suggestions", { suggestions: chosen });
  expect(first.status).toBe(201);
  const names = async (type: string) =>
    (await shop.get(`/${type}`)).body.map(({ name }: { name: string }) => name).sort();
  expect(await names("outcomes")).toEqual(["Buys again within 60 days", "Goes quiet for 90 days"]);
  expect(await names("scopes")).toEqual(await names("outcomes"));
  const again = await shop.post("/suggestions", { suggestions: chosen });
  expect(again.body).toEqual(first.body);
  expect(await names("outcomes")).toHaveLength(2);
  const [scope] = (await shop.get("/scopes")).body.filter(
    ({ id }: { id: string }) => id === first.body[0].scope_id,
  );
  expect(scope).toMatchObject({ preview: false, payload: { explainability: true } });
});

test("expected amounts can be had with a goal whose events have values, and are left out of others", async () => {
  const found = await suggested();
  const valued = Object.values(found).filter(({ has_value }) => has_value);
  expect(valued.map(({ id }) => id)).toEqual(
    Object.keys(found).filter((id) => /^(?:buys_again|second_purchase|chooses):/.test(id)),
  );
  const suggestions = ["buys_again:transaction", "goes_quiet:transaction"].map((id) => ({
    id,
    horizon_days: 30,
    value: true,
  }));
  const { body } = await shop.post("/suggestions", { suggestions });
  const readValue = async ({ outcome_id }: { outcome_id: string }) =>
    (await shop.get(`/outcomes/${outcome_id}`)).body.value;
  expect(await Promise.all(body.map(readValue))).toEqual([{}, undefined]);
  expect((await shop.post("/suggestions", { suggestions })).body).toEqual(body);
});

test("an unknown suggestion is refused, and nothing is created", async () => {
  const before = (await shop.get("/outcomes")).body.length;
  const suggestions = [{ id: "second_purchase:transaction", horizon_days: 60 }, { id: "buys_again:visits" }];
  const refused = await shop.post("/suggestions", { suggestions });
  expect(refused).toMatchObject({ status: 400, body: { validationErrors: [{ path: "suggestions.1.id" }] } });
  expect((await shop.get("/outcomes")).body).toHaveLength(before);
});
