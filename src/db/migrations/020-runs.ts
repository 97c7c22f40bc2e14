// Migration for runs of builds: with which file an account's present run began, and through which instant
// files belong to it.

import type { Migration } from "./migration.js";

export const runs: Migration = {
  name: "020-runs",
  statements: ({ integer }) => [
    `alter table account add column run_began ${integer}`,
    `alter table account add column run_until ${integer}`,
  ],
};
