// Dialects: how an engine writes names, values and reads of files. DuckDB's is that of all statements;
// Spark's is for the few that a cluster runs; those of MySQL, Snowflake and BigQuery are for tables of the
// owner there.

export type Literal = string | number | bigint | boolean | null;

export interface Dialect {
  /** Key of the dialect's spelling of a fragment. */
  readonly key: "duckdb" | "spark" | "mysql";
  name(path: readonly string[]): string;
  literal(value: Literal): string;
  /** The rows of a Parquet file. */
  file(path: string): string;
  /** The rows of several files of the same shape, by the names of their columns. */
  files(paths: readonly string[]): string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const duckdb: Dialect = {
  key: "duckdb",
  name: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join("."),
  literal: (value) => (typeof value === "string" ? quoted(value) : String(value)),
  file: (path) => `read_parquet(${quoted(path)})`,
  files: (paths) => `read_parquet([${paths.map(quoted).join(", ")}], union_by_name = true)`,
};

/**
 * Spark SQL, as Spark 4.3 and Sail 0.7 read it. A backslash in a string is an escape, and Sail reads a
 * doubled quote as two strings that stand side by side. A fraction has an exponent, without which it is a
 * DECIMAL.
 */
export const spark: Dialect = {
  key: "spark",
  name: (path) => path.map(backticked).join("."),
  literal: (value) => {
    if (typeof value === "string") return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
    return typeof value === "number" && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
  },
  file: (path) => {
    if (/[{}[\]*?\\]/.test(path)) throw new Error(`Bug: Spark reads ${path} as a pattern`);
    return `parquet.${backticked(path)}`;
  },
  files: (paths) => {
    throw new Error(`Bug: Spark reads columns of several files by place, not by name: ${paths.join(", ")}`);
  },
};

/** MySQL and MariaDB, in a session whose mode has NO_BACKSLASH_ESCAPES. They read no files of ours. */
export const mysql: Dialect = {
  key: "mysql",
  name: (path) => path.map(backticked).join("."),
  literal: duckdb.literal,
  file: (path) => {
    throw new Error(`Bug: MySQL does not read ${path}`);
  },
  files: (paths) => {
    throw new Error(`Bug: MySQL does not read ${paths.join(", ")}`);
  },
};

/** A backslash in a string is an escape. */
export const snowflake: Dialect = {
  ...duckdb,
  literal: (value) => (typeof value === "string" ? quoted(value.replaceAll("\\", "\\\\")) : String(value)),
};

/** GoogleSQL. Names and strings have the same escapes, and neither spans lines. */
export const bigquery: Dialect = {
  ...duckdb,
  name: (path) => path.map((name) => `\`${escaped(name)}\``).join("."),
  literal: (value) => (typeof value === "string" ? `'${escaped(value)}'` : String(value)),
};

const escaped = (text: string): string =>
  text
    .replace(/[\\'`"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");

const backticked = (name: string): string => `\`${name.replaceAll("`", "``")}\``;
