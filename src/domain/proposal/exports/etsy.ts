// Exports of Etsy: sold orders, one row each, and sold order items, one row per order line.

import { noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const orders: KnownExport = {
  platform: "etsy",
  export: "sold orders",
  title: "Etsy orders",
  required: ["Sale Date", "Order ID", "Full Name", "Order Value", "Order Total"],
  identity_sets: {
    buyer: {
      customer_id: "Buyer User ID",
      person_full_name: "Full Name",
      house_number_and_street: ["Street 1", "Street 2"],
      city: "Ship City",
      state: "Ship State",
      postcode: "Ship Zipcode",
    },
  },
  reference_key_columns: ["Buyer User ID"],
  output_to_streams: {
    transaction: {
      event_key: ["Order ID"],
      data_map: {
        datetime: { column_name: "Sale Date" },
        value: { column_name: "Order Total", aggregate: "first" },
        items: { column_name: "Number of Items" },
        coupon: { column_name: "Coupon Code" },
        discount: { column_name: "Discount Amount" },
        shipping: { column_name: "Shipping" },
        payment_method: { column_name: "Payment Method" },
        currency: { column_name: "Currency" },
      },
      event_conditions: [noneOf("Status", "Canceled", "Cancelled", "Refunded", "Fully Refunded")],
    },
  },
  later: ["Status", "Date Shipped", "Order Net", "Adjusted Order Total", "Adjusted Net Order Amount"],
};

const items: KnownExport = {
  platform: "etsy",
  export: "sold order items",
  title: "Etsy order items",
  required: ["Sale Date", "Item Name", "Buyer", "Quantity", "Price", "Item Total", "Order ID"],
  identity_sets: {
    buyer: {
      customer_id: "Buyer",
      person_full_name: "Ship Name",
      house_number_and_street: ["Ship Address1", "Ship Address2"],
      city: "Ship City",
      state: "Ship State",
      postcode: "Ship Zipcode",
    },
  },
  output_to_streams: {
    transaction: {
      event_key: ["Order ID"],
      data_map: {
        datetime: { column_name: "Sale Date" },
        value: { columns: ["Item Total", "Discount Amount"], combine: "difference", aggregate: "sum" },
        product: { column_name: "Item Name", aggregate: "list" },
        sku: { column_name: "SKU", aggregate: "list" },
        variations: { column_name: "Variations", aggregate: "list" },
        quantity: { column_name: "Quantity", aggregate: "sum" },
        coupon: { column_name: "Coupon Code" },
        currency: { column_name: "Currency" },
      },
    },
  },
  later: ["Date Paid", "Date Shipped"],
};

export const etsy = [orders, items];
