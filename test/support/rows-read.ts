// Count of rows read from a store: the work of a request, independent of the machine.

import type { KyselyPlugin } from "kysely";
import type { Db } from "../../src/db/connection.js";

/**
 * The store, and the number of rows read from it so far outside transactions. Nothing that was read is kept,
 * so that each read counts.
 */
export const countRows = (db: Db): { db: Db; rowsRead(): number } => {
  let rows = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows += result.rows.length;
      return result;
    },
  };
  const counted: Db = { ...db, version: () => null, kysely: db.kysely.withPlugin(counter) };
  return { db: counted, rowsRead: () => rows };
};
