// Single sign-on: the identity providers of accounts, the e-mail domains that accounts have shown to be theirs, and who
// signs in as which user. Accounts may refuse passwords. A session knows by which provider it began.

import type { Migration } from "./migration.js";

export const singleSignOn: Migration = {
  name: "012-single-sign-on",
  statements: ({ integer, end }) => [
    `alter table account add column sso_only ${integer} not null default 0`,
    "alter table session add column provider_id text",
    "alter table session add column provider_account_id text",
    `alter table session add column has_provider_factor ${integer} not null default 0`,
    `create table sso_provider (
      id text not null primary key,
      account_id text not null references account (id) on delete cascade,
      name text not null,
      issuer text not null,
      client_id text not null,
      sealed_secret text,
      config text not null,
      created_at ${integer} not null,
      updated_at ${integer} not null
    ) ${end}`,
    "create index sso_provider_account on sso_provider (account_id)",
    `create table sso_domain (
      account_id text not null references account (id) on delete cascade,
      domain text not null,
      token text not null,
      verified_at ${integer},
      created_at ${integer} not null,
      primary key (account_id, domain)
    ) ${end}`,
    "create unique index sso_domain_verified on sso_domain (domain) where verified_at is not null",
    `create table sso_identity (
      provider_id text not null,
      issuer text not null,
      subject text not null,
      user_id text not null references app_user (id) on delete cascade,
      created_at ${integer} not null,
      used_at ${integer} not null,
      primary key (provider_id, issuer, subject),
      unique (provider_id, issuer, user_id)
    ) ${end}`,
    "create index sso_identity_user on sso_identity (user_id)",
    `create table sso_used_state (
      hash text not null primary key,
      until ${integer} not null
    ) ${end}`,
  ],
};
