// Count of rows read from a store: the work of a request, independent of the machine.

import type { KyselyPlugin } from "kysely";
import type { Db } from "../../src/db/connection.js";

/** The store, and the number of rows read from it so far outside transactions. */
export const countRows = (db: Db): { db: Db; rowsRead(): number } => {
  let rows = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows += result.rows.length;
      return result;
    },
  };
  return { db: { ...db, kysely: db.kysely.withPlugin(counter) }, rowsRead: () => rows };
};
