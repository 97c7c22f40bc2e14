// Second factors of users: the sealed secret of an authenticator app, the last code that was used, and hashes of
// recovery codes. Accounts may ask for one.

import type { Migration } from "./migration.js";

export const secondFactors: Migration = {
  name: "011-second-factors",
  statements: ({ integer, end }) => [
    `alter table account add column needs_second_factor ${integer} not null default 0`,
    `create table second_factor (
      user_id text not null primary key references app_user (id) on delete cascade,
      sealed_secret text not null,
      last_step ${integer} not null,
      recovery_hashes text not null,
      confirmed_at ${integer},
      created_at ${integer} not null
    ) ${end}`,
  ],
};
