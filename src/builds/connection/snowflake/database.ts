// Snowflake as a database of the owner.

import type { SnowflakeOptions } from "../../../domain/data/connection.js";
import type { ConnectionAccess } from "../access.js";
import type { OpenDatabase } from "../database.js";
import { openSnowflake } from "./session.js";
import { listTables, writeTableFile } from "./tables.js";
import { writeTable } from "./write-table.js";

export const withSnowflakeTables: OpenDatabase<ConnectionAccess<SnowflakeOptions>> = (access, work) => {
  const session = openSnowflake(access);
  const { database, schema } = access.options;
  const place = { database, schema };
  return work({
    listTables: () => listTables(session, place),
    saveTable: (table, file) => writeTableFile(session, place, table, file),
    writeTable: (written, batches) => writeTable(session, place, written, batches),
  });
};
