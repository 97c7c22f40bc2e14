// MariaDB server with a database for tests, and the access that steps get to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mysql from "mysql2/promise";
import { afterAll, beforeAll } from "vitest";
import type { MysqlOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import type { DatabaseInTests } from "./connected-database.js";
import { type Mariadb, startMariadb } from "./mariadb.js";

export interface MariadbInTests extends DatabaseInTests<MysqlOptions> {
  server(): Mariadb;
}

/**
 * Starts before the tests of a file and stops after them. The connection's user may do everything in its
 * database and nothing outside.
 */
export const mariadbInTests = (...options: string[]): MariadbInTests => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-connection-"));
  let server: Mariadb;
  let client: mysql.Connection;
  beforeAll(async () => {
    server = await startMariadb(...options);
    client = await mysql.createConnection({
      socketPath: server.socket,
      user: "root",
      multipleStatements: true,
      charset: "utf8mb4",
      timezone: "Z",
    });
    await client.query(`set names utf8mb4; create database shop; use shop; create user bellwether identified by 'secret';
      grant all on shop.* to bellwether`);
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
  return {
    server: () => server,
    query: async (text) => (await client.query(text))[0] as never,
    access: (options = {}) => ({
      dataDir,
      privateAddresses: true,
      options: {
        type: "mysql",
        host: server.socket,
        port: server.port,
        database: "shop",
        user: "bellwether",
        sslmode: "prefer",
        sealed_password: seal(sealingKey(dataDir), "secret"),
        ...options,
      },
    }),
    absentSocket: (dir) => path.join(dir, "mysqld.sock"),
    logChanges: async (table) => {
      const logged = { insert: "new", update: "new", delete: "old" };
      await client.query(`create table changes (operation text, person_id text);
        ${Object.entries(logged)
          .map(
            ([operation, row]) => `create trigger ${operation}s after ${operation} on ${table} for each row
              insert into changes values ('${operation}', ${row}.person_id);`,
          )
          .join("\n")}`);
    },
  };
};
