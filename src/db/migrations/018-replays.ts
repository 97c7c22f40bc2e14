// Migration for replays: which files were delivered, so that a replay can be compared with them. Plans read
// more of the people's result than before, so it is read whole once.

import type { Migration } from "./migration.js";

export const replays: Migration = {
  name: "018-replays",
  statements: ({ integer, sequence, end }) => [
    `create table delivered_file (
      sequence ${sequence},
      target_id text not null references resource (id) on delete cascade,
      built_at ${integer} not null,
      sha256 text not null,
      source text not null
    ) ${end}`,
    "create index delivered_file_of_target on delivered_file (target_id, sequence)",
    "update resource set planned_result = null where type = 'people'",
  ],
};
