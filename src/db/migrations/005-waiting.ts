// Migration for waiting and sweeping: why a resource or a mail waits, what its last refusal said, the
// identity that the store shares with its data directory, and the files that the store has given up.

import type { Migration } from "./migration.js";

export const waiting: Migration = {
  name: "005-waiting",
  statements: ({ integer, end }) => [
    "alter table resource add column waiting_for text",
    "alter table resource add column failed_error text",
    "alter table resource add column gave_up_under text",
    "update resource set failed_error = status_error where status = 'error'",
    "update resource set gave_up_under = '' where status = 'error' and status_error like 'The build failed 4 times.%'",
    "update resource set waiting_for = status_error, status_error = null where status <> 'error'",

    `create table installation (
      id text not null primary key,
      holder text,
      held_until ${integer}
    ) ${end}`,

    `create table discard (
      path text not null primary key,
      account_id text not null,
      reason text not null,
      created_at ${integer} not null
    ) ${end}`,
    "alter table outbox add column waiting_for text",
  ],
};
