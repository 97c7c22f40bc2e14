// Registry of databases: a line for each type. The driver of a type is loaded when it is needed.

import type { ConnectionOptions } from "../../domain/data/connection.js";
import {
  type ConnectionType,
  type DatabaseType,
  descriptorOf,
  isBucket,
  isDatabase,
} from "../../domain/data/connections/registry.js";
import { refuse } from "../../errors/refusal.js";
import type { ConnectionAccess } from "./access.js";
import type { OpenDatabase } from "./database.js";
import type { OpenDialect } from "./dialect.js";
import { writeTable } from "./staged-table.js";
import { saveTable } from "./table-file.js";

const dialects: { [T in DatabaseType]: () => Promise<OpenDialect<Extract<ConnectionOptions, { type: T }>>> } =
  {
    postgres: async () => (await import("./postgres/dialect.js")).withPostgresDialect,
    mysql: async () => (await import("./mysql/dialect.js")).withMysqlDialect,
    redshift: async () => (await import("./redshift/dialect.js")).withRedshiftDialect,
    snowflake: async () => (await import("./snowflake/dialect.js")).withSnowflakeDialect,
    clickhouse: async () => (await import("./clickhouse/dialect.js")).withClickhouseDialect,
    bigquery: async () => (await import("./bigquery/dialect.js")).withBigqueryDialect,
  };

const titled = (type: ConnectionType): string => (isBucket(type) ? "a bucket" : descriptorOf(type).title);

/** A session with a database of the owner. */
export const withDatabase: OpenDatabase<ConnectionAccess> = async (access, work) => {
  const { type } = access.options;
  if (!isDatabase(type))
    throw refuse("connection-failed", { detail: `it is to ${titled(type)}, which has no tables` });
  const open = (await dialects[type]()) as OpenDialect<ConnectionOptions>;
  return open(access, (dialect) => {
    const { whileComputing = (write) => write() } = dialect;
    return work({
      listTables: () => dialect.listTables(),
      saveTable: (table, file) => saveTable(dialect, table, file),
      writeTable: (written, batches) => whileComputing(() => writeTable(dialect, written, batches)),
    });
  });
};
