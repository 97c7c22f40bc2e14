// Migration for resumable uploads and live notices: incomplete files, progress and duration of builds,
// attempts to send a mail.

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
