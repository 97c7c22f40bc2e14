// What a lookup is made of: a line of JSON for each row, what the people of the rows wrote of themselves, and the keys that
// lead to one line and no other.

import { identityFields } from "../../domain/dataset.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type FileColumn, fileColumns } from "./file.js";

/** Writes each row as a line of JSON, in order of row_key. */
export const copyToJsonLines = (rows: Relation, columns: readonly FileColumn[], path: string): Sql => sql`
  copy (select ${fileColumns(columns)} from ${rows} as r order by r.row_key) to ${path} (format json)`;

/** One row per line and identity of its person: line (from 0, in order of row_key) and the fields as written. */
export const writtenOfLines = (rows: Relation, identities: Relation, persons: Relation): Sql => {
  const fields = join(identityFields.map((field) => ident("held", field)));
  return sql`
    select distinct numbered.line, ${fields}
    from (select person_id, row_number() over (order by row_key) - 1 as line from ${rows}) as numbered
    join ${persons} as who on who.person_id = numbered.person_id
    join ${identities} as held on held.identity_key = who.identity_key`;
};

/** The line of nobody: a key that leads there too is a key to no one. */
export const nobody = -1;

/** One row per key that leads to one line: key, line; keys ascend. */
export const uniqueKeys = (keys: Relation): Sql => sql`
  select key, min(line) as line from ${keys}
  group by key having min(line) = max(line) and min(line) > ${nobody} order by key`;
