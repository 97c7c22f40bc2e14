// The nine files of Olist's public marketplace data. Orders name a customer by a key that is new with every
// order; the file of customers says which of these keys are one person.

import { noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const file = (name: string): Pick<KnownExport, "platform" | "export" | "title"> => ({
  platform: "olist",
  export: name,
  title: `Olist ${name}`,
});
const withoutPeople = { identity_sets: {}, output_to_streams: {} };

const orders: KnownExport = {
  ...file("orders"),
  required: ["order_id", "customer_id", "order_status", "order_purchase_timestamp"],
  identity_sets: { customer: { customer_id: "customer_id" } },
  output_to_streams: {
    transaction: {
      event_key: ["order_id"],
      data_map: { datetime: { column_name: "order_purchase_timestamp" } },
      event_conditions: [noneOf("order_status", "canceled", "unavailable")],
    },
  },
  later: [
    ...["order_status", "order_approved_at", "order_delivered_carrier_date", "order_delivered_customer_date"],
    "order_estimated_delivery_date",
  ],
  advice:
    "In this file customer_id is new with every order. Add olist_customers_dataset.csv: its customer_unique_id says which of them are the same customer.",
};

const customers: KnownExport = {
  ...file("customers"),
  required: ["customer_id", "customer_unique_id", "customer_zip_code_prefix"],
  identity_sets: {
    person: { customer_id: "customer_unique_id" },
    order: { customer_id: "customer_id" },
  },
  reference_key_columns: ["customer_unique_id"],
  output_to_streams: {},
  output_to_traits: {
    city: { column_name: "customer_city" },
    state: { column_name: "customer_state" },
  },
};

const items: KnownExport = {
  ...file("order items"),
  required: ["order_id", "order_item_id", "product_id", "seller_id", "price"],
  ...withoutPeople,
  advice:
    "This file has neither a customer nor the date of the order. Merge it with the orders by order_id to use price and product_id.",
};

const payments: KnownExport = {
  ...file("order payments"),
  required: ["order_id", "payment_sequential", "payment_type", "payment_value"],
  ...withoutPeople,
  advice:
    "This file has neither a customer nor the date of the order. Merge it with the orders by order_id to use payment_value.",
};

const reviews: KnownExport = {
  ...file("order reviews"),
  required: ["review_id", "order_id", "review_score", "review_creation_date"],
  ...withoutPeople,
  advice: "This file does not name the customer. Merge it with the orders by order_id.",
};

const products: KnownExport = {
  ...file("products"),
  required: ["product_id", "product_category_name", "product_photos_qty"],
  ...withoutPeople,
  advice: "This file describes products, not customers. Predictions do not need it.",
};

const sellers: KnownExport = {
  ...file("sellers"),
  required: ["seller_id", "seller_zip_code_prefix", "seller_city"],
  ...withoutPeople,
  advice: "This file describes sellers, not customers. Predictions do not need it.",
};

const places: KnownExport = {
  ...file("places"),
  required: ["geolocation_zip_code_prefix", "geolocation_lat", "geolocation_lng"],
  ...withoutPeople,
  advice: "This file describes places, not customers. Predictions do not need it.",
};

export const olist = [orders, customers, items, payments, reviews, products, sellers, places];
