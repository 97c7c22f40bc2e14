// SQL text, made safe in this one place. Values in a template become literals, names pass through `ident`,
// and fragments nest, so a statement is plain text that can be printed, tested and pasted into any engine.
// The text is DuckDB's; a statement keeps what it was made of, so that it can be rendered for another engine.

import { type Dialect, duckdb, type Literal } from "./dialect.js";

/** SQL text that is well formed: made by `sql`, `ident` or `join`, never from a bare string. */
export class Sql {
  constructor(
    /** For DuckDB. */
    readonly text: string,
    /** Parts that it was made of. */
    readonly source: Source,
  ) {}
  toString(): string {
    return this.text;
  }
}

type Source =
  | { at: "template"; strings: readonly string[]; values: readonly SqlValue[] }
  | { at: "joined"; parts: readonly Sql[]; separator: string; empty: string }
  | { at: "name"; path: readonly string[] }
  | { at: "literal"; value: Literal }
  | { at: "files"; paths: string | readonly string[] }
  | { at: "table"; name: string }
  | { at: "spellings"; duckdb: Sql; spark: Sql | null };

/** Something that can stand after FROM: a table, a view, or a read of files. */
export type Relation = Sql;

export type SqlValue = Literal | Sql;

/** `sql\`select … where x = ${value}\``: values are quoted, `Sql` fragments are inlined. */
export const sql = (strings: TemplateStringsArray, ...values: SqlValue[]): Sql => {
  let text = strings[0]!;
  for (let i = 0; i < values.length; i++) text += textOf(values[i]!) + strings[i + 1];
  return new Sql(text, { at: "template", strings, values });
};

/** A value as a literal. Refuses numbers that SQL cannot write (NaN, infinities) and strings with NUL. */
export const literal = (value: SqlValue): Sql =>
  value instanceof Sql ? value : new Sql(textOf(value), { at: "literal", value });

const textOf = (value: SqlValue): string => {
  if (value instanceof Sql) return value.text;
  if (typeof value === "string" && value.includes("\0"))
    throw new Error("Bug: a string with NUL cannot be an SQL literal");
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`Bug: ${value} is not an SQL literal`);
  return duckdb.literal(value);
};

/** A quoted name: `ident("p_order")` or `ident("e", "p_order")` for `e.p_order`. */
export const ident = (...path: string[]): Sql => new Sql(duckdb.name(path), { at: "name", path });

/** Fragments joined by a separator; `empty` for an empty list. */
export const join = (parts: readonly Sql[], separator = ", ", empty = ""): Sql =>
  new Sql(parts.length === 0 ? empty : parts.map((part) => part.text).join(separator), {
    at: "joined",
    parts,
    separator,
    empty,
  });

/** Values as a comma-separated list of literals. */
export const list = (values: readonly SqlValue[]): Sql => join(values.map(literal));

/** A table of the engine, which no other engine has. */
export const table = (name: string): Relation => new Sql(duckdb.name([name]), { at: "table", name });

/** The rows of one or several Parquet files of the same shape. */
export const parquet = (paths: string | readonly string[]): Relation =>
  new Sql(typeof paths === "string" ? duckdb.file(paths) : duckdb.files(paths), { at: "files", paths });

/** A fragment that engines spell differently; null: only DuckDB does the same with it. */
export const spelled = (spellings: { duckdb: Sql; spark: Sql | null }): Sql =>
  new Sql(spellings.duckdb.text, { at: "spellings", ...spellings });

/** A statement in another dialect; null where a part of it has no spelling there. A table of DuckDB is a bug. */
export const render = (statement: Sql, dialect: Dialect): string | null => {
  const pieces: string[] = [];
  return write(statement, dialect, pieces) ? pieces.join("") : null;
};

const write = (statement: SqlValue, dialect: Dialect, to: string[]): boolean => {
  if (!(statement instanceof Sql)) return to.push(dialect.literal(statement)) > 0;
  const { source } = statement;
  switch (source.at) {
    case "template":
      return source.strings.every((text, i) => {
        to.push(text);
        return i === source.values.length || write(source.values[i]!, dialect, to);
      });
    case "joined":
      if (source.parts.length === 0) return to.push(source.empty) > 0;
      return source.parts.every((part, i) => {
        if (i > 0) to.push(source.separator);
        return write(part, dialect, to);
      });
    case "name":
      return to.push(dialect.name(source.path)) > 0;
    case "literal":
      return to.push(dialect.literal(source.value)) > 0;
    case "files":
      return (
        to.push(typeof source.paths === "string" ? dialect.file(source.paths) : dialect.files(source.paths)) >
        0
      );
    case "table":
      throw new Error(`Bug: only DuckDB has the table ${source.name}`);
    case "spellings": {
      const own = dialect.key && source[dialect.key];
      return own !== null && write(own, dialect, to);
    }
  }
};
