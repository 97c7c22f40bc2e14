// Exports of shops with known truth: with a hand-written mapping, their lines become the orders, customers
// and revenue that the shop had.

import { readFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatasetConfig, StreamMapping } from "../../src/domain/data/dataset.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { datasetFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { needing } from "../run/needs.js";
import { hasPublicData, publicFile } from "../support/public-data.js";
import { stepTools } from "../support/step-tools.js";

const now = Date.UTC(2026, 6, 1);
let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "order-lines-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

type Built = DatasetResult & { files: ReturnType<typeof datasetFiles> };

const build = async (file: string, config: Partial<DatasetConfig>): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const from = publicFile(file);
  const files = [
    { path: from, filename: path.basename(file), bytes: (await stat(from)).size, arrived_at: now },
  ];
  const whole: DatasetConfig = {
    identity_sets: {},
    options: { type: "hosted_csv", upload_directory: "shop" },
    output_to_streams: {},
    output_to_traits: {},
    ...config,
  };
  const result = await buildDataset({ config: whole, files }, stepTools(engine, dir, { now }));
  return { ...result, files: datasetFiles(dir) };
};

interface Order {
  order: string;
  customer: string;
  value: number;
}

/** The counted orders of the shop itself, without those of no customer. */
const trueOrders = (name: string): Order[] => {
  const text = gunzipSync(readFileSync(publicFile(`exports/truth/${name}.orders.csv.gz`))).toString("utf8");
  const rows = text.trim().split("\n").slice(1);
  return rows
    .map((row) => row.split(","))
    .filter(([, , customer, , counted]) => counted === "1" && customer !== "")
    .map(([order, , customer, , , , value]) => ({ order: order!, customer: customer!, value: Number(value) }))
    .sort(byOrder);
};
const byOrder = (a: Order, b: Order): number => (a.order < b.order ? -1 : 1);

const truthOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(publicFile("exports/truth.json"), "utf8")).files[name];

/** An order number may be a number. */
const orderText = sql`regexp_replace(cast(e.p_order as varchar), '[.]0$', '')`;

const ordersOf = async ({ files }: Pick<Built, "files">): Promise<Order[]> => {
  const rows = await engine.rows<{ order: string; customer: string; value: number }>(
    sql`select ${orderText} as "order", coalesce(lower(i.email), i.customer_id) as customer, round(e.value, 2) as value
    from ${relation(files.events("transaction"))} as e join ${relation(files.identities)} as i on i.identity_key = e.identity_key`,
  );
  return rows.sort(byOrder);
};

const purchasers = (orders: readonly Order[]): { one: number; several: number } => {
  const counts = new Map<string, number>();
  for (const { customer } of orders) counts.set(customer, (counts.get(customer) ?? 0) + 1);
  const one = [...counts.values()].filter((count) => count === 1).length;
  return { one, several: counts.size - one };
};

const byEmail = (email: string, customer_id?: string): DatasetConfig["identity_sets"] => ({
  customer: { email, ...(customer_id && { customer_id }) },
});

interface Export {
  identity_sets: DatasetConfig["identity_sets"];
  transaction: StreamMapping;
}

const exports: Record<string, Export> = {
  shopify_orders: {
    identity_sets: byEmail("Email"),
    transaction: {
      data_map: {
        datetime: { column_name: "Created at" },
        value: {
          columns: [{ column_name: "Total" }, { column_name: "Refunded Amount" }],
          combine: "difference",
          aggregate: "first",
        },
        order: { column_name: "Name" },
        product: { column_name: "Lineitem name", aggregate: "list" },
        items: { column_name: "Lineitem quantity", aggregate: "sum" },
      },
      event_key: ["Name"],
      event_conditions: [
        { column_name: "Financial Status", _nin: ["refunded", "voided"] },
        { column_name: "Payment Method", _neq: "bogus" },
      ],
    },
  },
  woocommerce_orders: {
    identity_sets: byEmail("billing_email"),
    transaction: {
      data_map: {
        datetime: { column_name: "order_date" },
        value: {
          columns: [
            { column_name: "order_total" },
            { column_name: "refund_items", pattern: "amount:([0-9.]+)" },
          ],
          combine: "difference",
        },
        order: { column_name: "order_number" },
        product: {
          columns: [1, 2, 3].map((n) => ({ column_name: `Product Item ${n} Name` })),
          aggregate: "list",
        },
      },
      conditions: [
        { column_name: "status", _in: ["completed", "processing", "on-hold"] },
        { column_name: "billing_email", _neq: "test@kettle-and-leaf.example" },
      ],
    },
  },
  stripe_charges: {
    identity_sets: byEmail("Customer Email", "Customer ID"),
    transaction: {
      data_map: {
        datetime: { column_name: "Created (UTC)" },
        value: {
          columns: [{ column_name: "Amount" }, { column_name: "Amount Refunded" }],
          combine: "difference",
        },
        order: { column_name: "id" },
      },
      conditions: [{ column_name: "Status", _eq: "Paid" }],
    },
  },
  square_items: {
    identity_sets: { customer: { customer_id: "Customer ID" } },
    transaction: {
      data_map: {
        datetime: { columns: [{ column_name: "Date" }, { column_name: "Time" }] },
        value: { column_name: "Net Sales", aggregate: "sum" },
        order: { column_name: "Transaction ID" },
        item: { column_name: "Item", aggregate: "list" },
      },
      event_key: ["Transaction ID"],
      refunds: { conditions: [{ column_name: "Event Type", _eq: "Refund" }], as: "reduce" },
    },
  },
  german_shop: {
    identity_sets: byEmail("E-Mail"),
    transaction: {
      data_map: {
        datetime: { columns: [{ column_name: "Bestelldatum" }, { column_name: "Uhrzeit" }] },
        value: { column_name: "Bestellsumme brutto" },
        order: { column_name: "Bestellnummer" },
        category: { column_name: "Warengruppe", aggregate: "list" },
      },
      event_key: ["Bestellnummer"],
      event_conditions: [
        { column_name: "Bestellstatus", _nin: ["Storniert", "Retourniert"] },
        { column_name: "Kundengruppe", _neq: "Test" },
      ],
      refunds: {
        conditions: [{ column_name: "Positionsart", _eq: "Retoure" }],
        as: "reduce",
        value: { column_name: "Gesamtpreis brutto" },
      },
    },
  },
  klaviyo_events: {
    identity_sets: byEmail("Person//Email"),
    transaction: {
      data_map: {
        datetime: { column_name: "Timestamp" },
        value: { column_name: "$value" },
        order: { column_name: "OrderId" },
        item: { column_name: "ItemNames", format: "list_json" },
      },
      conditions: [{ column_name: "Metric", _eq: "Placed Order" }],
      event_key: ["OrderId"],
      refunds: {
        conditions: [{ column_name: "Metric", _in: ["Refunded Order", "Cancelled Order"] }],
        as: "reduce",
      },
    },
  },
};

