// MySQL and MariaDB as a database of the owner.

import type { OpenDatabase } from "../database.js";
import { type MysqlAccess, withMysql } from "./session.js";
import { listTables, writeTableFile } from "./tables.js";
import { writeTable } from "./write-table.js";

export const withMysqlTables: OpenDatabase<MysqlAccess> = (access, work) => {
  const { database } = access.options;
  return withMysql(access, (session) =>
    work({
      listTables: () => listTables(session),
      saveTable: (table, file) => writeTableFile(session, database, table, file),
      writeTable: (written, batches) =>
        session.whileComputing(() => writeTable(session, database, written, batches)),
    }),
  );
};
