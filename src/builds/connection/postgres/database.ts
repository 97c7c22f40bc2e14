// PostgreSQL as a database of the owner.

import type { PostgresOptions } from "../../../domain/data/connection.js";
import type { ConnectionAccess } from "../access.js";
import type { OpenDatabase } from "../database.js";
import { withPostgres } from "./session.js";
import { listTables, writeTableFile } from "./tables.js";
import { writeTable } from "./write-table.js";

export const withPostgresTables: OpenDatabase<ConnectionAccess<PostgresOptions>> = (access, work) => {
  const { schema } = access.options;
  return withPostgres(access, (client) =>
    work({
      listTables: () => listTables(client, schema),
      saveTable: (table, file) => writeTableFile(client, schema, table, file),
      writeTable: (written, batches) =>
        client.whileComputing(() => writeTable(client, schema, written, batches)),
    }),
  );
};
