// Deletion list: identities of people whom an owner wants deleted. Datasets are read again without them; after that only this
// relation says that they were one person, so it is kept from build to build while the list names them. It holds hashes only.

import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per identity to delete and listed identity of the same person: identity_key, list_key, ordered. `listed`: identity_key
 * of the deletion lists; `roots`: node, root.
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
    select deleted.identity_key, entry.identity_key as list_key
    from ${numbered} as entry
    join ${roots} as entry_root on entry_root.node = entry.node
    join ${roots} as root on root.root = entry_root.root
    join ${numbered} as deleted on deleted.node = root.node
    where entry.identity_key in (select list.identity_key from ${listed} as list)
    ${carried}
  )
  order by identity_key, list_key`;
};

/** One row: `print`, a text that differs for other identities; null for none. */
export const printOfDeletions = (deletions: Relation): Sql => sql`
  select case when count(*) > 0 then count(*) || '-' || bit_xor(identity_key) || '-' || sum(identity_key % 1000003) end as print
  from (select distinct identity_key from ${deletions})`;
