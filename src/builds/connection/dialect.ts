// Dialect of a database: verbs by which its tables are found, read and written. Each type fills them in, in
// its own SQL; `table-file.ts` and `staged-table.ts` say in which order they are used.

import type { ConnectionOptions } from "../../domain/data/connection.js";
import type { Row } from "../../warehouse/engine.js";
import type { Sql } from "../../warehouse/sql/sql.js";
import type { ConnectionAccess } from "./access.js";
import type { WrittenColumn } from "./database.js";
import type { NameRule } from "./kept-names.js";

/** The text of a value; null if there is none. */
export type TableRow = readonly (string | null)[];

export interface FoundColumn {
  name: string;
  /** As the database spells it. */
  type: string;
}

export interface FoundTable {
  comment: string | null;
  /** Spelled as `structureOf` spells that of a target, so that the same structure is the same text. */
  structure: string;
}

/** A table of a target, by the names that the database keeps. */
export interface Target {
  table: string;
  /** The table in statements. */
  name: Sql;
  mark: string;
  columns: readonly WrittenColumn[];
  key: readonly string[] | null;
}

/**
 * Way in which the loaded rows become those of the table. `place`: there is no table. `swap`: the table has
 * another structure. `merge`: it has the same, and a key by which rows are compared. `refill`: it
 * has the same and no key, so all rows are replaced.
 */
export type Change = "place" | "swap" | "refill" | "merge";

export interface Dialect<C extends FoundColumn = FoundColumn> {
  /** Schema, database or dataset of the tables, in sentences. */
  place: string;
  /** Runs a statement and waits for its end. */
  run(statement: Sql): Promise<unknown>;
  /** Does work whose statements may compute for longer before they answer. Absent: no session is held open. */
  whileComputing?<T>(work: () => Promise<T>): Promise<T>;
  /** Statements that begin a transaction. Absent: verbs begin their own, or a statement is one. */
  begin?: { reading?: Sql; writing?: Sql };

  /** In order of name. Refuses `connection-failed` if there is no such schema. */
  listTables(): Promise<string[]>;
  /** Columns that the user may read, in order. */
  columnsOf(table: string): Promise<C[]>;
  /** The rows of one moment. */
  rowsOf(table: string, columns: readonly C[]): AsyncIterable<readonly TableRow[]>;

  /** Default: names are kept as they are. */
  names?: NameRule;
  /** A table in statements. */
  named(table: string): Sql;
  /** Null if there is no such table. */
  find(table: string): Promise<FoundTable | null>;
  structureOf(target: Target): string | Promise<string>;
  /** Makes the table that rows are loaded into for a change, runs `work` on it, and leaves none behind. */
  stage(target: Target, change: Change, work: (staged: Sql) => Promise<void>): Promise<void>;
  /** Each row has its values in the order of the target's columns. */
  load(staged: Sql, target: Target, batches: AsyncIterable<Row[string][][]>): Promise<void>;
  /** Check for keys that are repeated or null: the database refuses such a row, or the rows are looked up. */
  keys: { isRefused(error: unknown): boolean } | { rows(statement: Sql): Promise<readonly unknown[]> };
  /** Statements that bring the loaded rows into the table. Readers see what one of them, or of the transaction, does. */
  bring: Record<Change, (target: Target, staged: Sql) => Sql[] | Promise<Sql[]>>;
}

/** The verbs by which tables are read. */
export type ReadDialect<C extends FoundColumn = FoundColumn> = Pick<
  Dialect<C>,
  "place" | "run" | "whileComputing" | "begin" | "listTables" | "columnsOf" | "rowsOf"
>;

/** Runs `work` in a new session. Refuses what `OpenDatabase` says. */
export type OpenDialect<O extends ConnectionOptions> = <T>(
  access: ConnectionAccess<O>,
  work: (dialect: Dialect) => Promise<T>,
) => Promise<T>;
