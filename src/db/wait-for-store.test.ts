// Starts while the store is away, wrong or damaged.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { type Postgres, postgresBin, startPostgres } from "../../test/support/postgres.js";
import { Troubles } from "../errors/troubles.js";
import type { Db, DbOptions } from "./connection.js";
import { openWhenReady, startWithStore } from "./wait-for-store.js";

const said: string[] = [];
const open = (options: DbOptions) =>
  openWhenReady(options, {
    troubles: new Troubles(Date.now),
    say: (line) => void said.push(line),
    retryMs: 20,
  });

test.each([
  ["not a database", "this was never a database, and it is long enough to have a header"],
  ["cut off", `SQLite format 3\0${"\\x10".repeat(500)}`],
])("a SQLite file that is %s ends the start with advice", async (_how, content) => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-damaged-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = path.join(dir, "bellwether.sqlite");
  writeFileSync(file, content);
  await expect(open({ file })).rejects.toThrow(/is damaged: .*Restore a backup .*`bellwether restore`/);
});

const bin = postgresBin();
describe("a start on PostgreSQL", needing("PostgreSQL", bin !== undefined), () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres(bin!);
  });
  afterAll(() => server.stop());

  test("waits for a server that is not there yet, and says so once", async () => {
    await server.kill();
    const opening = open({ url: server.url("public") });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.start();
    await (await opening).close();
    expect(said).toEqual([expect.stringMatching(/^Waiting for the PostgreSQL server of DATABASE_URL: /)]);
  });

  test("begins again if the server goes away after the store was opened", async () => {
    const [lines, opened]: [string[], Db[]] = [[], []];
    const attempt = async (): Promise<number> => {
      const db = await open({ url: server.url("public") });
      opened.push(db);
      try {
        if (opened.length === 1) await server.kill();
        await sql`select 1`.execute(db.kysely);
        return opened.length;
      } catch (error) {
        await db.close();
        throw error;
      }
    };
    const say = (line: string): void => {
      lines.push(line);
      void server.start();
    };
    expect(await startWithStore(attempt, { say, retryMs: 10 })).toBe(2);
    await opened[1]!.close();
    expect(lines).toEqual([expect.stringContaining("went away while this process started")]);
  });

  test("does not begin again for any other error", async () => {
    const attempt = () => Promise.reject(new Error("the port is taken"));
    await expect(startWithStore(attempt, { say: () => {} })).rejects.toThrow("the port is taken");
  });

  test("ends with advice if there is no such database", async () => {
    const url = server.url("public").replace("/postgres?", "/absent?");
    await expect(open({ url })).rejects.toThrow(
      /no database of the name in DATABASE_URL.*Create the database/,
    );
  });

  test("ends with advice if the user is refused", async () => {
    const url = server.url("public").replace("postgres@", "nobody:wrong@");
    await expect(open({ url })).rejects.toThrow(/refuses the user or the password in DATABASE_URL/);
  });
});
