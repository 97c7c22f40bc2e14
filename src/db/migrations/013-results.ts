// Migration that moves results into a table of their own. In SQLite, a change of a row writes the whole row,
// and a column after a long one is reached through its pages: a status cost as much as the result beside it.

import type { Migration } from "./migration.js";

/** Types whose results the plan reads; `planned_result` stays null where an earlier version made them. */
const planned = "'datasets', 'people', 'persona_sets'";

export const results: Migration = {
  name: "013-results",
  statements: ({ end }) => [
    `create table result (
      resource_id text not null primary key references resource (id) on delete cascade,
      result text not null,
      files text
    ) ${end}`,
    "insert into result select id, result, result_files from resource where result is not null",
    "alter table resource add column planned_result text",
    `update resource set planned_result = '{}' where result is not null and type not in (${planned})`,
    "alter table resource drop column result",
    "alter table resource drop column result_files",
    "create index resource_of_account on resource (account_id, sequence)",
    `create index resource_to_queue on resource (account_id, created_at, sequence)
      where status = 'starting' and archived_at is null`,
  ],
};
