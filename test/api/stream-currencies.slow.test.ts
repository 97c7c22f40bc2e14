// Two shops in one account, whose orders are in different currencies: their amounts are never added.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let caller: Caller;
const ids: Record<string, string> = {};

const dataset = (name: string, directory: string, is: string) => ({
  name,
  identity_sets: { buyer: { email: "mail" } },
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: {
    transaction: {
      data_map: { datetime: { column_name: "day" }, value: { column_name: "total" } },
      currency: { column_name: "currency", is },
    },
  },
});

const upload = (directory: string, currency: string, totals: readonly number[]) => {
  const rows = totals.map((total, i) => `ann${i}@example.com,2025-01-0${i + 1},${total},${currency}`);
  return caller.post(`/uploads/${directory}/a.csv`, ["mail,day,total,currency", ...rows, ""].join("\n"), {
    "content-type": "text/csv",
  });
};

const create = async (type: string, body: object): Promise<string> => {
  const answer = await caller.post(`/${type}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  await upload("here", "EUR", [10, 20, 30]);
  await upload("abroad", "USD", [100, 200, 300]);
  ids.here = await create("datasets", dataset("Shop", "here", "€"));
  ids.spenders = await create("cohorts", { name: "Spenders", stream_name: "transaction", min_value: 25 });
  await api.build();
});
afterAll(() => api.close());

const differing =
  "The values of stream transaction would be in several currencies, which are never added: EUR (Shop), USD (Shop abroad). Set currency.is to the " +
  "same currency in each of these datasets, so that amounts in others count without a value, or give each currency a stream of its own.";

test("a stream into which datasets put values of several currencies is refused, and nothing is made of their sum", async () => {
  expect((await caller.get(`/cohorts/${ids.spenders}`)).body).toMatchObject({ population_count: 1 });
  ids.abroad = await create("datasets", dataset("Shop abroad", "abroad", "usd"));
  await api.build();
  expect((await caller.get("/streams/transaction")).body).toMatchObject({
    status: "error",
    status_error: differing,
  });
  const { body: cohort } = await caller.get(`/cohorts/${ids.spenders}`);
  expect(cohort.waiting_for).toContain(differing);
  expect(cohort).toMatchObject({ population_count: 1 });
});

test("once the datasets agree on a currency, amounts in the other one count without a value", async () => {
  await caller.patch(`/datasets/${ids.abroad}`, {
    output_to_streams: { transaction: { currency: { is: "EUR" } } },
  });
  await api.build();
  expect((await caller.get("/streams/transaction")).body).toMatchObject({ status: "ready", event_count: 6 });
  expect((await caller.get(`/cohorts/${ids.spenders}`)).body).toMatchObject({
    status: "ready",
    population_count: 1,
  });
  expect((await caller.get(`/datasets/${ids.abroad}`)).body.event_counts.transaction).toMatchObject({
    value_total: 0,
    by_currency: [{ currency: "USD", events: 3, value_total: 600 }],
  });
});
