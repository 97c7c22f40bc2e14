// Migration for runs of builds: through which instant the files of an account's present run arrived.

import type { Migration } from "./migration.js";

export const runs: Migration = {
  name: "020-runs",
  statements: ({ integer }) => [`alter table account add column run_until ${integer}`],
};
