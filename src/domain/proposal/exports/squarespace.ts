// Exports of Squarespace: orders, with one row per order line of which only the first has the order's totals.

import { addressSet, noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const address = {
  phone: "Phone",
  fullName: "Name",
  lines: ["Address1", "Address2"],
  city: "City",
  state: "Province",
  postcode: "Zip",
  country: "Country",
};

const orders: KnownExport = {
  platform: "squarespace",
  export: "orders",
  title: "Squarespace orders",
  required: ["Order ID", "Email", "Financial Status", "Created at", "Total", "Lineitem name"],
  aliases: { "Amount Refunded": ["Refunded Amount"] },
  identity_sets: {
    billing: addressSet("Billing ", address, { email: "Email" }),
    shipping: addressSet("Shipping ", address),
  },
  output_to_streams: {
    transaction: {
      event_key: ["Order ID"],
      data_map: {
        datetime: { column_name: "Created at" },
        value: { columns: ["Total", "Amount Refunded"], combine: "difference", aggregate: "first" },
        product: { column_name: "Lineitem name", aggregate: "list" },
        sku: { column_name: "Lineitem sku", aggregate: "list" },
        variant: { column_name: "Lineitem variant", aggregate: "list" },
        quantity: { column_name: "Lineitem quantity", aggregate: "sum" },
        discount_code: { column_name: "Discount Code" },
        discount: { column_name: "Discount Amount" },
        shipping: { column_name: "Shipping" },
        shipping_method: { column_name: "Shipping Method" },
        payment_method: { column_name: "Payment Method" },
        channel: { column_name: "Channel Name" },
        currency: { column_name: "Currency" },
      },
      event_conditions: [
        { column_name: "Cancelled at", _null: true },
        noneOf("Financial Status", "REFUNDED", "VOIDED", "Refunded", "Voided", "refunded", "voided"),
        noneOf("Fulfillment Status", "CANCELED", "Canceled", "canceled", "CANCELLED"),
      ],
    },
  },
  later: [
    ...[
      "Financial Status",
      "Paid at",
      "Fulfillment Status",
      "Fulfilled at",
      "Cancelled at",
      "Amount Refunded",
    ],
    "Lineitem fulfillment status",
  ],
};

export const squarespace = [orders];
