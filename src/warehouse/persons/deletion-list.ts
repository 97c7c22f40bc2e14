// Who is on a deletion list is forgotten: their identities are left out when datasets are read again. Once they are, nothing
// but this relation tells that they were the same person, so it is carried on from build to build for as long as the list
// names them. It holds hashes alone.

import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per identity to be forgotten and identity of a deletion list that asks for it: identity_key, list_key, ordered.
 * `listed` has the identities of the lists, `roots` node and root.
 */
export const identitiesToDelete = (
  numbered: Relation,
  roots: Relation,
  listed: Relation,
  previousFile: string | null,
): Sql => {
  const carried =
    previousFile === null
      ? sql``
      : sql`union select before.identity_key, before.list_key from ${parquet(previousFile)} as before
        where before.list_key in (select list.identity_key from ${listed} as list)`;
  return sql`
  select identity_key, list_key
  from (
    select gone.identity_key, asking.identity_key as list_key
    from ${numbered} as asking
    join ${roots} as asked on asked.node = asking.node
    join ${roots} as root on root.root = asked.root
    join ${numbered} as gone on gone.node = root.node
    where asking.identity_key in (select list.identity_key from ${listed} as list)
    ${carried}
  )
  order by identity_key, list_key`;
};

/** One row: `print`, a text that is another one for other identities; null for none. */
export const deletionPrint = (forgotten: Relation): Sql => sql`
  select case when count(*) > 0 then count(*) || '-' || bit_xor(identity_key) || '-' || sum(identity_key % 1000003) end as print
  from (select distinct identity_key from ${forgotten})`;
