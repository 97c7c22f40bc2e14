// PostgreSQL server with a schema for tests, and the access that steps get to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { PostgresOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import type { DatabaseInTests } from "./connected-database.js";
import { postgresBin } from "./postgres.js";
import { sharedPostgres } from "./shared-postgres.js";

export type ServerInTests = DatabaseInTests<PostgresOptions>;

export const isInstalled = postgresBin() !== undefined;

/** Its schema is empty before the tests of a file. */
export const serverInTests = (): ServerInTests => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-connection-"));
  let client: pg.Client;
  beforeAll(async () => {
    const server = await sharedPostgres(postgresBin()!);
    client = new pg.Client(server.url("shop"));
    await client.connect();
    await client.query("drop schema if exists shop cascade");
    await client.query("create schema shop");
  });
  afterAll(async () => {
    await client.end();
    rmSync(dataDir, { recursive: true });
  });
  return {
    query: async (text) => (await client.query(text)).rows as never,
    access: (options = {}) => ({
      dataDir,
      privateAddresses: true,
      options: {
        type: "postgres",
        host: client.host,
        port: 5432,
        database: "postgres",
        schema: "shop",
        user: "postgres",
        sslmode: "prefer",
        sealed_password: seal(sealingKey(dataDir), "secret"),
        ...options,
      },
    }),
    absentSocket: (dir) => dir,
    logChanges: async (table) => {
      await client.query(`create table changes (operation text, person_id text);
        create function log_change() returns trigger language plpgsql as
          'begin insert into shop.changes values (lower(tg_op), coalesce(new.person_id, old.person_id)::text); return null; end';
        create trigger log_changes after insert or update or delete on ${table} for each row execute function log_change()`);
    },
  };
};
