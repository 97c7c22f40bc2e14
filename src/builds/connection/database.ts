// A database of the owner, whatever its type: its tables can be listed and read, and a target can write one.

import type { WrittenColumn } from "../../warehouse/delivery/parquet-file.js";
import type { Row } from "../../warehouse/engine.js";

export type { WrittenColumn };

/** Tables that are read. */
export interface Tables {
  /**
   * Tables and views that the user may read, in order of name. Refuses `connection-failed` if there is no
   * such schema.
   */
  listTables(): Promise<string[]>;
  /**
   * Writes a CSV file with the names of the columns and a line for each row, in no order; null is empty.
   * Refuses `table-unknown`.
   */
  saveTable(table: string, file: string): Promise<void>;
}

export interface Database extends Tables {
  /**
   * Readers see the old rows or the new ones. Rows in `batches` have their values by column name. Refuses
   * what `WrittenTable` says.
   */
  writeTable(written: WrittenTable, batches: AsyncIterable<Row[]>): Promise<void>;
}

/**
 * Runs `work` in a new session. Refuses `connection-failed`, `connection-address-forbidden` and
 * `database-unreachable`.
 */
export type OpenDatabase<A> = Opens<A, Database>;
export type OpenTables<A> = Opens<A, Tables>;
type Opens<A, What> = <T>(access: A, work: (opened: What) => Promise<T>) => Promise<T>;

/**
 * Refuses `table-foreign` where the table exists and does not have the mark of the target, so that no other
 * table is ever emptied, and `table-columns-clash` where two names are one for the database.
 */
export interface WrittenTable {
  table: string;
  /** Comment of the table. It names the target that owns it. */
  mark: string;
  columns: readonly WrittenColumn[];
  /**
   * Columns whose values make a row unique. With them, only rows that are new, changed or gone are written;
   * `table-key-repeated` refuses rows that are not unique. Null: all rows are replaced.
   */
  key: readonly string[] | null;
}
