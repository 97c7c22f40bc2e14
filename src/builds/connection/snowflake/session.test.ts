// The protocol of Snowflake's SQL API against a server that is strict about it. Each test decides what its
// engine answers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type SnowflakeInTests, StatementError, startSnowflake } from "../../../../test/support/snowflake.js";
import type { SnowflakeOptions } from "../../../domain/data/connection.js";
import { seal, sealingKey } from "../../../store/secrets.js";
import { sql } from "../../../warehouse/sql/sql.js";
import { openSnowflake } from "./session.js";

const dataDir = mkdtempSync(path.join(tmpdir(), "bw-snowflake-"));
let server: SnowflakeInTests;
let found: (string | null)[][] = [];
beforeEach(async () => {
  found = [["1"]];
  server = await startSnowflake(dataDir, (statement) => {
    if (statement.startsWith("fail")) throw new StatementError("Object 'ORDERS' does not exist.");
    return found;
  });
  return () => server.close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const one = sql`select 1`;
const rows = (statement = one, options: Partial<SnowflakeOptions> = {}, bindings?: string[]) =>
  openSnowflake(server.access(options)).rows(statement, bindings);

test("a statement has its context, its bindings and its time limit", async () => {
  expect(await rows(sql`select ?, ${"it's \\"}`, {}, ["a", "b"])).toEqual([["1"]]);
  expect(server.executed).toMatchObject([
    {
      statement: "select ?, 'it''s \\\\'",
      bindings: { 1: { type: "TEXT", value: "a" }, 2: { type: "TEXT", value: "b" } },
      parameters: { TIMEZONE: "UTC" },
    },
  ]);
});

test("a result of several partitions is read one partition at a time", async () => {
  found = Array.from({ length: 25 }, (_, i) => [String(i), null]);
  server.rowsPerPartition = 10;
  const sizes: number[] = [];
  for await (const batch of openSnowflake(server.access()).batches(one)) sizes.push(batch.length);
  expect(sizes).toEqual([10, 10, 5]);
  expect(await rows()).toEqual(found);
});

test("a long statement is asked for until it is done", async () => {
  server.looks = 4;
  expect(await rows()).toEqual([["1"]]);
  expect(server.requests.filter((request) => request.startsWith("GET"))).toHaveLength(4);
});

test("temporary faults are tried again, and a statement that arrived is executed once", async () => {
  server.faults = [
    { status: 429, headers: { "retry-after": "2" }, body: {} },
    { status: 503, body: "<html>" },
    "cut",
  ];
  expect(await rows()).toEqual([["1"]]);
  expect(server.executed).toHaveLength(1);
  const [first, ...again] = server.requests.map((request) => new URL(request.slice(5), "http://s"));
  expect(again.map(({ searchParams }) => searchParams.get("retry"))).toEqual(["true", "true", "true"]);
  expect(new Set([first, ...again].map((url) => url!.searchParams.get("requestId"))).size).toBe(1);
});

test("a service that stays away is a temporary fault", async () => {
  const away = { status: 503, body: {} };
  server.faults = [away, away, away, away, away];
  await expect(rows()).rejects.toMatchObject({
    code: "database-unreachable",
    message: expect.stringContaining("HTTP 503"),
  });
  server.faults = ["cut", "cut", "cut", "cut", "cut"];
  await expect(rows()).rejects.toMatchObject({ code: "database-unreachable", entry: { fault: "world" } });
});

test("a long statement that is lost sight of is cancelled", async () => {
  server.looks = 100;
  const away = { status: 502, body: {} };
  const running = rows();
  await expect.poll(() => server.requests.length).toBeGreaterThan(2);
  server.faults = [away, away, away, away, away];
  await expect(running).rejects.toMatchObject({ code: "database-unreachable" });
  expect(server.cancelled).toHaveLength(1);
});

test("a statement that fails is refused with Snowflake's words", async () => {
  await expect(rows(sql`fail`)).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("Object 'ORDERS' does not exist."),
  });
});

test("a wrong key is refused with Snowflake's words, and no part of it", async () => {
  const other = await startSnowflake(dataDir, () => []);
  const sealed_password = seal(sealingKey(dataDir), other.privateKey);
  await other.close();
  const failed = await rows(one, { sealed_password }).catch((error) => error);
  expect(failed).toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("JWT token is invalid"),
  });
  expect(JSON.stringify(failed.params)).not.toMatch(/Bearer|PRIVATE|eyJ/);
});

test("a redirect is not followed", async () => {
  server.faults = [{ status: 307, headers: { location: "http://127.0.0.1:1/" }, body: {} }];
  await expect(rows()).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("HTTP 307"),
  });
});
