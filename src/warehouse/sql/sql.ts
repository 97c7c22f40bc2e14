// SQL text, made safe in this one place. Values in a template become literals, names pass through `ident`, and fragments nest, so a
// statement is plain text that can be printed, tested and pasted into any engine.

/** SQL text that is well formed: made by `sql`, `ident` or `join`, never from a bare string. */
export class Sql {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

/** Something that can stand after FROM: a table, a view, or a read of files. */
export type Relation = Sql;

export type SqlValue = string | number | bigint | boolean | null | Sql;

/** `sql\`select … where x = ${value}\``: values are quoted, `Sql` fragments are inlined. */
export const sql = (strings: TemplateStringsArray, ...values: SqlValue[]): Sql =>
  new Sql(strings.reduce((text, part, i) => text + literal(values[i - 1] ?? null).text + part));

/** A value as a literal. Refuses numbers that SQL cannot write (NaN, infinities) and strings with NUL. */
export const literal = (value: SqlValue): Sql => {
  if (value instanceof Sql) return value;
  if (value === null) return new Sql("null");
  if (typeof value === "string") {
    if (value.includes("\0")) throw new Error("Bug: a string with NUL cannot be an SQL literal");
    return new Sql(`'${value.replaceAll("'", "''")}'`);
  }
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`Bug: ${value} is not an SQL literal`);
  return new Sql(String(value));
};

/** A quoted name: `ident("p_order")` or `ident("e", "p_order")` for `e.p_order`. */
export const ident = (...path: string[]): Sql =>
  new Sql(path.map((name) => `"${name.replaceAll('"', '""')}"`).join("."));

/** Fragments joined by a separator; `empty` for an empty list. */
export const join = (parts: readonly Sql[], separator = ", ", empty = ""): Sql =>
  new Sql(parts.length === 0 ? empty : parts.map((part) => part.text).join(separator));

/** Values as a comma-separated list of literals. */
export const list = (values: readonly SqlValue[]): Sql => join(values.map(literal));

export const table = (name: string): Relation => ident(name);

/** The rows of one or several Parquet files of the same shape. */
export const parquet = (paths: string | readonly string[]): Relation =>
  typeof paths === "string"
    ? sql`read_parquet(${paths})`
    : sql`read_parquet([${list(paths)}], union_by_name = true)`;
