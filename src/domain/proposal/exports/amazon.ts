// Exports of Amazon for sellers: the order report, which names the buyer, and the report of all orders, which
// does not. One row per order line; prices are those of the whole line.

import { noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const lineTotal = {
  columns: ["item-price", "item-tax", "shipping-price", "shipping-tax", "gift-wrap-price", "gift-wrap-tax"],
  combine: "sum" as const,
  aggregate: "sum" as const,
};
const lineProperties = {
  product: { column_name: "product-name", aggregate: "list" as const },
  sku: { column_name: "sku", aggregate: "list" as const },
  quantity: {
    columns: ["quantity-purchased", "quantity"],
    combine: "sum" as const,
    aggregate: "sum" as const,
  },
  ship_service: { column_name: "ship-service-level" },
  currency: { column_name: "currency" },
};

const orders: KnownExport = {
  platform: "amazon",
  export: "order report",
  title: "Amazon orders",
  required: ["order-id", "order-item-id", "purchase-date", "buyer-email", "sku", "item-price"],
  identity_sets: {
    buyer: { email: "buyer-email", phone: "buyer-phone-number", person_full_name: "buyer-name" },
    shipping: {
      person_full_name: "recipient-name",
      house_number_and_street: ["ship-address-1", "ship-address-2", "ship-address-3"],
      city: "ship-city",
      state: "ship-state",
      postcode: "ship-postal-code",
    },
  },
  output_to_streams: {
    transaction: {
      event_key: ["order-id"],
      data_map: { datetime: { column_name: "purchase-date" }, value: lineTotal, ...lineProperties },
    },
  },
  later: ["payments-date", "reporting-date", "promise-date", "days-past-promise"],
};

const allOrders: KnownExport = {
  platform: "amazon",
  export: "all orders",
  title: "Amazon orders (all orders report)",
  required: ["amazon-order-id", "purchase-date", "order-status", "sku", "item-price"],
  without: ["buyer-email"],
  identity_sets: {},
  output_to_streams: {
    transaction: {
      event_key: ["amazon-order-id"],
      data_map: {
        datetime: { column_name: "purchase-date" },
        value: lineTotal,
        ...lineProperties,
        sales_channel: { column_name: "sales-channel" },
      },
      event_conditions: [noneOf("order-status", "Cancelled", "Canceled")],
    },
  },
  later: ["order-status", "item-status", "last-updated-date"],
  advice:
    "This report does not say who bought: it has no buyer. Request the order report with the columns buyer-email and buyer-name instead.",
};

export const amazon = [orders, allOrders];
