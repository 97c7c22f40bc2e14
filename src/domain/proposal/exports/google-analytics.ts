// Exports of Google Analytics 4 from BigQuery, flattened to one row per event.

import type { KnownExport, WrittenStream } from "./known-export.js";

/** The events of one name; each carries the source of the visit and the device. */
const action = (...names: string[]): WrittenStream => ({
  data_map: {
    datetime: { column_name: "event_timestamp" },
    source: { column_name: "traffic_source.source" },
    medium: { column_name: "traffic_source.medium" },
    device: { column_name: "device.category" },
    page: { column_name: "page_location" },
  },
  conditions: [{ column_name: "event_name", _in: names }],
});

const events: KnownExport = {
  platform: "google analytics",
  export: "events",
  title: "Google Analytics 4 events",
  required: ["event_date", "event_timestamp", "event_name", "user_pseudo_id"],
  aliases: {
    "traffic_source.source": ["source"],
    "traffic_source.medium": ["medium"],
    "device.category": ["device_category", "category"],
    "ecommerce.purchase_revenue": ["purchase_revenue", "event_value_in_usd", "value"],
    "ecommerce.transaction_id": ["transaction_id"],
    "ecommerce.total_item_quantity": ["total_item_quantity"],
    page_location: ["event_params.page_location", "page_title"],
    item_name: ["items.item_name"],
  },
  identity_sets: { user: { customer_id: "user_id" }, browser: { customer_id: "user_pseudo_id" } },
  reference_key_columns: ["user_pseudo_id"],
  output_to_streams: {
    transaction: {
      event_key: ["ecommerce.transaction_id"],
      data_map: {
        datetime: { column_name: "event_timestamp" },
        value: { column_name: "ecommerce.purchase_revenue", aggregate: "first" },
        quantity: { column_name: "ecommerce.total_item_quantity" },
        product: { column_name: "item_name", aggregate: "list" },
        source: { column_name: "traffic_source.source" },
        medium: { column_name: "traffic_source.medium" },
        device: { column_name: "device.category" },
      },
      conditions: [{ column_name: "event_name", _in: ["purchase", "in_app_purchase", "ecommerce_purchase"] }],
    },
    checkout: action("begin_checkout"),
    cart: action("add_to_cart"),
    product_view: action("view_item"),
    search: action("search", "view_search_results"),
    site_visit: action("session_start"),
    page_view: action("page_view", "screen_view"),
    sign_up: action("sign_up"),
    lead: action("generate_lead"),
  },
};

export const googleAnalytics = [events];
