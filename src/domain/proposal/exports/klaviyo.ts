// Exports of Klaviyo: events of any metric, one row each, and profiles of a list or segment.

import type { KnownExport, WrittenStream } from "./known-export.js";

/** The events of a metric; those that stand for a click or a message carry the campaign. */
const metric = (...names: string[]): WrittenStream => ({
  data_map: {
    datetime: { column_name: "Timestamp" },
    campaign: { column_name: "CampaignName" },
    subject: { column_name: "Subject" },
  },
  conditions: [{ column_name: "Metric", _in: names }],
});
const shopMetric = (...names: string[]): WrittenStream => ({
  data_map: {
    datetime: { column_name: "Timestamp" },
    value: { column_name: "$value" },
    product: { column_name: "ItemNames", format: "list_json" },
    category: { column_name: "Categories", format: "list_json" },
  },
  conditions: [{ column_name: "Metric", _in: names }],
});

const orderMetrics = ["Placed Order"];
const refundMetrics = ["Refunded Order", "Cancelled Order", "Canceled Order"];

const events: KnownExport = {
  platform: "klaviyo",
  export: "events",
  title: "Klaviyo events",
  required: ["Metric", "Timestamp", "Person//Email"],
  aliases: {
    Metric: ["Metric Name", "Event Name"],
    Timestamp: ["Event Timestamp", "Datetime", "Event Date"],
    "Person//Email": ["Email", "Profile Email", "Email Address"],
    "Person//First Name": ["First Name"],
    "Person//Last Name": ["Last Name"],
    "Person//Phone Number": ["Phone Number"],
    $value: ["Value", "Event Value"],
    OrderId: ["$extra//OrderId", "Order ID"],
    ItemNames: ["Items"],
    CampaignName: ["Campaign Name"],
  },
  identity_sets: {
    customer: {
      email: "Person//Email",
      phone: "Person//Phone Number",
      person_first_name: "Person//First Name",
      person_last_name: "Person//Last Name",
    },
  },
  output_to_streams: {
    transaction: {
      event_key: ["OrderId"],
      data_map: {
        datetime: { column_name: "Timestamp" },
        value: { column_name: "$value", aggregate: "first" },
        product: { column_name: "ItemNames", format: "list_json" },
        category: { column_name: "Categories", format: "list_json" },
        quantity: { column_name: "Quantity" },
        discount_code: { column_name: "DiscountCode" },
      },
      conditions: [{ column_name: "Metric", _in: [...orderMetrics, ...refundMetrics] }],
      refunds: { conditions: [{ column_name: "Metric", _in: refundMetrics }], as: "reduce" },
    },
    checkout: shopMetric("Started Checkout", "Checkout Started"),
    cart: shopMetric("Added to Cart"),
    product_view: shopMetric("Viewed Product"),
    site_visit: metric("Active on Site"),
    email_received: metric("Received Email"),
    email_opened: metric("Opened Email"),
    email_clicked: metric("Clicked Email"),
    unsubscription: metric("Unsubscribed", "Unsubscribed from Email Marketing", "Unsubscribed from List"),
    sign_up: metric("Subscribed to List", "Subscribed to Email Marketing"),
  },
};

const profiles: KnownExport = {
  platform: "klaviyo",
  export: "profiles",
  title: "Klaviyo profiles",
  required: ["Email", "Klaviyo ID", "First Name", "Last Name"],
  aliases: { "Profile Created On": ["Date Added", "Created"], "State / Region": ["Region"] },
  identity_sets: {
    customer: {
      email: "Email",
      phone: "Phone Number",
      person_first_name: "First Name",
      person_last_name: "Last Name",
      house_number_and_street: ["Address", "Address 2"],
      city: "City",
      state: "State / Region",
      postcode: "Zip Code",
      country: "Country",
    },
  },
  output_to_streams: { sign_up: { data_map: { datetime: { column_name: "Profile Created On" } } } },
  output_to_traits: {
    source: { column_name: "Source" },
    country: { column_name: "Country" },
    email_consent: { column_name: "Email Marketing Consent" },
  },
  later: [
    ...["First Active", "Last Active", "Last Open", "Last Click", "Historic Customer Lifetime Value"],
    ...["Predicted Customer Lifetime Value", "Total Customer Lifetime Value", "Churn Risk Prediction"],
  ],
};

export const klaviyo = [events, profiles];
