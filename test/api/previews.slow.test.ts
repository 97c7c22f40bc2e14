// Previews of definitions: the same numbers as a build, and errors for unknown names.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: Caller;

const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
const people = 120;
/** Person p buys every 20 to 60 days, p % 4 + 1 times in all, and every third has the gold plan. */
const orders = Array.from({ length: people }, (_, p) =>
  Array.from({ length: 1 + (p % 4) }, (_, k) => {
    const [when, worth] = [day(((p * 13) % 150) + k * (20 + (p % 40))), 5 + ((p * 7 + k) % 50)];
    return `Ann${p},Lee,${10_000 + p},${when},${worth},${["tea", "cup"][(p + k) % 2]},${p % 3 ? "basic" : "gold"}`;
  }),
).flat();
const dataset = {
  name: "Orders",
  identity_sets: { c: { person_first_name: "first", person_last_name: "last", postcode: "zip" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "day" },
        value: { column_name: "total" },
        product: { column_name: "product" },
      },
    },
  },
  output_to_traits: { plan: { column_name: "plan" } },
};
const upload = (caller: Caller, lines: readonly string[]) =>
  caller.post("/uploads/orders/a.csv", ["first,last,zip,day,total,product,plan", ...lines].join("\n"), {
    "content-type": "text/csv",
  });

beforeAll(async () => {
  api = await startBuildingApi();
  shop = await api.signUp();
  await upload(shop, orders);
  await shop.post("/datasets", dataset);
  await api.build();
});
afterAll(() => api.close());

const stream_name = "transaction";
const gold = [{ name: "plan", _eq: "gold" }];

test("a preview counts the same members as the cohort's build", async () => {
  const definitions = [
    { stream_name },
    { stream_name, max_count: 1 },
    { stream_name: "Transaction", min_count: 2, max_count: 3 },
    { stream_name, max_count: 0 },
    { stream_name, min_value: 60 },
    { stream_name, min_value: 20, max_value: 60, stream_conditions: [{ property: "product", _eq: "tea" }] },
    { stream_name, recency: { occurrence: "last", min_days: 60 } },
    { stream_name, recency: { occurrence: "first", max_days: 120 }, traits: gold },
    { stream_name, stream_conditions: [{ property: "value", _gt: 20 }] },
    { stream_name, stream_conditions: [{ property: "datetime", _lt: day(100) }] },
    { traits: gold },
  ];
  const previews = [];
  for (const definition of definitions) previews.push(await shop.post("/cohorts/preview", definition));
  const ids = [];
  for (const [i, definition] of definitions.entries())
    ids.push((await shop.post("/cohorts", { name: `Cohort ${i}`, ...definition })).body.id);
  await api.build();
  const built = await Promise.all(ids.map(async (id) => (await shop.get(`/cohorts/${id}`)).body));
  expect(previews.map(({ body }) => body.population_count)).toEqual(
    built.map(({ population_count }) => population_count),
  );
  expect(new Set(built.map(({ population_count }) => population_count)).size).toBeGreaterThan(6);
  expect(previews[0]).toMatchObject({
    status: 200,
    body: { people_count: people, as_of: built[0].data_through, unread_datasets: [] },
  });
});

test("a preview stores nothing", async () => {
  const before = (await shop.get("/cohorts")).body.length;
  await shop.post("/cohorts/preview", { name: "Customers", stream_name });
  expect((await shop.get("/cohorts")).body).toHaveLength(before);
});

test("an unknown name is refused with a suggestion", async () => {
  const refused = async (definition: object) => {
    const { status, body } = await shop.post("/cohorts/preview", definition);
    return {
      status,
      suggestion: body.validationErrors?.[0].suggestion,
      path: body.validationErrors?.[0].path,
    };
  };
  expect(await refused({ stream_name: "transactoin" })).toEqual({
    status: 400,
    path: "stream_name",
    suggestion: "transaction",
  });
  expect(await refused({ stream_name, stream_conditions: [{ property: "prodcut", _eq: "tea" }] })).toEqual({
    status: 400,
    path: "stream_conditions.0.property",
    suggestion: "product",
  });
  expect(await refused({ traits: [{ name: "Plan ", _eq: "gold" }] })).toEqual({
    status: 400,
    path: "traits.0.name",
    suggestion: "plan",
  });
  expect((await shop.post("/cohorts/preview", {})).body.note).toContain("needs a stream_name");
  const invalid = { stream_name, stream_conditions: [{ property: "product", _matches: "(" }] };
  expect((await shop.post("/cohorts/preview", invalid)).status).toBe(400);
});

test("a preview of data that is not built yet is not ready", async () => {
  const fresh = await api.signUp();
  expect((await fresh.post("/cohorts/preview", { stream_name })).status).toBe(400);
  await fresh.post("/datasets", dataset);
  expect((await fresh.post("/cohorts/preview", { stream_name })).body).toMatchObject({ error: "CONFLICT" });
  await upload(fresh, orders);
  await api.build();
  const second = {
    ...dataset,
    name: "Visits",
    options: { type: "hosted_csv", upload_directory: "visits" },
    output_to_streams: { visit: dataset.output_to_streams.transaction },
  };
  await fresh.post("/datasets", second);
  const preview = await fresh.post("/cohorts/preview", { stream_name: "visit" });
  expect(preview).toMatchObject({ status: 409, body: { note: expect.stringContaining("stream visit is") } });
  expect((await fresh.post("/cohorts/preview", { stream_name })).body).toMatchObject({
    population_count: people,
    unread_datasets: ["Visits"],
  });
});

test("an outcome's preview describes the prediction and counts as the cohorts do", async () => {
  const cohort = async (name: string, definition: object): Promise<string> =>
    (await shop.post("/cohorts", { name, ...definition })).body.id;
  const once = await cohort("Bought", { stream_name });
  const twice = await cohort("Bought twice", { stream_name, min_count: 2 });
  const golden = await cohort("Golden", { traits: gold });
  const outcome = { eligible_cohort_id: once, attainment_cohort_id: twice, horizon_days: 30 };
  const { status, body } = await shop.post("/outcomes/preview", outcome);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    sentence: "Of the people who have bought, who will buy a second time in the next 30 days?",
    eligible_count: people,
    attained_count: (people * 3) / 4,
    horizon_days: 30,
    horizon_chosen_from_data: false,
    newest_landmark: { people: expect.any(Number) },
  });
  const { horizon_days: _, ...chosen } = outcome;
  expect((await shop.post("/outcomes/preview", chosen)).body).toMatchObject({
    horizon_days: expect.any(Number),
    horizon_chosen_from_data: true,
  });
  expect((await shop.post("/outcomes/preview", { attainment: golden })).body).toMatchObject({
    sentence: "Of all people, who is similar to the people whose “plan” is “gold”?",
    eligible_count: people,
    attained_count: people / 3,
    horizon_days: null,
    warnings: [{ kind: "question", about: "attainment" }],
  });
});

test("an outcome's preview warns of a contradiction in its definition", async () => {
  const { body: cohort } = await shop.post("/cohorts", { name: "Buyers", stream_name });
  const same = { name: "Buyers too", stream_name };
  const { body: other } = await shop.post("/cohorts", same);
  const { body } = await shop.post("/outcomes/preview", { eligible: cohort.id, attainment: other.id });
  expect(body.warnings[0].note).toContain("have the same definition");
  const far = { eligible: cohort.id, attainment: other.id, horizon_days: 3000 };
  expect((await shop.post("/outcomes/preview", far)).body.warnings[0].note).toContain("too short");
  expect((await shop.post("/outcomes/preview", { attainment: "nobody" })).status).toBe(400);
});
