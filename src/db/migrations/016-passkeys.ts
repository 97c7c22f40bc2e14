// Passkeys of users, and sessions that began with one.

import type { Migration } from "./migration.js";

export const passkeys: Migration = {
  name: "016-passkeys",
  statements: ({ integer, end }) => [
    `create table passkey (
      id text not null primary key,
      credential_id text not null unique,
      user_id text not null references app_user (id) on delete cascade,
      name text not null,
      public_key text not null,
      counter ${integer} not null,
      transports text not null,
      created_at ${integer} not null,
      used_at ${integer}
    ) ${end}`,
    "create index passkey_user on passkey (user_id)",
    `alter table session add column has_passkey ${integer} not null default 0`,
    "alter table security_link add column passkey_id text",
  ],
};
