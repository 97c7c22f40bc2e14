// Days that an account marked on its charts.

import type { Migration } from "./migration.js";

export const markedDays: Migration = {
  name: "020-marked-days",
  statements: ({ integer, end }) => [
    `create table marked_day (
      id text not null primary key,
      account_id text not null references account (id) on delete cascade,
      day text not null,
      text text not null,
      created_at ${integer} not null
    ) ${end}`,
    "create index marked_day_of_account on marked_day (account_id)",
  ],
};
