// What comparing has found stays true of the same two records, so that a new file is compared with what is there, and the rest
// is remembered. Nodes are numbered anew by every build; keys of identities stay.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { foundColumns } from "./weighed.js";

const found = join(foundColumns.map((column) => ident("pair", column)));

/** One row per pair, ordered: left_key, right_key BIGINT and what `weighedTable` says of it. */
export const pairsByKey = (pairs: Relation, numbered: Relation): Sql => sql`
  select l.identity_key as left_key, r.identity_key as right_key, ${found}
  from ${pairs} as pair
  join ${numbered} as l on l.node = pair.left_node
  join ${numbered} as r on r.node = pair.right_node
  order by left_key, right_key`;

/** The same pairs by node, as far as both records are still there: left_node < right_node, and what was found. */
export const pairsByNode = (remembered: Relation, numbered: Relation): Sql => sql`
  select least(l.node, r.node) as left_node, greatest(l.node, r.node) as right_node,
    ${found}
  from ${remembered} as pair
  join ${numbered} as l on l.identity_key = pair.left_key
  join ${numbered} as r on r.identity_key = pair.right_key`;

/** One row per profile that the build before did not know: node. `persons`: identity_key, of that build. */
export const freshProfiles = (profiles: Relation, numbered: Relation, persons: Relation): Sql => sql`
  select profile.node
  from ${profiles} as profile
  join ${numbered} as numbered on numbered.node = profile.node
  where numbered.identity_key not in (select known.identity_key from ${persons} as known)`;
