// PostgreSQL server with a schema for tests, and the access that steps get to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { PostgresOptions } from "../../src/domain/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { type Postgres, postgresBin, startPostgres } from "./postgres.js";

export interface ServerInTests {
  access(options?: Partial<PostgresOptions>): ConnectionAccess<PostgresOptions>;
  query(text: string): Promise<pg.QueryResult>;
}

export const isInstalled = postgresBin() !== undefined;

/** Starts before the tests of a file and stops after them. */
export const serverInTests = (): ServerInTests => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-connection-"));
  let server: Postgres;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startPostgres(postgresBin()!);
    client = new pg.Client(server.url("shop"));
    await client.connect();
    await client.query("create schema shop");
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
  return {
    query: (text) => client.query(text),
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
  };
};
