// Exports of BigCommerce: orders in the default template, one row per order.

import { addressSet, noneOf } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const address = {
  phone: "Phone",
  firstName: "First Name",
  lastName: "Last Name",
  lines: ["Street 1", "Street 2"],
  city: "Suburb",
  state: "State",
  postcode: "Zip",
  country: "Country",
};

const orders: KnownExport = {
  platform: "bigcommerce",
  export: "orders",
  title: "BigCommerce orders",
  required: ["Order ID", "Order Status", "Order Date", "Order Total (inc tax)"],
  aliases: { "Customer Email": ["Billing Email"] },
  identity_sets: {
    billing: addressSet("Billing ", address, { email: "Customer Email" }),
    shipping: addressSet("Shipping ", address),
  },
  output_to_streams: {
    transaction: {
      event_key: ["Order ID"],
      data_map: {
        datetime: { columns: ["Order Date", "Order Time"] },
        value: {
          columns: ["Order Total (inc tax)", "Refund Amount"],
          combine: "difference",
          aggregate: "first",
        },
        quantity: { column_name: "Total Quantity" },
        shipping: { column_name: "Shipping Cost (inc tax)" },
        shipping_method: { column_name: "Ship Method" },
        payment_method: { column_name: "Payment Method" },
        coupon: { column_name: "Coupon Details" },
        channel: { column_name: "Channel Name" },
        currency: { column_name: "Order Currency Code" },
      },
      event_conditions: [noneOf("Order Status", "Cancelled", "Declined", "Refunded", "Incomplete")],
    },
  },
  later: ["Order Status", "Total Shipped", "Date Shipped", "Refund Amount"],
};

export const bigcommerce = [orders];
