// Migration for the console: passwords, sessions, and the last use of a key.

import type { Migration } from "./migration.js";

export const signIn: Migration = {
  name: "003-sign-in",
  statements: ({ integer, end }) => [
    `alter table api_key add column last_used_at ${integer}`,

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
  ],
};
