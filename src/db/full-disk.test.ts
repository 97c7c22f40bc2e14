// SQLite on a disk that is full.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { mountSmallDisk } from "../../test/support/small-disk.js";
import { Troubles } from "../errors/troubles.js";
import { type Db, openDb } from "./connection.js";

const accounts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ id: `a${i}`, name: "x".repeat(2_000), email: "" },
    ...{ created_at: 1, updated_at: 1 },
  }));
const count = async ({ kysely }: Db) => (await kysely.selectFrom("account").select("id").execute()).length;
const full = { code: "disk-full", entry: { status: 507 } };

const disk = mountSmallDisk(16);
disk?.unmount();

test.skipIf(!disk)(
  "a full disk refuses writes, lets reads pass, is reported, and heals (mounting a small disk needs root)",
  async () => {
    const { dir, fill, free, unmount } = mountSmallDisk(16)!;
    onTestFinished(unmount);
    const troubles = new Troubles(Date.now);
    const where = { file: path.join(dir, "bellwether.sqlite") };
    const db = await openDb(where, troubles);
    for (let time = 0; time < 20; time++) {
      for (const row of accounts(time)) await db.kysely.insertInto("account").values(row).execute();
      fill();
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
      free();
      await db.probe();
      expect(troubles.list()).toEqual([]);
      await db.kysely.deleteFrom("account").execute();
    }
    fill();
    await db.close();
    fill();
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
