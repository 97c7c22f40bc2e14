// Migration for the order of arrival: a clock of files per account that never runs backwards, and files that
// were replaced or deleted, which the next build of their dataset still reads.

import type { Migration } from "./migration.js";

export const arrivals: Migration = {
  name: "009-arrivals",
  statements: ({ integer, sequence, end }) => [
    `alter table account add column newest_arrival ${integer} not null default 0`,
    `update account set newest_arrival =
      coalesce((select max(upload.created_at) from upload where upload.account_id = account.id), 0)`,
    `create table replaced_upload (
      sequence ${sequence},
      account_id text not null references account (id) on delete cascade,
      directory text not null,
      filename text not null,
      path text,
      bytes ${integer} not null,
      sha256 text not null,
      created_at ${integer} not null,
      replaced_at ${integer} not null
    ) ${end}`,
    "create index replaced_upload_of_account on replaced_upload (account_id, directory)",
  ],
};
