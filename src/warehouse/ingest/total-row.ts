// Total rows of a report: rows at the end of a file in which a word for a total stands where other rows have
// a value. They are no rows of the table, like the lines above its header and the header where it stands again.

import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { columnSql } from "./columns.js";

export interface TotalRow {
  /** In the file, from 0. */
  ordinal: number;
}

/** In the languages of the exports that are recognised, with little after it. */
const words =
  "^((grand |sub ?|net |overall )?totals?( (amount|sales|revenue|orders|general|g[eé]n[eé]ral|geral))?|(gesamt|zwischen|end)?summe|gesamt(betrag)?|" +
  "(total )?insgesamt|somme|suma|soma|totale( generale)?|totaal|totalt|celkem|razem|итого|sum)[ :.]*$";
const searchedColumns = 50;
/** Rows at the end that are compared; the last ones may be totals. */
export const comparedRows = 25;
const lastRows = 3;

/** The total rows of a file. `stored`: its records, with `file_row_number`; `rows`: how many. */
export const findTotalRows = async (
  engine: Engine,
  stored: Relation,
  rows: number,
  width: number,
): Promise<TotalRow[]> => {
  if (rows < 2) return [];
  const columns = [...Array(Math.min(width, searchedColumns)).keys()].map(columnSql);
  return engine.rows<{ ordinal: number }>(sql`select t.ordinal
    from (select s.file_row_number as ordinal, coalesce(${join([...columns, sql`null`])}) as first_value, ${filled(columns)} as filled
      from ${stored} as s where s.file_row_number >= ${rows - comparedRows}) as t
    where t.ordinal >= ${rows - lastRows} and regexp_matches(lower(t.first_value), ${words})
      and t.filled <= (select greatest(avg(u.filled) / 2, 2) from (select ${filled(columns)} as filled from ${stored} as s
        where s.file_row_number >= ${rows - comparedRows}) as u)
    order by t.ordinal`);
};

/** The rows that repeat the header, as files do that were put together. `names`: its columns with their names. */
export const findRepeatedHeaders = async (
  engine: Engine,
  stored: Relation,
  names: readonly (readonly [column: number, name: string])[],
): Promise<TotalRow[]> => {
  const compared = names.slice(0, searchedColumns);
  if (compared.length < fewestNames) return [];
  return engine.rows<{ ordinal: number }>(sql`select s.file_row_number as ordinal from ${stored} as s
    where ${join(
      compared.map(([column, name]) => sql`s.${columnSql(column)} = ${name}`),
      " and ",
    )}
    order by s.file_row_number limit ${mostHeaders}`);
};

const fewestNames = 2;
const mostHeaders = 1000;

const filled = (columns: readonly Sql[]): Sql =>
  join(
    columns.map((column) => sql`(case when ${column} is null then 0 else 1 end)`),
    " + ",
  );
