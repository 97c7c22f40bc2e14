// Dialects: how an engine writes names, values and reads of files. DuckDB's is that of all statements, and
// Spark's is for the few that a cluster runs. Databases of the owner have theirs beside their session.

export type Literal = string | number | bigint | boolean | null;

export interface Dialect {
  /** Key of the dialect's spelling of a fragment; null: none is its own. */
  readonly key: "duckdb" | "spark" | null;
  name(path: readonly string[]): string;
  literal(value: Literal): string;
  /** The rows of a Parquet file. */
  file(path: string): string;
  /** The rows of several files of the same shape, by the names of their columns. */
  files(paths: readonly string[]): string;
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

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

/** Dialect of an engine that reads no files of ours. */
export const dialectWithoutFiles = ({ name, literal }: Pick<Dialect, "name" | "literal">): Dialect => ({
  key: null,
  name,
  literal,
  file: (path) => {
    throw new Error(`Bug: the engine does not read ${path}`);
  },
  files: (paths) => {
    throw new Error(`Bug: the engine does not read ${paths.join(", ")}`);
  },
});

export const backticked = (name: string): string => `\`${name.replaceAll("`", "``")}\``;
