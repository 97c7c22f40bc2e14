// Users, who sign in, and their memberships of accounts. Until now an account was one e-mail address with one
// password: each of these becomes a user who owns the account. The user has the account's id, so that claims of
// addresses, sessions and browsers that are known stay as they are.

import type { Migration } from "./migration.js";

export const users: Migration = {
  name: "005-users",
  statements: ({ integer, end }) => [
    `create table app_user (
      id text not null primary key,
      email text not null,
      email_key text not null unique,
      hash text,
      email_confirmed_at ${integer},
      created_at ${integer} not null
    ) ${end}`,
    `create table membership (
      account_id text not null references account (id) on delete cascade,
      user_id text not null references app_user (id) on delete cascade,
      role text not null,
      created_at ${integer} not null,
      entered_at ${integer} not null,
      primary key (account_id, user_id)
    ) ${end}`,
    "create index membership_of_user on membership (user_id)",
    "create unique index owner_of_account on membership (account_id) where role = 'owner'",

    `insert into app_user (id, email, email_key, hash, email_confirmed_at, created_at)
      select account.id, account.email, password.email_key, password.hash, account.email_confirmed_at, account.created_at
      from password join account on account.id = password.account_id`,
    `insert into membership (account_id, user_id, role, created_at, entered_at)
      select account.id, account.id, 'owner', account.created_at, account.created_at
      from password join account on account.id = password.account_id`,
    "alter table session add column user_id text references app_user (id) on delete cascade",
    "create index session_of_user on session (user_id)",
    "update session set user_id = account_id where account_id in (select account_id from password)",
    "drop table password",
  ],
};
