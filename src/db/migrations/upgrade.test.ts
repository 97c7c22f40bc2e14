// Upgrade of a store that an earlier version has written, with its contents.

import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { onEveryStore } from "../../../test/support/stores.js";
import { type DbOptions, openDb } from "../connection.js";
import { postgresDialect } from "../postgres.js";
import type { Database } from "../schema.js";
import { sqliteDialect } from "../sqlite.js";
import { first } from "./001-first.js";
import { columnTypes } from "./migration.js";

const rows = [
  "create table migration (name text not null primary key)",
  `insert into migration values ('${first.name}')`,
  "insert into account (id, name, email, created_at, updated_at) values ('a', 'Shop', '', 1, 1)",
  `insert into resource (id, account_id, type, name, config, version, status, status_changed_at, created_at, updated_at,
    last_updated_config_at) values ('r', 'a', 'people', 'people', '{}', 1, 'new', 1, 1, 1, 1)`,
];

const writeFirstVersion = async (where: DbOptions): Promise<void> => {
  const isFile = "file" in where;
  const dialect = isFile ? await sqliteDialect(where.file) : postgresDialect(where.url);
  const db = new Kysely<Database>({ dialect });
  const tables = first.statements(columnTypes[isFile ? "sqlite" : "postgres"]);
  for (const statement of [...tables, ...rows]) await sql.raw(statement).execute(db);
  await db.destroy();
};

onEveryStore(({ place }) => {
  test("a store of the first version keeps its rows, none of them archived, forced or to be deleted", async () => {
    const where = await place();
    await writeFirstVersion(where);
    const { kysely, close } = await openDb(where);
    const account = await kysely.selectFrom("account").selectAll().executeTakeFirstOrThrow();
    const resource = await kysely.selectFrom("resource").selectAll().executeTakeFirstOrThrow();
    expect([account.name, account.delete_at]).toEqual(["Shop", null]);
    expect([resource.name, resource.archived_at, resource.forced]).toEqual(["people", null, 0]);
    expect(await kysely.selectFrom("webhook_endpoint").selectAll().execute()).toEqual([]);
    await close();
  });
});
