// Exports of Stripe: payments (charges), one row each, and subscriptions, whose start and end are events of
// two streams.

import { noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const payments: KnownExport = {
  platform: "stripe",
  export: "payments",
  title: "Stripe payments",
  required: ["id", "Created (UTC)", "Amount", "Amount Refunded", "Status"],
  aliases: {
    "Created (UTC)": ["Created date (UTC)"],
    "Customer Email": ["Card Customer Email", "Receipt Email"],
  },
  identity_sets: {
    customer: {
      email: "Customer Email",
      person_full_name: "Card Name",
      house_number_and_street: ["Card Address Line1", "Card Address Line2"],
      city: "Card Address City",
      state: "Card Address State",
      postcode: "Card Address Zip",
    },
    account: { customer_id: "Customer ID" },
  },
  reference_key_columns: ["Customer ID"],
  output_to_streams: {
    transaction: {
      event_key: ["id"],
      data_map: {
        datetime: { column_name: "Created (UTC)" },
        value: { columns: ["Amount", "Amount Refunded"], combine: "difference", aggregate: "first" },
        description: { column_name: "Description" },
        card_brand: { column_name: "Card Brand" },
        card_funding: { column_name: "Card Funding" },
        payment_source: { column_name: "Payment Source Type" },
        currency: { column_name: "Currency" },
      },
      event_conditions: [
        noneOf(
          "Status",
          "Failed",
          "Refunded",
          "Canceled",
          "Blocked",
          "failed",
          "refunded",
          "canceled",
          "blocked",
        ),
        noneOf("Mode", "Test", "test"),
      ],
    },
  },
  later: [
    ...["Status", "Captured", "Amount Refunded", "Converted Amount Refunded", "Fee", "Refunded date (UTC)"],
    ...[
      "Disputed Amount",
      "Dispute Status",
      "Dispute Reason",
      "Dispute Date (UTC)",
      "Dispute Evidence Due (UTC)",
    ],
    "Seller Message",
  ],
};

const subscriptions: KnownExport = {
  platform: "stripe",
  export: "subscriptions",
  title: "Stripe subscriptions",
  required: ["id", "Customer ID", "Plan", "Status", "Start (UTC)", "Ended At (UTC)"],
  aliases: {
    "Start (UTC)": ["Start Date (UTC)", "Created (UTC)"],
    "Canceled At (UTC)": ["Cancelled At (UTC)"],
  },
  identity_sets: {
    customer: { customer_id: "Customer ID", email: "Customer Email", person_full_name: "Customer Name" },
  },
  reference_key_columns: ["Customer ID"],
  output_to_streams: {
    subscription: {
      event_key: ["id"],
      data_map: {
        datetime: { column_name: "Start (UTC)" },
        value: { column_name: "Amount" },
        plan: { column_name: "Plan" },
        interval: { column_name: "Interval" },
        quantity: { column_name: "Quantity" },
        coupon: { column_name: "Coupon" },
        currency: { column_name: "Currency" },
      },
      recurring: { column_name: "Interval", end: "Ended At (UTC)" },
    },
    cancellation: {
      event_key: ["id"],
      data_map: { datetime: { column_name: "Ended At (UTC)" }, plan: { column_name: "Plan" } },
      conditions: [{ column_name: "Ended At (UTC)", _nnull: true }],
      unless_running: { start: "Start (UTC)", end: "Ended At (UTC)" },
    },
  },
  later: [
    ...["Status", "Cancellation Reason", "Canceled At (UTC)", "Ended At (UTC)"],
    ...["Current Period Start (UTC)", "Current Period End (UTC)"],
  ],
};

export const stripe = [payments, subscriptions];
