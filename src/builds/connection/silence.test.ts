import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { isInstalled, serverInTests } from "../../../test/support/connected-postgres.js";
import { silentMysql, silentPostgres } from "../../../test/support/silent-database.js";
import type { ConnectionOptions } from "../../domain/data/connection.js";
import { seal, sealingKey } from "../../store/secrets.js";
import { sql } from "../../warehouse/sql/sql.js";
import { withMysql } from "./mysql/session.js";
import { withPostgres } from "./postgres/session.js";

const dataDir = mkdtempSync(path.join(tmpdir(), "bw-silence-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const brief = { answerMs: 200, computingMs: 400 };

const accessTo = <T extends "postgres" | "mysql">(type: T, port: number) => ({
  dataDir,
  privateAddresses: true,
  options: {
    type,
    host: "127.0.0.1",
    port,
    database: "shop",
    schema: "shop",
    user: "someone",
    sslmode: "disable",
    sealed_password: seal(sealingKey(dataDir), "secret"),
  } as Extract<ConnectionOptions, { type: T }>,
});

const silentFor = (seconds: number) => ({
  code: "database-unreachable",
  message: expect.stringContaining(`127.0.0.1 was asked and has sent no answer for ${seconds} s`),
});

test.each([
  ["stays silent", undefined],
  ["sends notices alone", 20],
])("a PostgreSQL that %s is a temporary fault, which names it", async (_, noticeMs) => {
  const access = accessTo("postgres", await silentPostgres(noticeMs));
  const query = withPostgres(access, (client) => client.query("select 1"), brief);
  await expect(query).rejects.toMatchObject(silentFor(0.2));
  const computing = withPostgres(
    access,
    (client) => client.whileComputing(() => client.query("select 1")),
    brief,
  );
  await expect(computing).rejects.toMatchObject(silentFor(0.4));
});

test("a MySQL that stays silent is a temporary fault, which names it", async () => {
  const access = accessTo("mysql", await silentMysql());
  await expect(withMysql(access, ({ rows }) => rows(sql`select 1`), brief)).rejects.toMatchObject(
    silentFor(0.2),
  );
});

test("a server that does not close the session holds nobody at its end", async () => {
  const access = accessTo("postgres", await silentPostgres());
  expect(await withPostgres(access, async () => "done", brief)).toBe("done");
});

describe("with a PostgreSQL server", needing("PostgreSQL", isInstalled), () => {
  const server = serverInTests();

  test("a statement that computes may take longer than an answer", async () => {
    const longer = "select pg_sleep(0.5), 1 as one";
    const patient = { answerMs: 200, computingMs: 60_000 };
    const found = await withPostgres(
      server.access(),
      (client) => client.whileComputing(() => client.query(longer)),
      patient,
    );
    expect(found.rows).toMatchObject([{ one: 1 }]);
  });

  test("time in which nothing is asked is no silence of the server", async () => {
    const rows = await withPostgres(
      server.access(),
      async (client) => {
        await server.query("select pg_sleep(1.5)");
        return (await client.query("select 1 as one")).rows;
      },
      { answerMs: 1_000, computingMs: 1_000 },
    );
    expect(rows).toEqual([{ one: 1 }]);
  });
});
