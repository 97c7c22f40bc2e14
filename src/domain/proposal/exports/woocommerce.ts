// Exports of WooCommerce: the order export plugins in their layouts, with a row per order or per order line,
// and the core's download of orders.

import { addressSet, noneOf, testMailbox, unlike } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const statuses = ["cancelled", "failed", "refunded", "trash", "checkout-draft"];
const labels = ["Cancelled", "Failed", "Refunded", "Trash", "Draft"];
const statusesLeftOut = [...statuses, ...statuses.map((status) => `wc-${status}`), ...labels];

const testNote = "(?i)^test (order|bestellung)";

/** `Product Item 1 Name`, `Product Item 2 Name`, … */
const numbered = (name: (item: number) => string): string[] =>
  Array.from({ length: 40 }, (_, item) => name(item + 1));

const address = {
  phone: "phone",
  firstName: "first_name",
  lastName: "last_name",
  lines: ["address_1", "address_2"],
  city: "city",
  state: "state",
  postcode: "postcode",
  country: "country",
};

/** Import Export Suite and Customer/Order CSV Export: the lines of an order are columns, or rows that repeat it. */
const rowsOfOrders: KnownExport = {
  platform: "woocommerce",
  export: "orders",
  title: "WooCommerce orders",
  required: ["order_id", "order_date", "status", "order_total", "billing_email"],
  aliases: {
    billing_email: ["customer_email"],
    order_date: ["date"],
    order_currency: ["currency"],
    refund_items: ["refunds"],
  },
  identity_sets: {
    billing: addressSet("billing_", address, { email: "billing_email" }),
    shipping: addressSet("shipping_", address),
  },
  output_to_streams: {
    transaction: {
      event_key: ["order_id"],
      data_map: {
        datetime: { column_name: "order_date" },
        value: {
          columns: ["order_total", { column_name: "refund_items", pattern: "amount:([0-9.]+)" }],
          combine: "difference",
          aggregate: "first",
        },
        product: {
          columns: ["item_name", ...numbered((item) => `Product Item ${item} Name`)],
          aggregate: "list",
        },
        sku: { columns: ["item_sku", ...numbered((item) => `Product Item ${item} SKU`)], aggregate: "list" },
        discount: { column_name: "discount_total" },
        shipping: { column_name: "shipping_total" },
        shipping_method: { column_name: "shipping_method" },
        payment_method: { column_name: "payment_method" },
        currency: { column_name: "order_currency" },
      },
      event_conditions: [
        noneOf("status", ...statusesLeftOut),
        unlike("billing_email", testMailbox),
        unlike("customer_note", testNote),
      ],
    },
  },
  later: ["status", "paid_date", "completed_date", "refund_items", "refunded_total", "order_notes"],
};

const named = (place: string) => ({
  phone: `Phone (${place})`,
  firstName: `First Name (${place})`,
  lastName: `Last Name (${place})`,
  lines: [`Address 1&2 (${place})`, `Address 1 (${place})`, `Address 2 (${place})`],
  city: `City (${place})`,
  state: `State Code (${place})`,
  postcode: `Postcode (${place})`,
  country: `Country Code (${place})`,
});

/** Advanced Order Export: one row per order line, on which the order's fields are repeated. */
const rowsOfLines: KnownExport = {
  platform: "woocommerce",
  export: "order lines",
  title: "WooCommerce orders",
  required: ["Order Number", "Order Status", "Order Date", "Order Total Amount"],
  aliases: { "Email (Billing)": ["Customer User Email", "Email"] },
  identity_sets: {
    billing: addressSet("", named("Billing"), { email: "Email (Billing)" }),
    shipping: addressSet("", named("Shipping")),
  },
  output_to_streams: {
    transaction: {
      event_key: ["Order Number"],
      data_map: {
        datetime: { column_name: "Order Date" },
        value: {
          columns: ["Order Total Amount", "Order Refund Amount"],
          combine: "difference",
          aggregate: "first",
        },
        product: { columns: ["Item Name", "Product Name"], aggregate: "list" },
        sku: { column_name: "SKU", aggregate: "list" },
        quantity: { columns: ["Quantity (- Refund)", "Quantity"], combine: "sum", aggregate: "sum" },
        coupon: { column_name: "Coupon Code" },
        discount: { column_name: "Cart Discount Amount" },
        shipping: { column_name: "Order Shipping Amount" },
        shipping_method: { column_name: "Shipping Method Title" },
        payment_method: { column_name: "Payment Method Title" },
      },
      event_conditions: [
        noneOf("Order Status", ...statusesLeftOut),
        unlike("Email (Billing)", testMailbox),
        unlike("Customer Note", testNote),
      ],
    },
  },
  later: ["Order Status", "Paid Date", "Completed Date", "Order Refund Amount"],
};

/** The core's download of orders, which names the customer but has no address. */
const downloadOfOrders: KnownExport = {
  platform: "woocommerce",
  export: "analytics orders",
  title: "WooCommerce orders (analytics)",
  required: ["Date", "Order #", "Status", "Customer", "Product(s)", "Items sold"],
  aliases: { "N. Revenue": ["Net revenue", "N. Revenue (formatted)"] },
  identity_sets: { customer: { person_full_name: "Customer" } },
  output_to_streams: {
    transaction: {
      event_key: ["Order #"],
      data_map: {
        datetime: { column_name: "Date" },
        value: { column_name: "N. Revenue", aggregate: "first" },
        quantity: { column_name: "Items sold" },
        product: { column_name: "Product(s)", format: "list_comma_separated" },
        coupon: { column_name: "Coupon(s)", format: "list_comma_separated" },
        attribution: { column_name: "Attribution" },
      },
      event_conditions: [noneOf("Status", ...statusesLeftOut)],
    },
  },
  later: ["Status"],
  advice:
    "This download has the customer's name only, and a name does not identify a person. Use a plugin that exports orders with the billing e-mail.",
};

export const woocommerce = [rowsOfOrders, rowsOfLines, downloadOfOrders];
