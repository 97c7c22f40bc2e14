// Amazon Redshift as a database of the owner. It speaks PostgreSQL's protocol, and its SQL is that of
// PostgreSQL 8: statements here keep to what both know, so that they can be tried on PostgreSQL.

import type { RedshiftOptions } from "../../../domain/data/connection.js";
import type { ConnectionAccess } from "../access.js";
import type { OpenDatabase } from "../database.js";
import { withPostgres } from "../postgres/session.js";
import { listTables, writeTableFile } from "./tables.js";
import { writeTable } from "./write-table.js";

export const withRedshiftTables: OpenDatabase<ConnectionAccess<RedshiftOptions>> = (access, work) => {
  const { schema } = access.options;
  return withPostgres(access, async (client) => {
    for (const setting of settings) await client.query(setting);
    return work({
      listTables: () => listTables(client, schema),
      saveTable: (table, file) => writeTableFile(client, schema, table, file),
      writeTable: (written, batches) =>
        client.whileComputing(() => writeTable(client, schema, written, batches)),
    });
  });
};

/** Moments are in UTC, and fractions have all their digits. */
const settings = ["set datestyle to ISO", "set timezone to 'UTC'", "set extra_float_digits to 2"];
