// Migration for sample shops: what the sample shop of an account consists of, so that removing it removes exactly this.

import type { Migration } from "./migration.js";

export const sample: Migration = {
  name: "014-sample",
  statements: ({ integer, end }) => [
    `create table sample (
      account_id text not null primary key references account (id) on delete cascade,
      made text not null,
      created_at ${integer} not null
    ) ${end}`,
  ],
};
