// Migration for revisions of resources: a random number that every change of a row replaces, so that whoever
// has read the row knows whether it still is as it was. A number that counted would come again after a
// transaction that was rolled back.

import type { Dialect, Migration } from "./migration.js";

export const revisions: Migration = {
  name: "022-revisions",
  statements: ({ integer }, dialect) => [
    `alter table resource add column revision ${integer} not null default 0`,
    `update resource set revision = ${random[dialect]}`,
    ...triggers[dialect],
  ],
};

const random: Record<Dialect, string> = {
  sqlite: "random() & 9007199254740991",
  postgres: "floor(random() * 9007199254740991)::bigint",
};

const revisedInSqlite = (event: string, isDue: string): string => `
  create trigger resource_${event} after ${event} on resource when ${isDue} begin
    update resource set revision = ${random.sqlite} where sequence = new.sequence;
  end`;

const triggers: Record<Dialect, string[]> = {
  sqlite: [revisedInSqlite("insert", "true"), revisedInSqlite("update", "new.revision = old.revision")],
  postgres: [
    `create function revise_resource() returns trigger language plpgsql as
      'begin new.revision := ${random.postgres}; return new; end'`,
    `create trigger resource_revised before insert or update on resource
      for each row execute function revise_resource()`,
  ],
};
