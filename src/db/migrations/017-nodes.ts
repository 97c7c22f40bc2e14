// Migration for nodes: the processes that work on one store together, and leases on what only one of them may
// do at a time. They replace the one holder of the store. Failed sign-ins count whichever process they are
// sent to.

import type { Migration } from "./migration.js";

export const nodes: Migration = {
  name: "017-nodes",
  statements: ({ integer, sequence, end }) => [
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
    `create table failed_sign_in (
      sequence ${sequence},
      subject text not null,
      at ${integer} not null
    ) ${end}`,
    "create index failed_sign_in_of_subject on failed_sign_in (subject, at)",
    "alter table installation drop column holder",
    "alter table installation drop column held_until",
  ],
};
