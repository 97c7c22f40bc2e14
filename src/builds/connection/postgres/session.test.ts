import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needing } from "../../../../test/run/needs.js";
import { isInstalled, serverInTests } from "../../../../test/support/connected-postgres.js";
import { withDatabase } from "../registry.js";
import { withPostgres } from "./session.js";

describe("with a PostgreSQL server", needing("PostgreSQL", isInstalled), () => {
  const root = mkdtempSync(path.join(tmpdir(), "postgres-session-"));
  const server = serverInTests();
  afterAll(() => rmSync(root, { recursive: true }));

  test("a schema that does not exist is refused", async () => {
    const session = withDatabase(server.access({ schema: "nothing" }), ({ saveTable }) =>
      saveTable("t", root),
    );
    await expect(session).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("there is no schema nothing"),
    });
  });

  test("a session that ends between two queries is a temporary fault of the next one", async () => {
    const session = withPostgres(server.access(), async (client) => {
      const { rows } = await client.query("select pg_backend_pid() as pid");
      const ended = new Promise((resolve) => client.once("end", resolve));
      await server.query(`select pg_terminate_backend(${rows[0].pid})`);
      await ended;
      await client.query("select 1");
    });
    await expect(session).rejects.toMatchObject({ code: "database-unreachable" });
  });

  test("a path of the server's machine is cut from what the server says", async () => {
    const session = withPostgres(server.access(), (client) =>
      client.query("select pg_read_file('/nowhere/private/file')"),
    );
    await expect(session).rejects.toMatchObject({
      message: expect.stringMatching(/could not open file "…" for reading/),
    });
  });

  test("every type is read as text, and moments are in UTC", async () => {
    await server.query(`create table odd ("Of, ""all""" text, "when" timestamptz, n numeric, b boolean);
      insert into odd values (E'two\\nlines, "quoted"', '2025-01-02 03:04:05+02', 1.50, true), (null, null, null, null)`);
    const file = path.join(root, "odd.csv");
    await withDatabase(server.access(), ({ saveTable }) => saveTable("odd", file));
    expect(readFileSync(file, "utf8")).toBe(
      '"Of, ""all""","when","n","b"\n"two\nlines, ""quoted""","2025-01-02 01:04:05+00","1.50","true"\n,,,\n',
    );
  });
});
