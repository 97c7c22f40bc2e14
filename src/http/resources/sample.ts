// Definition of the sample shop: orders and cancellations, who buys again and who leaves, each as a pipeline
// with a list.

import type { JsonObject } from "../../domain/resource/json.js";
import type { ResourceType } from "../../domain/resource/resource.js";

/** Directories of its files; names of its streams. Nothing of the owner's is in them. */
export const sampleDirectories = { orders: "sample_orders", cancellations: "sample_cancellations" };
const streams = { orders: "sample_order", cancellations: "sample_cancellation" };

interface SamplePart {
  /** Others refer to it by this key. */
  key: string;
  type: Exclude<ResourceType, "people" | "streams" | "traits">;
  /** The body of the request that creates it, given the ids of the parts before it. */
  body: (ids: Readonly<Record<string, string>>) => JsonObject;
}

export const sampleParts: readonly SamplePart[] = [
  { key: "orders", type: "datasets", body: () => ordersDataset },
  { key: "cancellations", type: "datasets", body: () => cancellationsDataset },
  {
    key: "customers",
    type: "cohorts",
    body: () => ({ name: "Sample customers", stream_name: streams.orders }),
  },
  {
    key: "once",
    type: "cohorts",
    body: () => ({ name: "Sample one-time purchasers", stream_name: streams.orders, max_count: 1 }),
  },
  {
    key: "repeat",
    type: "cohorts",
    body: () => ({ name: "Sample repeat purchasers", stream_name: streams.orders, min_count: 2 }),
  },
  {
    key: "churned",
    type: "cohorts",
    body: () => ({ name: "Sample cancelled members", stream_name: streams.cancellations }),
  },
  ...scoring("Sample: buys again", "repeat", "once"),
  ...scoring("Sample: leaves the club", "churned", "customers"),
];

/** A prediction of who of the sample's customers enters a cohort, its pipeline over `audience`, and its list. */
function scoring(name: string, goal: string, audience: string): SamplePart[] {
  const [outcome, scope] = [`${goal} prediction`, `${goal} pipeline`];
  return [
    {
      key: outcome,
      type: "outcomes",
      body: (ids) => ({ name, attainment_cohort_id: ids[goal], eligible_cohort_id: ids.customers }),
    },
    {
      key: scope,
      type: "scopes",
      body: (ids) => ({
        name,
        population: { cohort_ids: [ids[audience]] },
        payload: { outcome_ids: [ids[outcome]], explainability: true },
        preview: false,
      }),
    },
    {
      key: `${goal} list`,
      type: "targets",
      body: (ids) => ({
        name: `${name}, as CSV`,
        scope_id: ids[scope],
        representation: { mode: "identified" },
        options: { type: "hosted_csv" },
        human_readable: true,
      }),
    },
  ];
}

const ordersDataset: JsonObject = {
  name: "Sample orders",
  identity_sets: {
    shipping: {
      email: "email",
      person_first_name: "shipping_address_fn",
      person_last_name: "shipping_address_ln",
      house_number_and_street: ["shipping_address1", "shipping_address2"],
      city: "shipping_address_city",
      state: "shipping_address_state",
      postcode: "shipping_address_postcode",
    },
  },
  options: { type: "hosted_csv", upload_directory: sampleDirectories.orders },
  output_to_streams: {
    [streams.orders]: {
      data_map: {
        datetime: { column_name: "transaction_date" },
        value: { column_name: "total" },
        product_category: { column_name: "product_category" },
        channel: { column_name: "channel" },
        discount: { column_name: "discount" },
      },
    },
  },
};

const cancellationsDataset: JsonObject = {
  name: "Sample cancellations",
  identity_sets: {
    member: {
      email: "member_email",
      person_first_name: "member_first_name",
      person_last_name: "member_last_name",
      house_number_and_street: ["street", "unit"],
      city: "town",
      state: "region",
      postcode: "zip",
    },
  },
  options: { type: "hosted_csv", upload_directory: sampleDirectories.cancellations },
  output_to_streams: {
    [streams.cancellations]: { data_map: { datetime: { column_name: "cancelled_on" } } },
  },
};
