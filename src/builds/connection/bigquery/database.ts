// BigQuery as a database of the owner.

import type { BigqueryOptions } from "../../../domain/data/connection.js";
import type { ConnectionAccess } from "../access.js";
import type { OpenDatabase } from "../database.js";
import { openBigquery } from "./session.js";
import { listTables, writeTableFile } from "./tables.js";
import { writeTable } from "./write-table.js";

export const withBigqueryTables: OpenDatabase<ConnectionAccess<BigqueryOptions>> = async (access, work) => {
  const session = await openBigquery(access);
  const { project_id, dataset } = access.options;
  const place = { project_id, dataset };
  return work({
    listTables: () => listTables(session, place),
    saveTable: (table, file) => writeTableFile(session, place, table, file),
    writeTable: (written, batches) => writeTable(session, place, written, batches),
  });
};
