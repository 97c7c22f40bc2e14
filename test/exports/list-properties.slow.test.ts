// Properties joined from the lines of an order, and lists written as JSON: usable in cohorts, features and
// recommenders like any other list.

import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../src/model/numeric/random.js";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import type { Caller } from "../api/harness.js";
import { csv, date } from "./other/table-text.js";

const customers = 300;
const days = 360;
const products = { tea: ["Green tea", "Cup", "Teapot"], coffee: ["Beans", "Filter", "Mug"] };

interface Order {
  number: number;
  customer: number;
  day: number;
  products: string[];
  tags: string[];
}

/** Half of the customers buy tea, and the others coffee. */
const orders = ((): Order[] => {
  const random = seededRandom(3);
  const made: Order[] = [];
  for (let customer = 0; customer < customers; customer++) {
    const taste = customer % 2 === 0 ? "tea" : "coffee";
    for (let day = Math.floor(random() * 60); day < days; day += 10 + Math.floor(random() * 120)) {
      const chosen = products[taste].filter(() => random() < 0.6);
      const bought = chosen.length > 0 ? chosen : [products[taste][0]!];
      const tags = [taste, ...(random() < 0.2 ? ["gift, wrapped"] : [])];
      made.push({ number: made.length + 1, customer, day, products: bought, tags });
    }
  }
  return made;
})();

const dayOf = (day: number): Date => new Date(Date.UTC(2025, 0, 1 + day));
const lines = csv(
  "Order No|Order Date|E-mail|Product|Tags",
  orders.flatMap(({ number, customer, day, products: bought, tags }) =>
    bought.map((product) => [
      number,
      date.iso(dayOf(day)),
      `c${customer}@mail.example`,
      product,
      JSON.stringify(tags),
    ]),
  ),
);

let api: BuildingApi;
let caller: Caller;
beforeAll(async () => {
  api = await startBuildingApi();
  api.tick(Date.UTC(2026, 0, 2) - api.now());
  caller = await api.signUp();
  await caller.post("/uploads/orders/orders.csv", Buffer.from(lines), { "content-type": "text/csv" });
  const { status, body } = await caller.post("/datasets", {
    name: "Orders",
    identity_sets: { customer: { email: "E-mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: {
      transaction: {
        event_key: ["Order No"],
        data_map: {
          datetime: { column_name: "Order Date" },
          product: { column_name: "Product", aggregate: "list" },
          tags: { column_name: "Tags", format: "list_json" },
        },
      },
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await api.build();
});
afterAll(() => api.close());

const buyers = (isWanted: (order: Order) => boolean, times = 1): number => {
  const counts = new Map<number, number>();
  for (const { customer } of orders.filter(isWanted)) counts.set(customer, (counts.get(customer) ?? 0) + 1);
  return [...counts.values()].filter((count) => count >= times).length;
};

test.each([
  ["product", "Cup", 1, buyers(({ products: bought }) => bought.includes("Cup"))],
  ["product", "Teapot", 3, buyers(({ products: bought }) => bought.includes("Teapot"), 3)],
  ["tags", "gift, wrapped", 1, buyers(({ tags }) => tags.includes("gift, wrapped"))],
])("a cohort by an item of %s: %s, %i times", async (property, item, min_count, people) => {
  const { body } = await caller.post("/cohorts", {
    name: `${item} ${min_count}`,
    stream_name: "transaction",
    stream_conditions: [{ property, _eq: item }],
    min_count,
  });
  await api.build();
  expect((await caller.get(`/cohorts/${body.id}`)).body).toMatchObject({
    status: "ready",
    population_count: people,
  });
});

test("a prediction learns from the items", async () => {
  const { body: cohort } = await caller.post("/cohorts", {
    name: "Beans",
    stream_name: "transaction",
    stream_conditions: [{ property: "product", _eq: "Beans" }],
  });
  const { body: all } = await caller.post("/cohorts", { name: "All customers", stream_name: "transaction" });
  const { status, body } = await caller.post("/outcomes", {
    name: "Buys beans",
    eligible_cohort_id: all.id,
    attainment_cohort_id: cohort.id,
    horizon_days: 60,
    recurring: true,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await api.build();
  const { body: analysis } = await caller.get(`/outcomes/${body.id}/analysis`);
  const inputs = analysis.overall_features.recognized_individuals.map(({ name }: { name: string }) => name);
  expect(inputs.join()).toMatch(/product|tags/);
});

test("a recommender ranks the items", async () => {
  const { body } = await caller.post("/recommenders", {
    name: "Next product",
    stream_name: "transaction",
    stream_property_name: "product",
  });
  await api.build();
  const { body: analysis } = await caller.get(`/recommenders/${body.id}/analysis`);
  expect((await caller.get(`/recommenders/${body.id}`)).body.status).toBe("ready");
  expect(["repeat", "blend", "co_occurrence", "similar"]).toContain(analysis.used);
});
