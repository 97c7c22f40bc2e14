// Dataset of the made-up export: an order is the lines of one number, and a customer a name, an address, a telephone
// and an e-mail address.

import { uploadDirectory } from "../orders/pipeline.js";

export const orderLines = {
  name: "Orders",
  identity_sets: {
    customer: {
      email: "Email",
      phone: "Billing Phone",
      person_full_name: "Billing Name",
      house_number_and_street: ["Billing Address1"],
      city: "Billing City",
      state: "Billing Province",
      postcode: "Billing Zip",
    },
  },
  options: { type: "hosted_csv", upload_directory: uploadDirectory },
  output_to_streams: {
    transaction: {
      event_key: ["Name"],
      data_map: {
        datetime: { column_name: "Created at" },
        value: { columns: ["Total", "Refunded Amount"], combine: "difference", aggregate: "first" },
        product: { column_name: "Lineitem name", aggregate: "list" },
        items: { column_name: "Lineitem quantity", aggregate: "sum" },
      },
      event_conditions: [{ column_name: "Financial Status", _nin: ["refunded", "voided"] }],
    },
  },
};
