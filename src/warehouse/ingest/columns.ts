// The files of a directory are one table. Its columns are the union by name; inside the engine they are c0, c1, …, because
// names there ignore case, and a customer's names do not.

import { refuse } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

export interface Column {
  name: string;
  /** Place in the union, which is its name in the relations of the build. */
  index: number;
  sql: Sql;
}

const columnName = (index: number): string => `c${index}`;
export const columnSql = (index: number): Sql => ident(columnName(index));

const folded = (name: string): string => name.trim().toLowerCase();

/** The union of the files' columns, and for each file the place of each of its own columns in it. */
export const unionOfColumns = (
  files: readonly (readonly string[])[],
): { names: string[]; places: number[][] } => {
  const names: string[] = [];
  const places = files.map((own) => {
    const taken = new Set<number>();
    return own.map((name) => {
      const place = placeOf(name, names, own, taken);
      if (place === names.length) names.push(name);
      taken.add(place);
      return place;
    });
  });
  return { names, places };
};

/** A column spelled in another case in another file is the same column, unless this file has both spellings. */
const placeOf = (name: string, names: string[], own: readonly string[], taken: Set<number>): number => {
  const exact = names.indexOf(name);
  if (exact >= 0) return exact;
  const similar = names.findIndex(
    (known, i) => folded(known) === folded(name) && !taken.has(i) && !own.includes(known),
  );
  return similar >= 0 ? similar : names.length;
};

/** The column as it is written, or the only one that differs in case or space. Refuses `column-unknown`. */
export const findColumn = (names: readonly string[], wanted: string, usedBy: string): Column => {
  const exact = names.indexOf(wanted);
  const similar = names.flatMap((name, i) => (folded(name) === folded(wanted) ? [i] : []));
  const index = exact >= 0 ? exact : similar.length === 1 ? similar[0]! : -1;
  if (index < 0)
    throw refuse("column-unknown", { column: wanted, used_by: usedBy, columns: names.join(", ") });
  return { name: names[index]!, index, sql: columnSql(index) };
};

const shownCharacters = 200;

/** Ten of the first rows of the first file, by the names of the columns. */
export const sampleRows = async (
  engine: Engine,
  records: Relation,
  names: readonly string[],
): Promise<Record<string, string | null>[]> => {
  const columns = names.map((_, i) => sql`left(${columnSql(i)}, ${shownCharacters}) as ${columnSql(i)}`);
  const rows = await engine.rows<Record<string, string | null>>(
    sql`select ${join(columns)} from ${records} as r
    where r.file = 0 and r.ordinal < 1000 order by r.seq limit 10`,
  );
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[columnName(i)] ?? null])));
};
