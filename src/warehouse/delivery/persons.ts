// Rows that are persons: as they are shown, or by a key of the owner's own.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per chosen person: row_key, the identity fields of who they are, and the payload. */
export const identifiedRows = (chosen: Relation, people: Relation, fields: readonly string[]): Sql => {
  const shown = fields.map((field) => ident("who", field));
  return sql`
    select c.person_id as row_key, ${join([sql`c.*`, ...shown])}
    from ${chosen} as c left join ${people} as who on who.person_id = c.person_id`;
};

/**
 * One row per person with a key in the column: person_id, reference_key. Of several keys it is the one that came first in
 * the files; of those in one row the smallest.
 */
export const referenceKeys = (references: Relation, persons: Relation, column: string): Sql => sql`
  select person_id, reference as reference_key
  from (
    select who.person_id, held.reference,
      row_number() over (partition by who.person_id order by held.first_row, held.reference) as place
    from ${references} as held join ${persons} as who on who.identity_key = held.identity_key
    where held.column_name = ${column}
  )
  where place = 1`;

/** One row per chosen person with a key: row_key, reference_key and the payload. */
export const referencedRows = (chosen: Relation, keys: Relation): Sql => sql`
  select c.person_id as row_key, c.*, k.reference_key
  from ${chosen} as c join ${keys} as k on k.person_id = c.person_id`;
