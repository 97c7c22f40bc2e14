// Invitations to become a member of an account.

import type { Migration } from "./migration.js";

export const invitations: Migration = {
  name: "007-invitations",
  statements: ({ integer, end }) => [
    `create table invitation (
      id text not null primary key,
      account_id text not null references account (id) on delete cascade,
      email text not null,
      email_key text not null,
      role text not null,
      token_hash text not null unique,
      is_mailed ${integer} not null,
      invited_by text not null,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      unique (account_id, email_key)
    ) ${end}`,
  ],
};
