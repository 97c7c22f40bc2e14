// Provisioning by SCIM: people and groups as the identity provider of an account has them. Somebody who is not active
// there stays known, so that they do not join again by signing in.

import type { Migration } from "./migration.js";

export const provisioning: Migration = {
  name: "013-provisioning",
  statements: ({ integer, end }) => [
    `create table scim_user (
      id text not null primary key,
      account_id text not null references account (id) on delete cascade,
      user_id text references app_user (id) on delete set null,
      user_name text not null,
      user_key text not null,
      email_key text not null,
      external_id text,
      is_active ${integer} not null,
      profile text not null,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      unique (account_id, user_key)
    ) ${end}`,
    "create index scim_user_email on scim_user (account_id, email_key)",
    "create index scim_user_user on scim_user (user_id)",
    `create table scim_group (
      id text not null primary key,
      account_id text not null references account (id) on delete cascade,
      name text not null,
      name_key text not null,
      external_id text,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      unique (account_id, name_key)
    ) ${end}`,
    `create table scim_group_member (
      group_id text not null references scim_group (id) on delete cascade,
      scim_user_id text not null references scim_user (id) on delete cascade,
      primary key (group_id, scim_user_id)
    ) ${end}`,
    "create index scim_group_member_user on scim_group_member (scim_user_id)",
  ],
};
