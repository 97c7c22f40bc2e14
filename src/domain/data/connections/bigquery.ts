// BigQuery.

import type { Descriptor } from "./descriptor.js";

export const bigquery = {
  title: "BigQuery",
  holds: "tables",
  aliases: {},
  fields: {
    project_id: {
      title: "Project ID",
      hint: "It has the dataset and pays for queries.",
      about: "ID of the project that has the dataset and pays for queries.",
      group: "Data",
      rule: { pattern: "^([a-z0-9.-]{1,63}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$" },
      example: "my-shop-123456",
    },
    dataset: {
      title: "Dataset",
      about: "Name of the dataset of the tables.",
      group: "Data",
      rule: { pattern: "^[A-Za-z0-9_]{1,1024}$" },
      example: "shop",
    },
    location: {
      title: "Location",
      hint: "Empty: that of the dataset.",
      about: "Location of the jobs. Absent: that of the dataset.",
      group: "Data",
      isOptional: true,
      rule: { pattern: "^[A-Za-z0-9-]{1,50}$" },
      example: "EU",
    },
    client_email: {
      title: "Service account",
      about:
        "E-mail address of the service account. It is taken from the credentials, whatever a request says.",
      group: null,
      isOptional: true,
      rule: { maxLength: 500 },
      example: "bellwether@my-shop-123456.iam.gserviceaccount.com",
    },
  },
  secret: {
    name: "credentials",
    title: "Credentials",
    hint: "The JSON file of a service account's key.",
    about: "JSON of a key of a service account, as Google Cloud gives it.",
    form: "Google service account",
    example: '{"type": "service_account", "client_email": "…", "private_key": "…"}',
  },
  secretGoesTo: [],
  shown: { server: ["project_id"], holder: "dataset" },
  cannot: [
    "A table whose rows have more than 10 GB, compressed, is refused by BigQuery.",
    "No key is enforced, so there is no primary key; a build looks up whether `merge_by` is unique.",
  ],
} as const satisfies Descriptor;
