// Installation of several nodes, as on several machines: one PostgreSQL, one data directory, and processes
// that know of each other by these alone.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.js";
import { type RunningService, type ServiceOptions, startService } from "../support/service.js";

export interface Installation {
  dataDir: string;
  postgres: Postgres;
  /** Rows of the store. */
  query<R extends object>(text: string): Promise<R[]>;
  /** Starts a node, which ends with the test. */
  start(name: string, options?: ServiceOptions): Promise<RunningService>;
}

export const newInstallation = async (bin: string): Promise<Installation> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "bellwether-nodes-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres(bin);
  onTestFinished(() => postgres.stop());
  return {
    dataDir,
    postgres,
    async query(text) {
      const client = new pg.Client({ connectionString: postgres.url("public") });
      await client.connect();
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    },
    async start(name, options = {}) {
      const env = { DATABASE_URL: postgres.url("public"), BELLWETHER_NODE: name, ...options.env };
      const service = await startService({ dataDir, ...options, env });
      onTestFinished(service.kill);
      return service;
    },
  };
};
