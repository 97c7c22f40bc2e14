// Total row of a report: the last row of a file, if a word for a total stands where other rows have a value.

import type { DetectedColumn } from "../../domain/dataset.js";
import type { DatasetResult } from "../../domain/dataset-result.js";
import type { Engine } from "../engine.js";
import { join, sql } from "../sql/sql.js";
import { columnSql } from "./columns.js";
import type { Records } from "./read.js";

/** In the languages of the exports that are recognised. */
const words = "^(grand |sub)?total|^(gesamt|summe|somme|suma|totale|totaal|totalt|итого)";
const searchedColumns = 50;
const shownCharacters = 100;

/** The first of the files' last rows that looks like a total. */
export const totalRow = async (
  engine: Engine,
  { relation, filenames }: Records,
  columns: readonly DetectedColumn[],
): Promise<Pick<DatasetResult, "total_row">> => {
  const searched = columns.slice(0, searchedColumns).map((_, i) => columnSql(i));
  const values = sql`list_filter([${join(searched)}], lambda value: value is not null)`;
  const usual = columns.slice(0, searchedColumns).reduce((sum, { fill_rate }) => sum + fill_rate, 0);
  const [found] = await engine.rows<{ file: number; row: string }>(
    sql`select l.file, left(array_to_string(l.row, ' … '), ${shownCharacters}) as row
    from (select r.file, arg_max(${values}, r.seq) as row from ${relation} as r group by r.file) as l
    where len(l.row) > 0 and regexp_matches(lower(l.row[1]), ${words}) and len(l.row) <= greatest(${usual} / 2, 2)
    order by l.file limit 1`,
  );
  return found ? { total_row: { file: filenames[found.file]!, row: found.row } } : {};
};
