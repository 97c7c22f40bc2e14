// Migration for sub-accounts: the account whose key made an account. A sub-account outlives its maker.

import type { Migration } from "./migration.js";

export const subAccounts: Migration = {
  name: "011-sub-accounts",
  statements: () => [
    "alter table account add column parent_account_id text references account (id) on delete set null",
    "create index account_by_parent on account (parent_account_id)",
  ],
};
