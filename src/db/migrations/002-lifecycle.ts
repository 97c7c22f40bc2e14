// Migration for forced builds, account deletion, idempotent requests and webhooks.

import type { Migration } from "./migration.js";

export const lifecycle: Migration = {
  name: "002-lifecycle",
  statements: ({ integer, sequence, end }) => [
    `alter table resource add column forced ${integer} not null default 0`,
    `alter table account add column delete_at ${integer}`,
    "create index account_to_delete on account (delete_at) where delete_at is not null",

    `create table idempotency (
      account_id text not null references account (id) on delete cascade,
      idempotency_key text not null,
      request text not null,
      body_hash text,
      status ${integer},
      content_type text,
      answer text,
      created_at ${integer} not null,
      primary key (account_id, idempotency_key)
    ) ${end}`,

    `create table webhook_endpoint (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      url text not null,
      description text,
      enabled_events text not null,
      secret text not null,
      version ${integer} not null,
      disabled_at ${integer},
      disabled_reason text,
      failing_since ${integer},
      created_at ${integer} not null,
      updated_at ${integer} not null
    ) ${end}`,
    "create index webhook_endpoint_of_account on webhook_endpoint (account_id)",

    `create table webhook_delivery (
      sequence ${sequence},
      id text not null unique,
      endpoint_id text not null references webhook_endpoint (id) on delete cascade,
      type text not null,
      body text not null,
      state text not null,
      attempts ${integer} not null,
      response_status ${integer},
      error text,
      created_at ${integer} not null,
      last_attempt_at ${integer},
      next_attempt_at ${integer}
    ) ${end}`,
    "create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, created_at)",
  ],
};
