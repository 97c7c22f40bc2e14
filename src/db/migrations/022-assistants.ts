// Assistants that people have connected: the access token of each is an API key of a person, good at one address.

import type { Migration } from "./migration.js";

export const assistants: Migration = {
  name: "022-assistants",
  statements: ({ integer, end }) => [
    "alter table api_key add column user_id text references app_user (id) on delete cascade",
    "alter table api_key add column resource text",
    "create index api_key_user on api_key (user_id)",
    `create table assistant (
      id text not null primary key references api_key (id) on delete cascade,
      client_hash text not null,
      redirect_uri text not null,
      challenge text not null,
      code_hash text not null unique,
      family_hash text unique,
      refresh_hash text,
      ends_at ${integer} not null
    ) ${end}`,
  ],
};
