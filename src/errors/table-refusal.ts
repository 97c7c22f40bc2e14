// Refusals of tables that an account may not use, for requests and for builds.

import {
  type GrantedTables,
  isGranted,
  parseTableName,
  type TableAccess,
  type TableName,
} from "../domain/data/table-grant.js";
import { refuse } from "./refusal.js";

/**
 * The name of the table. Refuses `cluster-missing`, `table-name-invalid` and `table-not-granted`. `granted`:
 * undefined without a cluster.
 */
export const requireGrant = (
  granted: GrantedTables | undefined,
  access: TableAccess,
  table: string,
): TableName => {
  if (!granted) throw refuse("cluster-missing", {}, faultAt("options.type", "needs a cluster"));
  const name = parseTableName(table);
  if (!name)
    throw refuse("table-name-invalid", { table }, faultAt("options.table_name", "is not a table's name"));
  if (isGranted(granted[access], name)) return name;
  const tables = granted[access].join(", ") || "no tables";
  throw refuse(
    "table-not-granted",
    { table, access, tables },
    faultAt("options.table_name", "is not granted"),
  );
};

const faultAt = (path: string, message: string) => [{ path, message, context: { errorType: "unavailable" } }];
