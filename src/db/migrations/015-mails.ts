// Migration for mails about runs: what a run has built and no mail has reported, what the last mail said of
// each resource, and which mails the owner wants.

import type { Migration } from "./migration.js";

export const mails: Migration = {
  name: "015-mails",
  statements: ({ integer, end }) => [
    "alter table account add column email_choices text",
    `alter table account add column summarised_at ${integer}`,
    `alter table account add column monthly_mail_at ${integer}`,
    "alter table outbox add column html text",
    `create table unmailed_build (
      resource_id text not null primary key references resource (id) on delete cascade,
      account_id text not null references account (id) on delete cascade,
      news text not null,
      is_awaited ${integer} not null
    ) ${end}`,
    "create index unmailed_build_of_account on unmailed_build (account_id)",
    `create table mailed_build (
      resource_id text not null primary key references resource (id) on delete cascade,
      facts text not null
    ) ${end}`,
  ],
};
