// Upgrade of a store that an earlier version has written, with its contents.

import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { onEveryStore } from "../../../test/support/stores.js";
import { listPlanned } from "../../store/planned-resources.js";
import { findResources } from "../../store/resources.js";
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
  ...[
    ["waits", "new", "Waiting for dataset Orders."],
    ["failed", "error", "No such column."],
  ].map(
    ([id, status, why]) =>
      `insert into resource (id, account_id, type, name, config, version, status, status_error, status_changed_at, created_at,
        updated_at, last_updated_config_at) values ('${id}', 'a', 'cohorts', '${id}', '{}', 1, '${status}', '${why}', 1, 1, 1, 1)`,
  ),
];

const writeFirstVersion = async (where: DbOptions, more: readonly string[] = []): Promise<void> => {
  const isFile = "file" in where;
  const dialect = isFile ? await sqliteDialect(where) : postgresDialect(where.url);
  const db = new Kysely<Database>({ dialect });
  const kind = isFile ? "sqlite" : "postgres";
  const tables = first.statements(columnTypes[kind], kind);
  for (const statement of [...tables, ...rows, ...more]) await sql.raw(statement).execute(db);
  await db.destroy();
};

onEveryStore(({ place }) => {
  test("a store of the first version keeps its rows, none of them archived, forced or to be deleted", async () => {
    const where = await place();
    await writeFirstVersion(where);
    const { kysely, close } = await openDb(where);
    const account = await kysely.selectFrom("account").selectAll().executeTakeFirstOrThrow();
    const resource = await kysely
      .selectFrom("resource")
      .selectAll()
      .where("id", "=", "r")
      .executeTakeFirstOrThrow();
    expect([account.name, account.delete_at]).toEqual(["Shop", null]);
    expect([resource.name, resource.archived_at, resource.forced]).toEqual(["people", null, 0]);
    expect([resource.planned_result, resource.damaged_files]).toEqual([null, null]);
    expect([account.email_confirmed_at, account.link_epoch, resource.link_epoch]).toEqual([null, 0, 0]);
    expect(await kysely.selectFrom("webhook_endpoint").selectAll().execute()).toEqual([]);
    await close();
  });

  test("a reason to wait moves out of status_error, and a failed build keeps its message", async () => {
    const where = await place();
    await writeFirstVersion(where);
    const { kysely, close } = await openDb(where);
    const rows = await kysely
      .selectFrom("resource")
      .select(["id", "status_error", "waiting_for", "failed_error"])
      .where("type", "=", "cohorts")
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { id: "failed", status_error: "No such column.", waiting_for: null, failed_error: "No such column." },
      { id: "waits", status_error: null, waiting_for: "Waiting for dataset Orders.", failed_error: null },
    ]);
    await close();
  });

  test("results move to a table of their own, and plans read what they need of those that an earlier version made", async () => {
    const where = await place();
    const columns = `(id, account_id, type, name, config, version, status, status_changed_at, created_at, updated_at,
      last_updated_config_at, result, result_dir)`;
    const rowOf = (id: string, type: string, result: string) =>
      `insert into resource ${columns} values ('${id}', 'a', '${type}', '${id}', '{}', 1, 'ready', 1, 1, 1, 1, '${result}', 'r')`;
    await writeFirstVersion(where, [
      rowOf("d", "datasets", '{"next_due":7,"streams":{"orders":{"events":2}},"rejected_count":1}'),
      rowOf("c", "cohorts", '{"population_count":3}'),
    ]);
    const { kysely, close } = await openDb(where);
    const whole = await findResources(kysely, "a", ["d", "c"]);
    expect(whole.map(({ id, result }) => [id, result]).sort()).toEqual([
      ["c", { population_count: 3 }],
      ["d", { next_due: 7, streams: { orders: { events: 2 } }, rejected_count: 1 }],
    ]);
    const planned = await listPlanned(kysely, "a");
    expect(Object.fromEntries(planned.map(({ id, result }) => [id, result]))).toEqual({
      d: { next_due: 7, streams: { orders: {} } },
      c: {},
      r: null,
      waits: null,
      failed: null,
    });
    await close();
  });

  test("after the upgrade, keys may do everything, and known e-mail addresses count as confirmed", async () => {
    const where = await place();
    await writeFirstVersion(where, [
      "insert into account (id, name, email, created_at, updated_at) values ('b', 'Shop', 'ada@example.com', 5, 5)",
      "insert into api_key (id, account_id, name, key_hash, hint, created_at) values ('k', 'b', 'old', 'h', 'abcd', 5)",
    ]);
    const { kysely, close } = await openDb(where);
    const accounts = await kysely.selectFrom("account").selectAll().orderBy("id").execute();
    const key = await kysely.selectFrom("api_key").selectAll().executeTakeFirstOrThrow();
    expect([accounts.map((each) => each.email_confirmed_at), key.scope]).toEqual([[null, 5], "everything"]);
    await close();
  });
});
