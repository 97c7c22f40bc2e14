// Claims of pipelines' scores, which stay when their pipeline is deleted.

import type { Migration } from "./migration.js";

export const claims: Migration = {
  name: "002-claims",
  statements: ({ integer, sequence, end }) => [
    `create table claim (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      scope_id text not null,
      outcome_id text not null,
      cutoff ${integer} not null,
      model text not null,
      judged_at ${integer},
      facts text not null,
      unique (account_id, scope_id, outcome_id, cutoff, model)
    ) ${end}`,
  ],
};
