// Exports of Magento and Adobe Commerce: the grid of orders, with one row per order.

import { noneOf, testMailbox, unlike } from "./addresses.js";
import type { KnownExport } from "./known-export.js";

const leftOut = [
  "canceled",
  "Canceled",
  "Cancelled",
  "closed",
  "Closed",
  "fraud",
  "Suspected Fraud",
  "Storniert",
];

const grid: KnownExport = {
  platform: "magento",
  export: "orders",
  title: "Magento orders",
  required: ["ID", "Purchase Date", "Bill-to Name", "Grand Total (Purchased)", "Status"],
  aliases: {
    ID: ["Order #", "Increment ID", "Bestellnummer"],
    "Purchase Date": ["Purchased On", "Kaufdatum"],
    "Bill-to Name": ["Bill to Name", "Rechnung an Name", "Rechnungsname"],
    "Ship-to Name": ["Ship to Name", "Lieferung an Name", "Versandname"],
    "Grand Total (Purchased)": ["G.T. (Purchased)", "Gesamtsumme (Gekauft)", "Gesamtbetrag (Gekauft)"],
    "Purchase Point": ["Purchased From (Store)"],
    "Customer Email": ["Email", "Kunden-E-Mail"],
  },
  identity_sets: {
    billing: {
      email: "Customer Email",
      person_full_name: "Bill-to Name",
      freeform_address: "Billing Address",
    },
    shipping: { person_full_name: "Ship-to Name", freeform_address: "Shipping Address" },
  },
  output_to_streams: {
    transaction: {
      event_key: ["ID"],
      data_map: {
        datetime: { column_name: "Purchase Date" },
        value: {
          columns: ["Grand Total (Purchased)", "Total Refunded"],
          combine: "difference",
          aggregate: "first",
        },
        purchase_point: { column_name: "Purchase Point" },
        customer_group: { column_name: "Customer Group" },
        shipping: { column_name: "Shipping and Handling" },
        shipping_method: { column_name: "Shipping Information" },
        payment_method: { column_name: "Payment Method" },
      },
      event_conditions: [noneOf("Status", ...leftOut), unlike("Customer Email", testMailbox)],
    },
  },
  later: ["Status", "Total Refunded"],
};

export const magento = [grid];
