// Migration: a list of statements in the SQL that SQLite and PostgreSQL share, with placeholders for the few
// words that differ. A released migration is never edited; a change is a new migration.

import type { Kysely } from "kysely";
import type { Database } from "../schema.js";

export type Dialect = "sqlite" | "postgres";

/** The words that differ between the dialects. */
export interface ColumnTypes {
  /** 53 bits or more. */
  integer: string;
  real: string;
  /** A primary key that numbers rows as they are inserted. */
  sequence: string;
  /** Options after a table's closing bracket. */
  end: string;
}

export interface Migration {
  name: string;
  statements(types: ColumnTypes, dialect: Dialect): string[];
  /** Work that SQL cannot do, after the statements. */
  work?(trx: Kysely<Database>): Promise<void>;
}

export const columnTypes: Record<Dialect, ColumnTypes> = {
  sqlite: {
    integer: "integer",
    real: "real",
    sequence: "integer primary key autoincrement",
    end: "strict",
  },
  postgres: {
    integer: "bigint",
    real: "double precision",
    sequence: "bigint generated always as identity primary key",
    end: "",
  },
};
