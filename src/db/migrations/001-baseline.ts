// Tables of version 1.0 with their constraints and triggers. `schema.ts` describes their rows.

import type { Dialect, Migration } from "./migration.js";

export const baseline: Migration = {
  name: "001-baseline",
  statements: ({ integer, real, sequence, end }, dialect) => [
    `create table account (
      id text not null primary key,
      name text not null,
      email text not null,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      delete_at ${integer},
      link_epoch ${integer} not null default 0,
      email_confirmed_at ${integer},
      newest_arrival ${integer} not null default 0,
      parent_account_id text references account (id) on delete set null,
      email_choices text,
      summarised_at ${integer},
      monthly_mail_at ${integer},
      run_began ${integer},
      run_until ${integer}
    ) ${end}`,
    "create index account_to_delete on account (delete_at) where delete_at is not null",
    "create index account_by_parent on account (parent_account_id)",

    `create table api_key (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      name text not null,
      key_hash text not null unique,
      hint text not null,
      created_at ${integer} not null,
      expires_at ${integer},
      revoked_at ${integer},
      last_used_at ${integer},
      scope text not null default 'everything'
    ) ${end}`,
    "create index api_key_of_account on api_key (account_id)",

    `create table password (
      account_id text not null primary key references account (id) on delete cascade,
      email_key text not null unique,
      hash text not null
    ) ${end}`,

    `create table session (
      id text not null primary key,
      account_id text not null references account (id) on delete cascade,
      token_hash text not null unique,
      previous_hash text unique,
      issued_at ${integer} not null,
      received_at ${integer},
      created_at ${integer} not null
    ) ${end}`,
    "create index session_of_account on session (account_id)",

    `create table failed_sign_in (
      sequence ${sequence},
      subject text not null,
      at ${integer} not null
    ) ${end}`,
    "create index failed_sign_in_of_subject on failed_sign_in (subject, at)",

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
      damaged_at ${integer},
      unique (account_id, directory, filename)
    ) ${end}`,

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

    `create table resumable_upload (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      directory text not null,
      filename text not null,
      path text not null,
      bytes ${integer} not null,
      created_at ${integer} not null,
      finished_at ${integer},
      parts text
    ) ${end}`,
    "create index resumable_upload_of_account on resumable_upload (account_id)",

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
      forced ${integer} not null default 0,
      progress_at ${integer},
      build_ms ${integer},
      waiting_for text,
      failed_error text,
      gave_up_under text,
      damaged_files text,
      link_epoch ${integer} not null default 0,
      planned_result text,
      revision ${integer} not null default 0,
      unique (account_id, type, name_key)
    ) ${end}`,
    "create index resource_due on resource (due_at) where due_at is not null",
    "create index resource_of_account on resource (account_id, sequence)",
    `create index resource_to_queue on resource (account_id, created_at, sequence)
      where status = 'starting' and archived_at is null`,
    ...revised[dialect],

    // In SQLite, a change of a row writes the whole row, and a column after a long one is reached through its
    // pages. A result is long.
    `create table result (
      resource_id text not null primary key references resource (id) on delete cascade,
      result text not null,
      files text not null
    ) ${end}`,

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
    "create index job_of_kind on job (kind, state, account_id, run_at, sequence)",
    "create index job_of_account on job (account_id, state)",

    `create table delivered_file (
      sequence ${sequence},
      target_id text not null references resource (id) on delete cascade,
      built_at ${integer} not null,
      sha256 text not null,
      source text not null
    ) ${end}`,
    "create index delivered_file_of_target on delivered_file (target_id, sequence)",

    `create table outbox (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      recipient text not null,
      subject text not null,
      body text not null,
      html text,
      kind text not null default 'news',
      created_at ${integer} not null,
      sent_at ${integer},
      attempts ${integer} not null default 0,
      error text,
      waiting_for text
    ) ${end}`,
    "create index outbox_of_account on outbox (account_id)",
    "create index outbox_unsent on outbox (sequence) where sent_at is null",
    "create index outbox_by_recipient on outbox (lower(recipient), created_at) where kind = 'confirmation'",

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

    `create table idempotency (
      account_id text not null references account (id) on delete cascade,
      idempotency_key text not null,
      request text not null,
      body_hash text,
      changed_id text,
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
      previous_secret text,
      previous_secret_until ${integer},
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

    `create table sample (
      account_id text not null primary key references account (id) on delete cascade,
      made text not null,
      created_at ${integer} not null
    ) ${end}`,

    `create table secret (
      name text not null primary key,
      value text not null
    ) ${end}`,

    `create table installation (
      id text not null primary key
    ) ${end}`,

    `create table node (
      name text not null primary key,
      run text not null unique,
      role text not null,
      version text not null,
      build_state text,
      directory text not null,
      beat ${integer} not null,
      reads text not null,
      reads_as_of ${integer} not null,
      troubles text not null,
      started_at ${integer} not null,
      alive_until ${integer} not null
    ) ${end}`,

    `create table lease (
      name text not null primary key,
      holder text not null,
      held_until ${integer} not null
    ) ${end}`,

    `create table discard (
      path text not null primary key,
      account_id text not null,
      reason text not null,
      created_at ${integer} not null
    ) ${end}`,

    `create table commit_marker (
      id text not null primary key,
      is_committed ${integer} not null,
      written_at ${integer} not null
    ) ${end}`,
    "create index commit_marker_by_time on commit_marker (written_at)",
  ],
};

const random: Record<Dialect, string> = {
  sqlite: "random() & 9007199254740991",
  postgres: "floor(random() * 9007199254740991)::bigint",
};

const revisedInSqlite = (event: string, isDue: string): string => `
  create trigger resource_${event} after ${event} on resource when ${isDue} begin
    update resource set revision = ${random.sqlite} where sequence = new.sequence;
  end`;

/**
 * Triggers that give a row another revision at each change, so that whoever has read the row knows whether it
 * still is as it was. A number that counted would come again after a transaction that was rolled back.
 */
const revised: Record<Dialect, string[]> = {
  sqlite: [revisedInSqlite("insert", "true"), revisedInSqlite("update", "new.revision = old.revision")],
  postgres: [
    `create function revise_resource() returns trigger language plpgsql as
      'begin new.revision := ${random.postgres}; return new; end'`,
    `create trigger resource_revised before insert or update on resource
      for each row execute function revise_resource()`,
  ],
};
