import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { onEveryStore } from "../../../test/support/stores.js";
import { type DbOptions, openDb } from "../connection.js";
import { postgresDialect } from "../postgres.js";
import type { Database } from "../schema.js";
import { sqliteDialect } from "../sqlite.js";
import { all, migrate, StoreInUse } from "./migrate.js";
import type { Dialect, Migration } from "./migration.js";

const kindOf = (where: DbOptions): Dialect => ("file" in where ? "sqlite" : "postgres");

/** A connection to the store as it is. */
const connect = async (where: DbOptions): Promise<Kysely<Database>> =>
  new Kysely({ dialect: "file" in where ? await sqliteDialect(where) : postgresDialect(where.url) });

const next: Migration = {
  name: "999-next",
  statements: ({ integer }) => [
    `alter table account add column rank ${integer} not null default 7`,
    "update account set name = 'Store' where id = 'a'",
  ],
};
const broken: Migration = { ...next, statements: (...args) => [...next.statements(...args), "no statement"] };

const insertShop = (db: Kysely<Database>) =>
  db
    .insertInto("account")
    .values({ id: "a", name: "Shop", email: "", created_at: 1, updated_at: 1 })
    .execute();

const shop = async (db: Kysely<Database>) => {
  const row = await db.selectFrom("account").selectAll().executeTakeFirstOrThrow();
  return { name: row.name, rank: "rank" in row ? row.rank : undefined };
};

const applied = async (db: Kysely<Database>) =>
  (await db.selectFrom("migration").select("name").orderBy("name").execute()).map(({ name }) => name);

const known = [
  "001-baseline",
  "002-claims",
  "003-merged-uploads",
  "004-trigger-messages",
  "005-users",
  "006-roles",
  "007-invitations",
  "010-trigger-judgements",
  "011-second-factors",
  "012-single-sign-on",
  "013-provisioning",
  "014-key-rotation",
  "015-security-links",
  "016-passkeys",
  "017-makers-and-notes",
  "018-knowledgebase",
  "019-audit-chain",
  "020-marked-days",
  "021-audit-subjects",
  "022-assistants",
];

onEveryStore(({ place, open }) => {
  test("a later migration keeps the rows, and an earlier version then refuses the store", async () => {
    const { kysely, kind } = await open();
    await insertShop(kysely);
    await migrate(kysely, kind, [...all, next]);
    await migrate(kysely, kind, [...all, next]);
    expect(await applied(kysely)).toEqual([...known, "999-next"]);
    expect(await shop(kysely)).toEqual({ name: "Store", rank: 7 });
    await expect(migrate(kysely, kind)).rejects.toThrow("newer version of Bellwether (migration 999-next)");
  });

  test("a migration that ends halfway leaves nothing behind, and is made whole by the next start", async () => {
    const { kysely, kind } = await open();
    await insertShop(kysely);
    await expect(migrate(kysely, kind, [...all, broken])).rejects.toThrow();
    expect(await applied(kysely)).toEqual(known);
    expect(await shop(kysely)).toEqual({ name: "Shop", rank: undefined });
    await migrate(kysely, kind, [...all, next]);
    expect(await shop(kysely)).toEqual({ name: "Store", rank: 7 });
  });

  test("processes that start at the same time on an empty store apply each migration once", async () => {
    const where = await place();
    // A process cannot wait for itself on SQLite; `test/crash/queue.slow.test.ts` starts several.
    const openers = kindOf(where) === "postgres" ? 3 : 1;
    const dbs = await Promise.all(Array.from({ length: openers }, () => connect(where)));
    await Promise.all(dbs.map((db) => migrate(db, kindOf(where), [...all, next])));
    expect(await applied(dbs[0]!)).toEqual([...known, "999-next"]);
    await Promise.all(dbs.map((db) => db.destroy()));
  });

  test("each password becomes a user who owns its account, and sessions go on", async () => {
    const where = await place();
    const db = await connect(where);
    const kind = kindOf(where);
    await migrate(db, kind, all.slice(0, 3));
    for (const [id, email, confirmed] of [
      ["a", "Ada@example.com", "7"],
      ["k", "by-key@example.com", "null"],
    ])
      await sql`insert into account (id, name, email, created_at, updated_at, email_confirmed_at)
        values (${id}, 'Shop', ${email}, 1, 1, ${sql.raw(confirmed!)})`.execute(db);
    await sql`insert into password (account_id, email_key, hash) values ('a', 'ada@example.com', 'scrypt$1')`.execute(
      db,
    );
    for (const id of ["a", "k"])
      await sql`insert into session (id, account_id, token_hash, issued_at, created_at)
        values (${`s-${id}`}, ${id}, ${id}, 1, 1)`.execute(db);
    await migrate(db, kind);
    const user = { id: "a", email: "Ada@example.com", email_confirmed_at: 7, created_at: 1 };
    expect(await db.selectFrom("app_user").selectAll().execute()).toEqual([
      { ...user, email_key: "ada@example.com", hash: "scrypt$1" },
    ]);
    expect(await db.selectFrom("membership").selectAll().execute()).toEqual([
      { account_id: "a", user_id: "a", role: "owner", created_at: 1, entered_at: 1 },
    ]);
    expect(await db.selectFrom("session").select(["id", "user_id", "role"]).orderBy("id").execute()).toEqual([
      { id: "s-a", user_id: "a", role: null },
      { id: "s-k", user_id: null, role: "owner" },
    ]);
    await db.destroy();
  });

  test("while nodes are alive, PostgreSQL is migrated by nobody", async () => {
    const { kysely, kind } = await open();
    const node = {
      name: "n",
      run: "r",
      role: "serve",
      version: "1",
      directory: "",
      beat: 1,
      reads: "{}",
    } as const;
    const until = { reads_as_of: 0, troubles: "[]", started_at: 0, alive_until: Date.now() + 60_000 };
    await kysely
      .insertInto("node")
      .values({ ...node, build_state: null, ...until })
      .execute();
    await migrate(kysely, kind);
    const migrated = migrate(kysely, kind, [...all, next]);
    if (kind === "sqlite") return migrated;
    await expect(migrated).rejects.toThrow(StoreInUse);
    await kysely.deleteFrom("node").execute();
    await migrate(kysely, kind, [...all, next]);
  });

  test("a store of a version before 1.0 is refused with what to do, and keeps what it has", async () => {
    const where = await place();
    const db = await connect(where);
    await sql`create table migration (name text not null primary key)`.execute(db);
    await sql`insert into migration values ('001-first'), ('022-revisions')`.execute(db);
    await expect(openDb(where)).rejects.toThrow(/a version before 1\.0.*bellwether export.*empty.*uploads\//);
    expect(await applied(db)).toEqual(["001-first", "022-revisions"]);
    await expect(db.selectFrom("account").select("id").execute()).rejects.toThrow();
    await db.destroy();
  });
});
