// A statement is made of named parts. Their names hold a space, so that no table of a caller can be mistaken for one.

import { ident, join, type Sql, sql, table } from "../sql/sql.js";

export interface Part {
  name: string;
  query: Sql;
  /** True where it has at most one row per person and is joined to the spine. */
  joins: boolean;
}

export const withParts = (parts: readonly Part[]): Sql =>
  sql`with ${join(
    parts.map(({ name, query }) => sql`${table(name)} as (${query})`),
    ",\n",
  )}`;

export const leftJoins = (parts: readonly Part[]): Sql =>
  join(
    parts
      .filter(({ joins }) => joins)
      .map(({ name }) => sql`left join ${table(name)} on ${ident(name, "person_id")} = s.person_id`),
    "\n",
  );
