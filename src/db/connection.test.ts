import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import { openDb } from "./connection.js";
import { requireSafeVersion } from "./sqlite.js";
import { afterCommit } from "./transaction.js";

const times = {
  created_at: 1,
  updated_at: 1,
  delete_at: null,
  email_confirmed_at: null,
  link_epoch: 0,
  parent_account_id: null,
  email_choices: null,
  summarised_at: null,
  monthly_mail_at: null,
  run_began: null,
  run_until: null,
};
const account = {
  id: "a",
  name: "Shop",
  email: "owner@example.com",
  newest_arrival: 0,
  needs_second_factor: 0,
  sso_only: 0,
  ...times,
};

onEveryStore(({ place, open }) => {
  test("committed rows are there when the store is opened again", async () => {
    const where = await place();
    const first = await openDb(where);
    await first.transaction((trx) => trx.insertInto("account").values(account).execute());
    await first.close();
    const second = await openDb(where);
    expect({ ...(await second.kysely.selectFrom("account").selectAll().executeTakeFirst()) }).toEqual(
      account,
    );
    await second.close();
  });

  test("a transaction that throws is rolled back, and its commit hooks never run", async () => {
    const db = await open();
    let isCalled = false;
    const work = db.transaction(async (trx) => {
      await trx.insertInto("account").values(account).execute();
      afterCommit(trx, () => {
        isCalled = true;
      });
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await db.kysely.selectFrom("account").selectAll().execute()).toEqual([]);
    expect(isCalled).toBe(false);
  });

  test("commit hooks run when the rows are visible", async () => {
    const db = await open();
    const seen = await new Promise((resolve) => {
      void db.transaction(async (trx) => {
        afterCommit(trx, () => resolve(db.kysely.selectFrom("account").select("id").execute()));
        await trx.insertInto("account").values(account).execute();
      });
    });
    expect(seen).toHaveLength(1);
  });

  test("a read neither waits for a transaction nor sees what it has not committed", async () => {
    const db = await open();
    const accounts = () => db.kysely.selectFrom("account").select("id").execute();
    await db.transaction(async (trx) => {
      await trx.insertInto("account").values(account).execute();
      expect(await accounts()).toEqual([]);
      expect(await trx.selectFrom("account").select("id").execute()).toHaveLength(1);
    });
    expect(await accounts()).toHaveLength(1);
    await db.kysely.updateTable("account").set({ name: "Store" }).execute();
    expect(await db.kysely.selectFrom("account").select("name").execute()).toEqual([{ name: "Store" }]);
  });

  test("times in milliseconds are read back as numbers", async () => {
    const db = await open();
    const now = 8_640_000_000_000_000;
    await db.kysely
      .insertInto("account")
      .values({ ...account, created_at: now })
      .execute();
    const row = await db.kysely.selectFrom("account").select("created_at").executeTakeFirstOrThrow();
    expect(row.created_at).toBe(now);
  });

  test("a store of a later version is refused and not changed", async () => {
    const where = await place();
    const db = await openDb(where);
    await db.kysely.insertInto("migration").values({ name: "999-later" }).execute();
    await db.close();
    await expect(openDb(where)).rejects.toThrow("newer version of Bellwether (migration 999-later)");
  });

  test("a row with a dangling reference is refused", async () => {
    const db = await open();
    const orphan = { downstream_id: "none", upstream_id: "none" };
    await expect(db.kysely.insertInto("reference").values(orphan).execute()).rejects.toThrow(/foreign key/i);
  });
});

test("a SQLite file has a log of writes that SQLite need not flush, and only the owner can read it", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-sqlite-"));
  const file = path.join(dir, "made", "with", "its", "directory.sqlite");
  const db = await openDb({ file });
  const modes = [sql`pragma journal_mode`, sql`pragma synchronous`, sql`pragma foreign_keys`];
  const answers = await Promise.all(modes.map((mode) => mode.execute(db.kysely)));
  expect(answers.map(({ rows }) => Object.values(rows[0] as object)[0])).toEqual(["wal", 1, 1]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await db.close();
  rmSync(dir, { recursive: true });
});

test.each([
  ["3.50.9", false],
  ["3.51.2", false],
  ["3.51.3", true],
  ["3.53.0", true],
  ["4.0.0", true],
])("SQLite %s is safe: %s", (version, isSafe) => {
  const check = () => requireSafeVersion(version);
  if (isSafe) expect(check).not.toThrow();
  else expect(check).toThrow("3.51.3 or later is needed");
});
