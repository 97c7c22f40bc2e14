// Registry of databases: a line for each type. The driver of a type is loaded when it is needed.

import type { ConnectionOptions } from "../../domain/data/connection.js";
import {
  type ConnectionType,
  type DatabaseType,
  descriptorOf,
  isBucket,
  isDatabase,
  isReadOnly,
  type ReadOnlyType,
  type WrittenDatabaseType,
} from "../../domain/data/connections/registry.js";
import { refuse } from "../../errors/refusal.js";
import type { ConnectionAccess } from "./access.js";
import type { Database, OpenDatabase, OpenTables } from "./database.js";
import type { OpenDialect } from "./dialect.js";
import { writeTable } from "./staged-table.js";
import { saveTable } from "./table-file.js";

type OptionsOf<T> = Extract<ConnectionOptions, { type: T }>;
const dialects: { [T in WrittenDatabaseType]: () => Promise<OpenDialect<OptionsOf<T>>> } = {
  postgres: async () => (await import("./postgres/dialect.js")).withPostgresDialect,
  mysql: async () => (await import("./mysql/dialect.js")).withMysqlDialect,
  redshift: async () => (await import("./redshift/dialect.js")).withRedshiftDialect,
  snowflake: async () => (await import("./snowflake/dialect.js")).withSnowflakeDialect,
  clickhouse: async () => (await import("./clickhouse/dialect.js")).withClickhouseDialect,
  bigquery: async () => (await import("./bigquery/dialect.js")).withBigqueryDialect,
};

type ReadOnlyDatabase = DatabaseType & ReadOnlyType;
const readOnly: { [T in ReadOnlyDatabase]: () => Promise<OpenTables<ConnectionAccess<OptionsOf<T>>>> } = {
  databricks: async () => (await import("./databricks/tables.js")).withDatabricks,
  google_sheets: async () => (await import("./google-sheets/spreadsheet.js")).withSpreadsheet,
};

const titled = (type: ConnectionType): string => (isBucket(type) ? "a bucket" : descriptorOf(type).title);

/** A session with a database of the owner. */
export const withDatabase: OpenDatabase<ConnectionAccess> = async (access, work) => {
  const { type } = access.options;
  if (!isDatabase(type))
    throw refuse("connection-failed", { detail: `it is to ${titled(type)}, which has no tables` });
  if (isReadOnly(type)) {
    const open = (await readOnly[type]()) as OpenTables<ConnectionAccess>;
    return open(access, (tables) => work({ ...tables, writeTable: refusesToWrite(type) }));
  }
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

const refusesToWrite =
  (type: ConnectionType): Database["writeTable"] =>
  async () => {
    throw refuse("connection-failed", { detail: `tables of ${titled(type)} are only read` });
  };
