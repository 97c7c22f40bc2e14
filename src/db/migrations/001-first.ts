// First migration: the initial tables with their constraints. `schema.ts` describes their rows.

import type { Migration } from "./migration.js";

export const first: Migration = {
  name: "001-first",
  statements: ({ integer, real, sequence, end }) => [
    `create table account (
      id text not null primary key,
      name text not null,
      email text not null,
      created_at ${integer} not null,
      updated_at ${integer} not null
    ) ${end}`,

    `create table api_key (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      name text not null,
      key_hash text not null unique,
      hint text not null,
      created_at ${integer} not null,
      expires_at ${integer},
      revoked_at ${integer}
    ) ${end}`,
    "create index api_key_of_account on api_key (account_id)",

    `create table upload (
      sequence ${sequence},
      account_id text not null references account (id) on delete cascade,
      directory text not null,
      filename text not null,
      path text not null,
      bytes ${integer} not null,
      md5 text not null,
      sha256 text not null,
      created_at ${integer} not null,
      unique (account_id, directory, filename)
    ) ${end}`,

    `create table resource (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      type text not null,
      name text not null,
      name_key text,
      config text not null,
      version ${integer} not null,
      status text not null,
      status_error text,
      status_changed_at ${integer} not null,
      progress ${real},
      progress_text text,
      result text,
      result_dir text,
      fingerprint text,
      failed_fingerprint text,
      due_at ${integer},
      announced text,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      last_read_input_at ${integer},
      last_updated_config_at ${integer} not null,
      last_updated_output_at ${integer},
      archived_at ${integer},
      unique (account_id, type, name_key)
    ) ${end}`,
    "create index resource_due on resource (due_at) where due_at is not null",

    `create table reference (
      downstream_id text not null references resource (id) on delete cascade,
      upstream_id text not null references resource (id),
      primary key (downstream_id, upstream_id)
    ) ${end}`,
    "create index reference_to_upstream on reference (upstream_id)",

    `create table job (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      kind text not null,
      payload text not null,
      state text not null,
      dedupe_key text,
      run_at ${integer} not null,
      attempt ${integer} not null,
      failures ${integer} not null,
      lease_owner text,
      lease_until ${integer},
      error text,
      created_at ${integer} not null
    ) ${end}`,
    "create unique index job_queued_once on job (dedupe_key) where state = 'queued'",
    "create unique index job_running_once on job (dedupe_key) where state = 'running'",
    "create index job_to_claim on job (kind, state, run_at)",
    "create index job_of_account on job (account_id, state)",

    `create table outbox (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      recipient text not null,
      subject text not null,
      body text not null,
      created_at ${integer} not null,
      sent_at ${integer},
      error text
    ) ${end}`,
    "create index outbox_of_account on outbox (account_id)",
    "create index outbox_unsent on outbox (sequence) where sent_at is null",

    `create table secret (
      name text not null primary key,
      value text not null
    ) ${end}`,
  ],
};
