// Exports of Shopify: orders, with one row per order line of which only the first has the order's totals, and
// customers.

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
  platform: "shopify",
  export: "orders",
  title: "Shopify orders",
  required: [
    "Name",
    "Email",
    "Financial Status",
    "Created at",
    "Total",
    "Lineitem name",
    "Lineitem quantity",
  ],
  without: ["Order ID"],
  identity_sets: {
    billing: addressSet("Billing ", address, { email: "Email" }),
    shipping: addressSet("Shipping ", address),
  },
  output_to_streams: {
    transaction: {
      event_key: ["Name"],
      data_map: {
        datetime: { column_name: "Created at" },
        value: { columns: ["Total", "Refunded Amount"], combine: "difference", aggregate: "first" },
        product: { column_name: "Lineitem name", aggregate: "list" },
        sku: { column_name: "Lineitem sku", aggregate: "list" },
        vendor: { column_name: "Vendor", aggregate: "list" },
        quantity: { column_name: "Lineitem quantity", aggregate: "sum" },
        discount_code: { column_name: "Discount Code" },
        discount: { column_name: "Discount Amount" },
        shipping: { column_name: "Shipping" },
        shipping_method: { column_name: "Shipping Method" },
        payment_method: { column_name: "Payment Method" },
        source: { column_name: "Source" },
        currency: { column_name: "Currency" },
      },
      event_conditions: [
        { column_name: "Cancelled at", _null: true },
        noneOf("Financial Status", "refunded", "voided", "expired"),
        noneOf("Payment Method", "bogus", "(for testing) Bogus Gateway"),
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
      "Refunded Amount",
    ],
    ...["Outstanding Balance", "Lineitem fulfillment status", "Risk Level", "Next Payment Due At"],
  ],
};

const customers: KnownExport = {
  platform: "shopify",
  export: "customers",
  title: "Shopify customers",
  required: ["First Name", "Last Name", "Email", "Total Spent", "Total Orders"],
  aliases: {
    "Accepts Email Marketing": ["Accepts Marketing"],
    "Default Address Address1": ["Address1"],
    "Default Address Address2": ["Address2"],
    "Default Address City": ["City"],
    "Default Address Province Code": ["Province Code", "Province"],
    "Default Address Country Code": ["Country Code", "Country"],
    "Default Address Zip": ["Zip"],
    Phone: ["Default Address Phone"],
  },
  identity_sets: {
    customer: {
      email: "Email",
      phone: "Phone",
      person_first_name: "First Name",
      person_last_name: "Last Name",
      house_number_and_street: ["Default Address Address1", "Default Address Address2"],
      city: "Default Address City",
      state: "Default Address Province Code",
      postcode: "Default Address Zip",
      country: "Default Address Country Code",
    },
  },
  output_to_streams: {},
  output_to_traits: {
    accepts_email_marketing: { column_name: "Accepts Email Marketing" },
    accepts_sms_marketing: { column_name: "Accepts SMS Marketing" },
    customer_tags: { column_name: "Tags", format: "list_comma_separated" },
    tax_exempt: { column_name: "Tax Exempt" },
    state: { column_name: "Default Address Province Code" },
    country: { column_name: "Default Address Country Code" },
  },
  later: ["Total Spent", "Total Orders"],
};

export const shopify = [orders, customers];
