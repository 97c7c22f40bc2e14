// Counts the rows that a store hands out: how much work a request is, whatever the machine.

import type { KyselyPlugin } from "kysely";
import type { Db } from "../../src/db/connection.js";

/** The same store, outside of transactions, and how many rows came from it so far. */
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
