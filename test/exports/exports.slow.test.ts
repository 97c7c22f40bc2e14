// Exports in the layouts of platforms: uploaded, previewed and built as proposed, without an answer to any question. What they count
// equals what is known of them.

import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { testLimits } from "../api/harness.js";
import { hasPublicData, publicFile } from "../support/public-data.js";

/** Rows of a later day would be in the future. */
const dayOfExport = Date.UTC(2026, 6, 2);

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi({ limits: { ...testLimits, uploadBytes: 100_000_000 } });
  api.tick(dayOfExport - api.now());
});
afterAll(() => api.close());

const fields = [
  ...["identity_sets", "output_to_streams", "output_to_traits", "upsert_columns", "reference_key_columns"],
  "options",
];

/** The proposal for a file, and the dataset and stream that are built from it as it is. */
const buildAsProposed = async (file: string) => {
  const caller = await api.signUp();
  const name = file.split("/").at(-1)!;
  const sent = await caller.post(`/uploads/data/${name}`, readFileSync(publicFile(file)), {
    "content-type": "text/csv",
  });
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
  const options = { type: "hosted_csv", upload_directory: "data" };
  const made = await caller.post("/datasets", {
    ...{ name: "Data", identity_sets: {}, output_to_streams: {}, options, preview: true },
  });
  await api.build();
  const { proposal } = (await caller.get(`/datasets/${made.body.id}`)).body;
  const patch = Object.fromEntries(
    fields.flatMap((field) => (proposal[field] ? [[field, proposal[field]]] : [])),
  );
  const patched = await caller.patch(`/datasets/${made.body.id}`, { ...patch, preview: false });
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  await api.build();
  return { proposal, dataset: (await caller.get(`/datasets/${made.body.id}`)).body };
};

describe.skipIf(!hasPublicData() || !existsSync(publicFile("exports/truth.json")))("made-up exports", () => {
  interface Truth {
    file: string;
    orders: number;
    orders_without_customer: number;
    customers: number;
    revenue: string;
  }
  const truth: Record<string, Truth> = hasPublicData()
    ? JSON.parse(readFileSync(publicFile("exports/truth.json"), "utf8")).files
    : {};
  const orders = [
    ...[
      "shopify_orders",
      "klaviyo_events",
      "woocommerce_orders",
      "stripe_charges",
      "square_items",
      "german_shop",
    ],
    "orders_xlsx",
  ];

  test.each(orders)("%s", async (name) => {
    const { file, orders, customers, revenue } = truth[name]!;
    const { proposal, dataset } = await buildAsProposed(`exports/${file}`);
    for (const { transaction } of [proposal.figures, dataset.event_counts]) {
      expect(transaction).toMatchObject({ events: orders, customers });
      expect(transaction.value_total).toBeCloseTo(Number(revenue), 2);
    }
    expect(proposal.questions).toEqual([]);
  });

  test.each([
    ["stripe_subscriptions.csv", 1110, 333],
    ["subscriptions.csv", 822, 263],
  ])("%s", async (file, started, ended) => {
    const { dataset } = await buildAsProposed(`exports/${file}`);
    expect(dataset.event_counts).toMatchObject({
      subscription: { events: started },
      cancellation: { events: ended },
    });
  });

  test("shopify_customers.csv.gz", async () => {
    const { proposal } = await buildAsProposed("exports/shopify_customers.csv.gz");
    expect(proposal.output_to_streams).toEqual({});
    expect(Object.keys(proposal.output_to_traits)).toContain("accepts_email_marketing");
  });

  test("telecom_snapshot.csv.gz", async () => {
    const { proposal } = await buildAsProposed("exports/telecom_snapshot.csv.gz");
    expect(proposal).toMatchObject({
      output_to_streams: {},
      options: { snapshot: { answer: { column_name: "Churn", is: ["Yes"] } } },
    });
  });
});

describe.skipIf(!hasPublicData())("public data", () => {
  test.each([
    ["online_retail/line_items.csv.gz", 4339],
    ["cdnow/transactions.csv", 23570],
    ["completejourney/transactions_sample.csv", 2377],
  ])("%s", async (file, customers) => {
    const { proposal, dataset } = await buildAsProposed(file);
    expect(dataset.event_counts.transaction).toMatchObject({ customers });
    expect(proposal.figures.transaction).toEqual(dataset.event_counts.transaction);
  });
});
