// Migration for commit markers: one row for each transaction on PostgreSQL that has written something, until
// its outcome is surely known.

import type { Migration } from "./migration.js";

export const commitMarkers: Migration = {
  name: "016-commit-markers",
  statements: ({ integer, end }) => [
    `create table commit_marker (
      id text not null primary key,
      is_committed ${integer} not null,
      written_at ${integer} not null
    ) ${end}`,
    "create index commit_marker_by_time on commit_marker (written_at)",
  ],
};
