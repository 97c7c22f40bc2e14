// The rows of a target as they are handed out: so many, in order, under the names that were chosen.

import { identityFields } from "../../domain/dataset.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Columns of the rows by which they come, and which end of them comes first; none for no other order than that of the keys. */
export interface RowOrder {
  columns: readonly string[];
  isAscending: boolean;
}

/** A total order: nulls last, then by row_key. */
export const inOrder = ({ columns, isAscending }: RowOrder): Sql => {
  const end = isAscending ? sql`asc` : sql`desc`;
  return join([...columns.map((column) => sql`${ident(column)} ${end} nulls last`), sql`row_key`]);
};

/** The first rows by the order; all of them where limit is null. */
export const limitedRows = (rows: Relation, order: RowOrder, limit: number | null): Sql =>
  limit === null
    ? sql`select * from ${rows}`
    : sql`select * from ${rows} order by ${inOrder(order)} limit ${limit}`;

export interface FileColumn {
  source: string;
  output_col: string;
}

/** Rows as they are handed out. Ids are text: as numbers of JSON they would lose their last digits. */
export const fileRows = (rows: Relation, columns: readonly FileColumn[], order: RowOrder): Sql =>
  sql`select ${fileColumns(columns)} from ${rows} as r order by ${inOrder(order)}`;

export const fileColumns = (columns: readonly FileColumn[]): Sql =>
  join(
    columns.map(({ source, output_col }) => {
      const column = source === "person_id" ? sql`cast(r.person_id as varchar)` : ident("r", source);
      return sql`${column} as ${ident(output_col)}`;
    }),
  );

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

// What the columns of delivered rows hold, so that a reader can see that a file is as it should be before they use it.

/** The one row of a column: fill_rate, and of a column of numbers min, mean and max, else null. */
export const columnSummary = (rows: Relation, column: string, isNumber: boolean): Sql => {
  const value = isNumber ? sql`cast(${ident(column)} as double)` : sql`cast(null as double)`;
  return sql`
    select coalesce(count(${ident(column)}) / nullif(cast(count(*) as double), 0), 0) as fill_rate,
      min(${value}) as min, max(${value}) as max,
      round(cast(sum(cast(${value} as decimal(18, 6))) as double) / nullif(count(${value}), 0), 6) as mean
    from ${rows}`;
};

/** One row per value of a column: value, count; the most frequent first. */
export const valueCounts = (rows: Relation, column: string): Sql => sql`
  select cast(${ident(column)} as varchar) as value, count(*) as count
  from ${rows} where ${ident(column)} is not null group by 1 order by 2 desc, 1`;

// What a lookup is made of: a line of JSON for each row, what the people of the rows wrote of themselves, and the keys that
// lead to one line and no other.

/** Writes each row as a line of JSON, in order of row_key. */
export const copyToJsonLines = (rows: Relation, columns: readonly FileColumn[], path: string): Sql => sql`
  copy (select ${fileColumns(columns)} from ${rows} as r order by r.row_key) to ${path} (format json)`;

/** One row per line and identity of its person: line (from 0, in order of row_key) and the fields as written. */
export const identitiesOfLines = (rows: Relation, identities: Relation, persons: Relation): Sql => {
  const fields = join(identityFields.map((field) => ident("held", field)));
  return sql`
    select distinct numbered.line, ${fields}
    from (select person_id, row_number() over (order by row_key) - 1 as line from ${rows}) as numbered
    join ${persons} as who on who.person_id = numbered.person_id
    join ${identities} as held on held.identity_key = who.identity_key`;
};

/** The line of nobody: a key that leads there too is a key to no one. */
export const ambiguousLine = -1;

/** One row per key that leads to one line: key, line; keys ascend. */
export const uniqueKeys = (keys: Relation): Sql => sql`
  select key, min(line) as line from ${keys}
  group by key having min(line) = max(line) and min(line) > ${ambiguousLine} order by key`;
