// Known exports from the file to the delivered list, mapped without a question: orders, customers, one-time
// and repeat purchasers and revenue are those of the shop, and the list of a second purchase holds the
// customers with one.

import { existsSync, readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildingApi } from "../api/building.js";
import { needing } from "../run/needs.js";
import { hasPublicData, publicFile } from "../support/public-data.js";
import { buildAsProposed, predict, startOnDayOfExport } from "./as-proposed.js";

interface Truth {
  file: string;
  orders: number;
  orders_without_customer: number;
  customers: number;
  one_time_purchasers: number;
  repeat_purchasers: number;
  people: { people: number; one_time: number; repeat: number };
  revenue: string;
}

const isThere = hasPublicData() && existsSync(publicFile("exports/truth.json"));
const truth: Record<string, Truth> = isThere
  ? JSON.parse(readFileSync(publicFile("exports/truth.json"), "utf8")).files
  : {};

/** The number of orders that count, by the person behind each customer of the file. */
const ordersOf = (name: string) => {
  const text = gunzipSync(readFileSync(publicFile(`exports/truth/${name}.orders.csv.gz`))).toString();
  const people = new Map<string, string>();
  const orders = new Map<string, number>();
  for (const line of text.trim().split("\n").slice(1)) {
    const [, , customer, person, counted] = line.split(",");
    if (customer === "") continue;
    people.set(customer!, person!);
    if (counted === "1") orders.set(person!, (orders.get(person!) ?? 0) + 1);
  }
  return { people, orders };
};

let api: BuildingApi;
beforeAll(async () => {
  api = await startOnDayOfExport();
});
afterAll(() => api.close());

const orderFiles = [
  ...["shopify_orders", "klaviyo_events", "woocommerce_orders", "stripe_charges", "square_items"],
  ...["german_shop", "orders_xlsx"],
];

describe("from a file to a list", needing("public data", isThere), () => {
  test.each(orderFiles)("%s", async (name) => {
    const { file, orders, customers, repeat_purchasers, people, revenue, orders_without_customer } =
      truth[name]!;
    const caller = await api.signUp();
    const { proposal, dataset } = await buildAsProposed(api, caller, `exports/${file}`, {
      body: withoutPhones(readFileSync(publicFile(`exports/${file}`))),
    });
    expect(proposal.questions).toEqual([]);
    for (const { transaction } of [proposal.figures, dataset.event_counts]) {
      expect(transaction).toMatchObject({
        events: orders,
        customers,
        repeat_customers: repeat_purchasers,
        without_customer: orders_without_customer,
      });
      expect(transaction.value_total).toBeCloseTo(Number(revenue), 2);
    }

    const wanted = tooFewBuyTwice.includes(name) ? "buys_again" : "second_purchase";
    const { outcome, listOf } = await predict(api, caller, `${wanted}:transaction`);
    expect(outcome.status).toBe("ready");
    const rows = await listOf();
    const { people: byCustomer, orders: byPerson } = ordersOf(name);
    const found = rows.map(
      ({ email = "", customer_id = "" }) =>
        byCustomer.get(email.toLowerCase()) ?? byCustomer.get(customer_id) ?? email,
    );
    const buyers = [...byPerson].filter(([, count]) => wanted === "buys_again" || count === 1);
    expectSamePeople(new Set(found), new Set(buyers.map(([person]) => person)));
    const number = wanted === "buys_again" ? people.people : people.one_time;
    expect(Math.abs(rows.length - number)).toBeLessThanOrEqual(0.02 * number);
    const chances = rows.map((row) => Number(Object.entries(row).find(([key]) => /_pct$/.test(key))![1]));
    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  });

  test.each([
    ["stripe_subscriptions.csv", 1110, 333, 644],
    ["subscriptions.csv", 822, 263, 470],
  ])("%s", async (file, started, ended, active) => {
    const caller = await api.signUp();
    const { proposal, dataset } = await buildAsProposed(api, caller, `exports/${file}`);
    expect(proposal.questions).toEqual([]);
    expect(dataset.event_counts).toMatchObject({
      subscription: { events: started },
      cancellation: { events: ended },
    });
    const [first] = (await caller.get("/suggestions")).body;
    expect(first).toMatchObject({ id: "leaves:subscription:cancellation" });
    const { outcome, listOf } = await predict(api, caller, first.id);
    expect(outcome.status).toBe("ready");
    // All accounts that are active now, and so those that left and came back, too.
    expect((await listOf()).length).toBe(active);
  });

  test("shopify_customers.csv.gz: attributes of customers, and no results", async () => {
    const caller = await api.signUp();
    const { proposal, dataset } = await buildAsProposed(api, caller, "exports/shopify_customers.csv.gz");
    expect(proposal).toMatchObject({ questions: [], output_to_streams: {} });
    expect(Object.keys(proposal.output_to_traits)).toContain("accepts_email_marketing");
    expect(Object.keys(proposal.output_to_traits).join()).not.toMatch(/spent|orders/);
    expect(dataset.row_count).toBe(2697);
  });
});

/** Their second purchases are too few to learn from. */
const tooFewBuyTwice = ["square_items", "orders_xlsx"];

/** The made-up telephone numbers are from small ranges for fiction, so that strangers share them. */
const withoutPhones = (file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => {
  if (file[0] !== 0x1f) return file;
  const text = gunzipSync(file).toString("latin1");
  return gzipSync(
    Buffer.from(text.replace(/'?\+1\d{3}55501\d\d|07700 900\d{3}|0\d+ 23125 \d{3}/g, ""), "latin1"),
  );
};

/** Persons are distinguished by contacts, with a mistake for one in fifty at most. */
const expectSamePeople = (found: ReadonlySet<string>, wanted: ReadonlySet<string>): void => {
  const common = [...found].filter((person) => wanted.has(person)).length;
  expect(common / found.size).toBeGreaterThan(0.98);
  expect(common / wanted.size).toBeGreaterThan(0.98);
};
