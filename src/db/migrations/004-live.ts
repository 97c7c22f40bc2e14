// What came with uploads that are resumed and notices as things happen: files that are still arriving, how far a build
// was when and how long it took, how often a mail was tried.

import type { Migration } from "./migration.js";

export const live: Migration = {
  name: "004-live",
  statements: ({ integer, sequence, end }) => [
    `create table resumable_upload (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      directory text not null,
      filename text not null,
      path text not null,
      bytes ${integer} not null,
      created_at ${integer} not null,
      finished_at ${integer}
    ) ${end}`,
    "create index resumable_upload_of_account on resumable_upload (account_id)",

    `alter table resource add column progress_at ${integer}`,
    `alter table resource add column build_ms ${integer}`,
    `alter table outbox add column attempts ${integer} not null default 0`,
  ],
};
