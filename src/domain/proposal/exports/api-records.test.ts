import { expect, test } from "vitest";
import { mappingFaults } from "../../data/stream-mapping.js";
import { previewOf } from "../fixtures.js";
import { proposeDataset } from "../propose.js";

/** Some of the fields that the tap of the platform has, with a record. */
const records: [title: string, tap: string, fields: Record<string, string>, streams: string[]][] = [
  [
    "Shopify orders",
    "tap-shopify 3.13",
    {
      id: "gid://shopify/Order/1",
      createdAt: "2025-01-03T10:00:00Z",
      cancelledAt: "",
      displayFinancialStatus: "PAID",
      email: "ada@example.com",
      "customer.id": "gid://shopify/Customer/7",
      "totalPriceSet.shopMoney.amount": "10.5",
      "totalPriceSet.shopMoney.currencyCode": "EUR",
      "totalRefundedSet.shopMoney.amount": "0",
      "lineItems.title": '["Soap"]',
      test: "false",
    },
    ["transaction"],
  ],
  [
    "Shopify orders",
    "taps of the interface before",
    {
      id: "1",
      created_at: "2025-01-03T10:00:00+01:00",
      cancelled_at: "",
      financial_status: "paid",
      email: "ada@example.com",
      "customer.id": "7",
      total_price: "10.50",
      currency: "EUR",
      "line_items.title": '["Soap"]',
      test: "false",
    },
    ["transaction"],
  ],
  [
    "Stripe charges",
    "tap-stripe 3.3",
    {
      id: "ch_1",
      amount: "1050",
      amount_refunded: "0",
      created: "2025-01-03T10:00:00.000000Z",
      currency: "eur",
      customer: "cus_7",
      receipt_email: "ada@example.com",
      paid: "true",
      status: "succeeded",
      livemode: "true",
    },
    ["transaction"],
  ],
  [
    "Stripe subscriptions",
    "tap-stripe 3.3",
    {
      id: "sub_1",
      customer: "cus_7",
      status: "canceled",
      start_date: "2025-01-03T10:00:00Z",
      ended_at: "2025-03-03T10:00:00Z",
      cancel_at_period_end: "false",
      "plan.id": "gold",
      "plan.amount": "900",
      "plan.interval": "month",
    },
    ["subscription", "cancellation"],
  ],
  [
    "WooCommerce orders",
    "tap-woocommerce-v3 0.3",
    {
      order_id: "1",
      order_key: "wc_1",
      date_created: "2025-01-03T10:00:00",
      status: "completed",
      total: "10.50",
      customer_id: "7",
      payment_method_title: "Card",
      currency: "EUR",
    },
    ["transaction"],
  ],
  [
    "Recharge charges",
    "tap-recharge 3.0",
    {
      id: "1",
      "customer.id": "7",
      "customer.email": "ada@example.com",
      processed_at: "2025-01-03T10:00:00",
      scheduled_at: "2025-01-03",
      status: "success",
      total_price: "10.50",
      total_refunds: "0",
      currency: "EUR",
    },
    ["transaction"],
  ],
  [
    "Recharge subscriptions",
    "tap-recharge 3.0",
    {
      id: "1",
      customer_id: "7",
      created_at: "2025-01-03T10:00:00",
      cancelled_at: "2025-02-03T10:00:00",
      price: "9.00",
      order_interval_unit: "month",
    },
    ["subscription", "cancellation"],
  ],
  [
    "Chargebee invoices",
    "tap-chargebee 1.7",
    {
      id: "1",
      customer_id: "7",
      date: "2025-01-03T10:00:00.000000Z",
      status: "paid",
      total: "1050",
      amount_paid: "1050",
      amount_due: "0",
      first_invoice: "true",
      currency_code: "EUR",
    },
    ["transaction"],
  ],
  [
    "Chargebee subscriptions",
    "tap-chargebee 1.7",
    {
      id: "1",
      customer_id: "7",
      status: "cancelled",
      started_at: "2025-01-03T10:00:00.000000Z",
      cancelled_at: "2025-03-03T10:00:00.000000Z",
      current_term_end: "2025-03-03T10:00:00.000000Z",
      mrr: "900",
      currency_code: "EUR",
    },
    ["subscription", "cancellation"],
  ],
  [
    "Salesforce opportunities",
    "tap-salesforce 2.8",
    {
      Id: "006A",
      AccountId: "001A",
      StageName: "Closed Won",
      CloseDate: "2025-01-03T00:00:00.000000Z",
      Amount: "1200",
      IsWon: "true",
      IsClosed: "true",
    },
    ["transaction"],
  ],
];

const proposed = (fields: Record<string, string>) =>
  proposeDataset(previewOf("shop_orders", [Object.keys(fields).join("|"), Object.values(fields).join("|")]));

test.each(records)("%s as %s has them", (title, _tap, fields, streams) => {
  const { recognised, output_to_streams, identity_sets, questions } = proposed(fields);
  expect(recognised?.title).toBe(title);
  expect(Object.keys(output_to_streams)).toEqual(streams);
  expect(Object.keys(identity_sets)).not.toEqual([]);
  expect(mappingFaults(output_to_streams)).toEqual([]);
  expect(questions).toEqual([]);
});

test("orders of Recharge are not its charges, which say the same purchases", () => {
  const [, , fields] = records.find(([title]) => title === "Recharge charges")!;
  expect(proposed({ ...fields, charge_id: "9" }).recognised).toBe(undefined);
});
