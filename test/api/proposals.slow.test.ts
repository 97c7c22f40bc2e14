// Proposals of previews: profiles of columns, and configurations that can be sent back.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

const preview = async (caller: Caller, lines: readonly string[]) => {
  await caller.post("/uploads/orders/2025.csv", `${lines.join("\n")}\n`, { "content-type": "text/csv" });
  const dataset = {
    name: "Orders",
    identity_sets: {},
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: {},
    preview: true,
  };
  const { status, body } = await caller.post("/datasets", dataset);
  expect(status, JSON.stringify(body)).toBe(201);
  await api.build();
  return (await caller.get(`/datasets/${body.id}`)).body;
};
const header = "Order ID,Order date,Email,First name,Last name,Zip,Total,Note";
const orders = [
  "A1,01/02/2025,ada@example.com,Ada,Byron,05401,47.00,",
  "A2,01/03/2025,cy@example.com,Cy,Young,05401,9.5,call first",
  "A3,11/12/2025,ada@example.com,Ada,Byron,05401,120,",
];

/** The fields of a proposal that are a dataset's own. */
const configurationOf = (proposal: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    [
      "identity_sets",
      "output_to_streams",
      "output_to_traits",
      "upsert_columns",
      "reference_key_columns",
    ].flatMap((field) => (proposal[field] === undefined ? [] : [[field, proposal[field]]])),
  );

test("a preview describes each column and lists ambiguous dates", async () => {
  const { detected_columns, row_count, sample } = await preview(await api.signUp(), [header, ...orders]);
  expect(row_count).toBe(3);
  expect(sample).toHaveLength(3);
  const column = (name: string) => detected_columns.find((found: { name: string }) => found.name === name);
  expect(column("Order date")).toEqual({
    name: "Order date",
    data_type: "date",
    is_nullable: false,
    fill_rate: 1,
    examples: ["01/02/2025", "11/12/2025", "01/03/2025"],
    distinct_count: 3,
    min: "2025-01-02T00:00:00.000Z",
    max: "2025-11-12T00:00:00.000Z",
    format: "mm_dd_yyyy_slash",
    is_ambiguous: true,
    possible_formats: ["mm_dd_yyyy_slash", "dd_mm_yyyy_slash"],
  });
  expect(column("Total")).toMatchObject({ data_type: "double", distinct_count: 3, min: 9.5, max: 120 });
  expect(column("Email")).toMatchObject({
    distinct_count: 2,
    examples: ["ada@example.com", "cy@example.com"],
  });
  expect(column("Note")).toMatchObject({ fill_rate: 1 / 3, distinct_count: 1, examples: ["call first"] });
  expect(column("Note")).not.toHaveProperty("min");
});

test("a proposal can be sent back with an answer and is built", async () => {
  const caller = await api.signUp();
  const { id, proposal } = await preview(caller, [header, ...orders]);
  expect(proposal.questions).toMatchObject([
    { column_name: "Order date", choices: [{ reads_as: ["2 January 2025", "12 November 2025"] }, {}] },
  ]);
  const { questions, unused_columns } = proposal;
  const mapping = configurationOf(proposal);
  expect(unused_columns).toEqual(["Note"]);
  const { transaction } = proposal.output_to_streams;
  transaction.data_map.datetime.format = questions[0].choices[1].format;
  const patched = await caller.patch(`/datasets/${id}`, { ...mapping, preview: false });
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  expect(patched.body).not.toHaveProperty("proposal");
  await api.build();
  expect((await caller.get(`/datasets/${id}`)).body).toMatchObject({
    status: "ready",
    preview: false,
    upsert_columns: ["Order ID"],
    formats: { "Order date": "dd_mm_yyyy_slash" },
    identified_count: 2,
  });
  expect((await caller.get("/streams/transaction")).body).toMatchObject({ event_count: 3 });
});

test("unambiguous dates cause no question", async () => {
  const { detected_columns, proposal } = await preview(await api.signUp(), [
    header,
    ...orders,
    "A4,25/12/2025,ada@example.com,Ada,Byron,05401,120,",
  ]);
  expect(detected_columns[1]).toMatchObject({ format: "dd_mm_yyyy_slash" });
  expect(detected_columns[1]).not.toHaveProperty("is_ambiguous");
  expect(proposal.questions).toEqual([]);
});

test("a dataset that is not a preview has neither profile nor proposal", async () => {
  const caller = await api.signUp();
  const { id } = await preview(caller, [header, ...orders]);
  await caller.patch(`/datasets/${id}`, { preview: false, identity_sets: { c: { email: "Email" } } });
  await api.build();
  const { detected_columns, proposal } = (await caller.get(`/datasets/${id}`)).body;
  expect(proposal).toBeUndefined();
  expect(Object.keys(detected_columns[0])).toEqual(["name", "data_type", "is_nullable", "fill_rate"]);
});

/** Uploads a file to a directory of its own and builds its dataset as proposed; returns the proposal. */
const buildAsProposed = async (caller: Caller, directory: string, lines: readonly string[]) => {
  await caller.post(`/uploads/${directory}/a.csv`, `${lines.join("\n")}\n`, { "content-type": "text/csv" });
  const dataset = {
    name: directory,
    identity_sets: {},
    output_to_streams: {},
    preview: true,
    options: { type: "hosted_csv", upload_directory: directory },
  };
  const { body } = await caller.post("/datasets", dataset);
  await api.build();
  const { proposal } = (await caller.get(`/datasets/${body.id}`)).body;
  const patched = await caller.patch(`/datasets/${body.id}`, {
    ...configurationOf(proposal),
    preview: false,
  });
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  await api.build();
  return { proposal, dataset: (await caller.get(`/datasets/${body.id}`)).body };
};

test("the customers of Olist join orders whose customer key is new each time", async () => {
  const caller = await api.signUp();
  await buildAsProposed(caller, "orders", [
    "order_id,customer_id,order_status,order_purchase_timestamp",
    "o1,k1,delivered,2017-10-02 10:56:33",
    "o2,k2,delivered,2017-11-02 10:56:33",
    "o3,k3,canceled,2017-12-02 10:56:33",
    "o4,k4,delivered,2017-12-05 10:56:33",
  ]);
  await buildAsProposed(caller, "customers", [
    "customer_id,customer_unique_id,customer_zip_code_prefix,customer_city,customer_state",
    "k1,u1,14409,franca,SP",
    "k2,u1,14409,franca,SP",
    "k3,u2,09790,sao bernardo,SP",
    "k4,u3,01151,sao paulo,SP",
  ]);
  const { body } = await caller.get("/streams/transaction");
  expect(body).toMatchObject({ event_count: 3, people_count: 2 });
});

test("events of Google Analytics have their time in microseconds", async () => {
  const { proposal, dataset } = await buildAsProposed(await api.signUp(), "ga", [
    "event_date,event_timestamp,event_name,user_pseudo_id,ecommerce.transaction_id,ecommerce.purchase_revenue",
    "20250103,1735898400123456,page_view,1.2,,",
    "20250103,1735898400223456,purchase,1.2,T1,10.00",
    "20250103,1735898400323456,purchase,1.2,T1,10.00",
    "20250104,1735984800123456,purchase,1.3,T2,7.50",
  ]);
  expect(proposal.recognised.title).toBe("Google Analytics 4 events");
  expect(dataset.event_counts).toMatchObject({
    transaction: { events: 2, customers: 2, value_total: 17.5 },
    page_view: { events: 1 },
  });
});
