// Dataset of the sample shop's orders, as the published client creates it.

import type { DatasetPost } from "@fdy/faraday-js";

export const shopDataset = (directory: string): DatasetPost => ({
  name: "Transactions",
  identity_sets: {
    shipping: {
      person_first_name: "shipping_address_fn",
      person_last_name: "shipping_address_ln",
      house_number_and_street: ["shipping_address1", "shipping_address2"],
      city: "shipping_address_city",
      state: "shipping_address_state",
      postcode: "shipping_address_postcode",
    },
  },
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "transaction_date" },
        value: { column_name: "total" },
        category: { column_name: "product_category" },
      },
    },
  },
});
