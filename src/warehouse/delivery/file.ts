// Files of a deployment: rows limited and ordered, with their final column names, as CSV or JSON lines; the
// statistics of their columns; and the keys of a lookup.

import { identityFields } from "../../domain/data/dataset.js";
import { changedPattern, executablePattern } from "../../domain/target/spreadsheet.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Columns by which rows are ordered, and the direction. Without columns, rows are in order of their keys. */
export interface RowOrder {
  columns: readonly string[];
  isAscending: boolean;
}

/** A total order: nulls last, ties by row_key. */
export const inOrder = ({ columns, isAscending }: RowOrder): Sql => {
  const end = isAscending ? sql`asc` : sql`desc`;
  return join([...columns.map((column) => sql`${ident(column)} ${end} nulls last`), sql`row_key`]);
};

/** The first rows in this order; all of them where limit is null. */
export const limitedRows = (rows: Relation, order: RowOrder, limit: number | null): Sql =>
  limit === null
    ? sql`select * from ${rows}`
    : sql`select * from ${rows} order by ${inOrder(order)} limit ${limit}`;

export interface FileColumn {
  source: string;
  output_col: string;
}

/** Rows as delivered. Ids are text: as JSON numbers they would lose their last digits. */
export const fileRows = (rows: Relation, columns: readonly FileColumn[], order: RowOrder): Sql =>
  sql`select ${fileColumns(columns)} from ${rows} as r order by ${inOrder(order)}`;

/** The first of them. Texts of these columns are cut to at most so many characters, the last of them "…". */
export const shownRows = (
  rows: Relation,
  columns: readonly FileColumn[],
  order: RowOrder,
  { texts, count, characters }: { texts: ReadonlySet<string>; count: number; characters: number },
): Sql => {
  const cut = (text: Sql) =>
    sql`case when length(${text}) > ${characters} then left(${text}, ${characters - 1}) || '…' else ${text} end`;
  const shown = fileColumns(columns, (value, name) => (texts.has(name) ? cut(value) : value));
  return sql`select ${shown} from ${rows} as r order by ${inOrder(order)} limit ${count}`;
};

export const fileColumns = (
  columns: readonly FileColumn[],
  shown: (value: Sql, name: string) => Sql = (value) => value,
): Sql =>
  join(
    columns.map(({ source, output_col: name }) => {
      const value = source === "person_id" ? sql`cast(r.person_id as varchar)` : ident("r", source);
      return sql`${shown(value, name)} as ${ident(name)}`;
    }),
  );

/**
 * The same rows; texts that a spreadsheet would execute start with an apostrophe. `columns` are those of type
 * varchar.
 */
export const harmlessTexts = (rows: Sql, columns: readonly string[]): Sql => {
  if (columns.length === 0) return rows;
  const texts = columns.map((name) => {
    const column = ident(name);
    const isExecutable = sql`regexp_matches(${column}, ${executablePattern}, 's')`;
    return sql`case when ${isExecutable} then '''' || ${column} else ${column} end as ${column}`;
  });
  return sql`select * replace (${join(texts)}) from (${rows})`;
};

/** One row: for each column, under its own name, whether a spreadsheet would change any of its texts. */
export const changedTexts = (rows: Sql, columns: readonly string[]): Sql => {
  const tests = columns.map((name) => {
    const isChanged = sql`regexp_matches(${ident(name)}, ${changedPattern})`;
    return sql`coalesce(bool_or(${isChanged}), false) as ${ident(name)}`;
  });
  return sql`select ${join(tests)} from (${rows})`;
};

/** The same rows; the texts of these columns are written so that a spreadsheet keeps them: `="08482"`. */
export const keptTexts = (rows: Sql, columns: readonly string[]): Sql => {
  if (columns.length === 0) return rows;
  const texts = columns.map((name) => {
    const column = ident(name);
    return sql`'="' || replace(${column}, '"', '""') || '"' as ${column}`;
  });
  return sql`select * replace (${join(texts)}) from (${rows})`;
};

/** The same rows with decimal commas. `columns` are those with decimals. */
export const decimalCommas = (rows: Sql, columns: readonly string[]): Sql => {
  if (columns.length === 0) return rows;
  const texts = columns.map(
    (name) => sql`replace(cast(${ident(name)} as varchar), '.', ',') as ${ident(name)}`,
  );
  return sql`select * replace (${join(texts)}) from (${rows})`;
};

/**
 * The same rows; the file starts with a byte-order mark, by which Excel recognises UTF-8. The engine writes
 * no such mark itself.
 */
export const withByteOrderMark = (rows: Sql, columns: readonly string[]): Sql => {
  const [first, ...rest] = columns;
  if (first === undefined) return rows;
  const marked = sql`${ident(first)} as ${ident(`\uFEFF${first}`)}`;
  return sql`select ${join([marked, ...rest.map((name) => ident(name))])} from (${rows})`;
};

export interface CsvOptions {
  delimiter: string;
  gzip: boolean;
  quoteAll: boolean;
}

/** Writes rows as CSV with a header line. */
export const copyToCsv = (rows: Sql, path: string, { delimiter, gzip, quoteAll }: CsvOptions): Sql => sql`
  copy (${rows}) to ${path} (
    format csv, header true, delimiter ${delimiter}${quoteAll ? sql`, force_quote *` : sql``},
    compression ${gzip ? "gzip" : "none"}
  )`;

/** One row of statistics of a column: fill_rate, and for numbers min, mean and max, otherwise null. */
export const columnSummary = (rows: Relation, column: string, isNumber: boolean): Sql => {
  const value = isNumber ? sql`cast(${ident(column)} as double)` : sql`cast(null as double)`;
  return sql`
    select coalesce(count(${ident(column)}) / nullif(cast(count(*) as double), 0), 0) as fill_rate,
      min(${value}) as min, max(${value}) as max,
      round(cast(sum(cast(${value} as decimal(18, 6))) as double) / nullif(count(${value}), 0), 6) as mean
    from ${rows}`;
};

/** One row per value of a column, the most frequent first: value, count. */
export const valueCounts = (rows: Relation, column: string): Sql => sql`
  select cast(${ident(column)} as varchar) as value, count(*) as count
  from ${rows} where ${ident(column)} is not null group by 1 order by 2 desc, 1`;

/** Writes each row as a line of JSON, in order of row_key. */
export const copyToJsonLines = (rows: Relation, columns: readonly FileColumn[], path: string): Sql => sql`
  copy (select ${fileColumns(columns)} from ${rows} as r order by r.row_key) to ${path} (format json)`;

/**
 * One row per line of a lookup and identity of its person: line (from 0, in order of row_key) and the fields
 * as written.
 */
export const identitiesOfLines = (rows: Relation, identities: Relation, persons: Relation): Sql => {
  const fields = join(identityFields.map((field) => ident("own", field)));
  return sql`
    select distinct numbered.line, ${fields}
    from (select person_id, row_number() over (order by row_key) - 1 as line from ${rows}) as numbered
    join ${persons} as person on person.person_id = numbered.person_id
    join ${identities} as own on own.identity_key = person.identity_key`;
};

/** A line number for keys that must not be found: a key with this line and another is ambiguous. */
export const ambiguousLine = -1;

/** One row per key of exactly one line, in order of the key: key, line. */

export const uniqueKeys = (keys: Relation): Sql => sql`
  select key, min(line) as line from ${keys}
  group by key having min(line) = max(line) and min(line) > ${ambiguousLine} order by key`;
