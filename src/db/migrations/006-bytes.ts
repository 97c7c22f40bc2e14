// Migration for verified files: what the files of a result were when it was published, and which files are damaged.

import type { Migration } from "./migration.js";

export const bytes: Migration = {
  name: "006-bytes",
  statements: ({ integer }) => [
    "alter table resource add column result_files text",
    "alter table resource add column damaged_files text",
    `alter table upload add column damaged_at ${integer}`,
  ],
};