describe("exports of shops", needing("public data", hasPublicData()), () => {
  test.each(Object.entries(exports))("%s", async (name, { identity_sets, transaction }) => {
    const built = await build(`exports/${name}.csv.gz`, {
      identity_sets,
      output_to_streams: { transaction },
    });
    const { counts } = built.streams.transaction!;
    const truth = truthOf(name);
    const orders = await ordersOf(built);
    const { one, several } = purchasers(orders);
    expect({ rejected: built.rejected_count, ...counts, one, several }).toMatchObject({
      rejected: 0,
      events: truth.orders,
      without_customer: truth.orders_without_customer,
      customers: truth.customers,
      one: truth.one_time_purchasers,
      several: truth.repeat_purchasers,
    });
    expect(counts!.value_total!.toFixed(2)).toBe(truth.revenue);
    expect(orders).toEqual(trueOrders(name));
  });

  test("Online Retail: invoices, without cancellations", async () => {
    const { streams, files } = await build("online_retail/line_items.csv.gz", {
      identity_sets: { customer: { customer_id: "CustomerID" } },
      output_to_streams: {
        transaction: {
          data_map: {
            datetime: { column_name: "InvoiceDate" },
            value: {
              columns: [{ column_name: "Quantity" }, { column_name: "UnitPrice" }],
              combine: "product",
            },
            order: { column_name: "InvoiceNo" },
            product: { column_name: "StockCode", aggregate: "list" },
          },
          event_key: ["InvoiceNo"],
          refunds: { conditions: [{ column_name: "InvoiceNo", _matches: "^C" }], as: "ignore" },
        },
      },
    });
    const { one, several } = purchasers(await ordersOf({ files }));
    expect(streams.transaction!.counts).toMatchObject({ events: 22_064, customers: 4_339 });
    expect({ events: streams.transaction!.events, one, several }).toEqual({
      events: 18_536,
      one: 1_494,
      several: 2_845,
    });
  });

  test("Complete Journey: baskets", async () => {
    const file = "completejourney/transactions_sample.csv";
    const { streams } = await build(file, {
      identity_sets: { customer: { customer_id: "household_id" } },
      output_to_streams: {
        transaction: {
          data_map: {
            datetime: { column_name: "transaction_timestamp" },
            value: { column_name: "sales_value", aggregate: "sum" },
          },
          event_key: ["basket_id"],
        },
      },
    });
    const rows = readFileSync(publicFile(file), "utf8").trim().split("\n").slice(1);
    const cells = rows.map((row) => row.split(","));
    const total = cells.reduce((sum, cell) => sum + Math.round(Number(cell[5]) * 100), 0) / 100;
    const baskets = new Map<string, Set<string>>();
    for (const [customer, , basket] of cells)
      baskets.set(customer!, (baskets.get(customer!) ?? new Set()).add(basket!));
    expect(streams.transaction!.counts).toMatchObject({
      rows: rows.length,
      rows_read: rows.length,
      events: new Set(cells.map((cell) => cell[2])).size,
      customers: baskets.size,
      repeat_customers: [...baskets.values()].filter(({ size }) => size > 1).length,
      without_customer: 0,
      left_out: 0,
      left_out_by: [],
      of_several_customers: 0,
      value_total: total,
    });
  });

  test.each([
    ["stripe_subscriptions", "Start (UTC)", "Ended At (UTC)", byEmail("Customer Email", "Customer ID")],
    ["subscriptions", "start_date", "end_date", { customer: { customer_id: "account_id" } }],
  ])("%s: a plan change is no cancellation", async (name, start, end, identity_sets) => {
    const { streams } = await build(`exports/${name}.csv`, {
      identity_sets,
      output_to_streams: {
        subscription: { data_map: { datetime: { column_name: start } } },
        cancellation: {
          data_map: { datetime: { column_name: end } },
          conditions: [{ column_name: end, _nnull: true }],
          unless_running: { start, end },
        },
      },
    });
    const truth = truthOf(name);
    expect(streams.subscription!.events).toBe(truth.subscriptions_started);
    expect(streams.cancellation!.events).toBe(truth.ended_without_plan_change);
  });
});
