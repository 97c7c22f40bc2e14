// Migration for accounts that take turns: the index by which a claim steps from one waiting account to the next.

import type { Migration } from "./migration.js";

export const turns: Migration = {
  name: "010-turns",
  statements: () => [
    "drop index job_to_claim",
    "create index job_of_kind on job (kind, state, account_id, run_at, sequence)",
  ],
};
