// Table of a lake that a target owns: a property names the target, and the whole table is replaced in one
// statement.

import type { TableName } from "../../domain/data/table-grant.js";
import { type TableFormat, tableComment } from "../../domain/target/target.js";
import { parquet, type Sql, sql } from "../sql/sql.js";
import { tableSql } from "./table.js";

export interface OwnedTable {
  name: TableName;
  format: TableFormat;
  targetId: string;
}

const ownerProperty = "bellwether.target";

/** One row per property of the table: key, value. */
export const propertiesOf = (name: TableName): Sql => sql`show tblproperties ${tableSql(name)}`;

/** One row if the target owns the table. `parts`: files with the answer to `propertiesOf`. */
export const ownersOf = (parts: string[], targetId: string): Sql =>
  sql`select value from ${parquet(parts)} where key = ${ownerProperty} and value = ${targetId}`;

/** Replaces the table with the rows of a file. */
export const replacedTable = ({ name, format, targetId }: OwnedTable, file: string): Sql => {
  const using = { delta: sql`delta`, iceberg: sql`iceberg` }[format];
  return sql`create or replace table ${tableSql(name)} using ${using} comment ${tableComment(targetId)}
    tblproperties (${ownerProperty} = ${targetId}) as select * from ${parquet(file)}`;
};
