// Migration for privacy receipts: what became of each request to leave people out.

import type { Migration } from "./migration.js";

export const privacy: Migration = {
  name: "008-privacy",
  statements: ({ integer, sequence, end }) => [
    `create table privacy_receipt (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      dataset_id text not null references resource (id) on delete cascade,
      mode text not null,
      print text not null,
      requested_at ${integer},
      applied_at ${integer} not null,
      remade_at ${integer},
      gone_at ${integer},
      is_announced ${integer} not null,
      facts text not null
    ) ${end}`,
    "create index privacy_receipt_of_dataset on privacy_receipt (dataset_id, sequence)",
    "create index privacy_receipt_of_account on privacy_receipt (account_id)",
  ],
};
