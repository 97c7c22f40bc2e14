// SQLite on a disk that is full.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { canMount, fillDisk, freeDisk, mountTmpfs } from "../../test/support/tmpfs.js";
import { Troubles } from "../errors/troubles.js";
import { type Db, openDb } from "./connection.js";

const accounts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `a${i}`,
    name: "x".repeat(2_000),
    email: "",
    created_at: 1,
    updated_at: 1,
  }));
const count = async ({ kysely }: Db) => (await kysely.selectFrom("account").select("id").execute()).length;
const full = { code: "disk-full", entry: { status: 507 } };

test(
  "a full disk refuses writes, lets reads pass, is reported, and heals (mounting a small disk needs root)",
  needing("rights to mount", canMount),
  async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "bw-full-"));
    await mountTmpfs(dir, 16);
    const troubles = new Troubles(Date.now);
    const where = { file: path.join(dir, "bellwether.sqlite") };
    const db = await openDb(where, troubles);
    for (let time = 0; time < 20; time++) {
      for (const row of accounts(time)) await db.kysely.insertInto("account").values(row).execute();
      await fillDisk(dir);
      // More than the log of writes has room for.
      const work = db.transaction(async (trx) => {
        await trx.deleteFrom("account").execute();
        await trx.insertInto("account").values(accounts(4_000)).execute();
      });
      await expect(work).rejects.toMatchObject(full);
      expect({ rows: await count(db), codes: troubles.list().map(({ code }) => code) }).toEqual({
        rows: time,
        codes: ["disk-full"],
      });
      await freeDisk(dir);
      await db.probe();
      expect(troubles.list()).toEqual([]);
      await db.kysely.deleteFrom("account").execute();
    }
    await fillDisk(dir);
    await db.close();
    await fillDisk(dir);
    const again = await openDb(where);
    onTestFinished(() => again.close());
    expect(await count(again)).toBe(0);
  },
);

test("a transaction that SQLite has rolled back by itself fails with its own error", async () => {
  const db = await openDb({ file: path.join(mkdtempSync(path.join(tmpdir(), "bw-full-")), "store.sqlite") });
  onTestFinished(() => db.close());
  await sql`pragma max_page_count = 1`.execute(db.kysely);
  const work = db.transaction(async (trx) => {
    await trx.insertInto("account").values(accounts(200)).execute();
  });
  await expect(work).rejects.toMatchObject(full);
  await db.kysely.insertInto("secret").values({ name: "a", value: "b" }).execute();
});
