// Migration for who may do what and who did it: scopes of keys, revocable links, confirmed e-mail addresses,
// two webhook secrets, and the audit log. Addresses of accounts that exist already count as confirmed, so
// that their e-mails go on.

import type { Migration } from "./migration.js";

export const access: Migration = {
  name: "007-access",
  statements: ({ integer, sequence, end }) => [
    `create table audit_entry (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      at ${integer} not null,
      times ${integer} not null,
      last_at ${integer} not null,
      actor_type text not null,
      actor_id text,
      actor_name text,
      actor_hint text,
      address text,
      action text not null,
      resource_type text,
      resource_id text,
      resource_name text,
      changes text not null
    ) ${end}`,
    "create index audit_entry_of_account on audit_entry (account_id, sequence)",
    "create index audit_entry_by_age on audit_entry (at)",

    "alter table api_key add column scope text not null default 'everything'",
    `alter table account add column link_epoch ${integer} not null default 0`,
    `alter table resource add column link_epoch ${integer} not null default 0`,

    `alter table account add column email_confirmed_at ${integer}`,
    "update account set email_confirmed_at = created_at where email <> ''",
    "alter table outbox add column kind text not null default 'news'",
    "create index outbox_by_recipient on outbox (lower(recipient), created_at) where kind = 'confirmation'",

    "alter table webhook_endpoint add column previous_secret text",
    `alter table webhook_endpoint add column previous_secret_until ${integer}`,
  ],
};
