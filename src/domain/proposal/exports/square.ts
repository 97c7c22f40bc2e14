// Exports of Square: item sales, one row per item of a payment or refund, and transactions, one row per
// payment or refund.

import type { KnownExport } from "./known-export.js";

const shared = {
  platform: "square",
  aliases: {
    "Transaction ID": ["Transaktions-ID"],
    "Net Sales": ["Nettoumsatz"],
    Date: ["Datum"],
    Time: ["Uhrzeit"],
  },
  identity_sets: { customer: { customer_id: "Customer ID", person_full_name: "Customer Name" } },
  reference_key_columns: ["Customer ID"],
};

const items: KnownExport = {
  ...shared,
  export: "item sales",
  title: "Square item sales",
  required: ["Date", "Time", "Item", "Qty", "Net Sales", "Transaction ID", "Event Type"],
  output_to_streams: {
    transaction: {
      event_key: ["Transaction ID"],
      data_map: {
        datetime: { columns: ["Date", "Time"] },
        value: { columns: ["Net Sales"], combine: "sum", aggregate: "sum" },
        product: { column_name: "Item", aggregate: "list" },
        category: { column_name: "Category", aggregate: "list" },
        sku: { column_name: "SKU", aggregate: "list" },
        quantity: { column_name: "Qty", aggregate: "sum" },
        location: { column_name: "Location" },
        dining_option: { column_name: "Dining Option" },
        channel: { column_name: "Channel" },
        card_brand: { column_name: "Card Brand" },
      },
      refunds: { conditions: [{ column_name: "Event Type", _eq: "Refund" }], as: "reduce" },
    },
  },
};

const transactions: KnownExport = {
  ...shared,
  export: "transactions",
  title: "Square transactions",
  required: ["Date", "Time", "Net Sales", "Total Collected", "Transaction ID", "Event Type"],
  output_to_streams: {
    transaction: {
      event_key: ["Transaction ID"],
      data_map: {
        datetime: { columns: ["Date", "Time"] },
        value: { columns: ["Net Sales"], combine: "sum", aggregate: "sum" },
        description: { column_name: "Description" },
        source: { column_name: "Source" },
        location: { column_name: "Location" },
        dining_option: { column_name: "Dining Option" },
        card_brand: { column_name: "Card Brand" },
        tip: { column_name: "Tip", aggregate: "sum" },
      },
      refunds: { conditions: [{ column_name: "Event Type", _eq: "Refund" }], as: "reduce" },
    },
  },
  later: ["Partial Refunds", "Fees", "Net Total", "Deposit ID", "Deposit Date"],
};

export const square = [items, transactions];
