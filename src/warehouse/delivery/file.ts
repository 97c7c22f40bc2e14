// The rows of a target as they are handed out: so many, in order, under the names that were chosen.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Columns of the rows by which they come, and which end of them comes first; none for no other order than that of the keys. */
export interface Order {
  columns: readonly string[];
  isAscending: boolean;
}

/** A total order: nulls last, then by row_key. */
export const inOrder = ({ columns, isAscending }: Order): Sql => {
  const end = isAscending ? sql`asc` : sql`desc`;
  return join([...columns.map((column) => sql`${ident(column)} ${end} nulls last`), sql`row_key`]);
};

/** The first rows by the order; all of them where limit is null. */
export const limitedRows = (rows: Relation, order: Order, limit: number | null): Sql =>
  limit === null
    ? sql`select * from ${rows}`
    : sql`select * from ${rows} order by ${inOrder(order)} limit ${limit}`;

export interface FileColumn {
  source: string;
  output_col: string;
}

/** Rows as they are handed out. Ids are text: as numbers of JSON they would lose their last digits. */
export const fileRows = (rows: Relation, columns: readonly FileColumn[], order: Order): Sql =>
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
