// Knowledge base: what an account writes about its use of predictions. A text is never changed: each change adds a
// revision, and the newest is the one that is read. The overview is the text without a use case.

import type { Migration } from "./migration.js";

export const knowledgebase: Migration = {
  name: "018-knowledgebase",
  statements: ({ integer, sequence, end }) => [
    `create table use_case (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      archived_at ${integer},
      created_at ${integer} not null
    ) ${end}`,
    "create index use_case_account on use_case (account_id, created_at)",
    `create table knowledge_revision (
      sequence ${sequence},
      id text not null unique,
      account_id text not null references account (id) on delete cascade,
      use_case_id text references use_case (id) on delete cascade,
      text text not null,
      created_at ${integer} not null
    ) ${end}`,
    "create index knowledge_revision_of on knowledge_revision (account_id, use_case_id)",
    "create index knowledge_revision_use_case on knowledge_revision (use_case_id)",
  ],
};
