// A profile is kept with the parts of its blocks, but without its shares: how common a name is changes with every new record.
// Nor are its other names kept: blocks have been made of one, and the list of all takes DuckDB 1.5 long to read.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { partColumns, shareColumns } from "./blocks.js";
import { firstNames } from "./profiles.js";

const shareNames = shareColumns.map(([share]) => ident(share));
const partName = (column: string): string => `part_${column}`;
/** Of the parts, those whose shares are compared, and the others. */
const shareParts = shareColumns.map(([, column]) => ident(partName(column)));
const otherParts = partColumns
  .filter((column) => shareColumns.every(([, shared]) => shared !== column))
  .map((column) => ident(partName(column)));

/** One row per profile: its columns but first_canonical, first_names and the shares, and `part_<column>` of its parts. */
export const storedProfiles = (profiles: Relation, parts: Relation): Sql => sql`
  select profile.* exclude (first_canonical, first_names, ${join(shareNames)}),
    ${join(partColumns.map((column) => sql`${ident("part", column)} as ${ident(partName(column))}`))}
  from ${profiles} as profile
  join ${parts} as part on part.node = profile.node`;

/** The relation of `blockParts` for profiles that were kept. */
export const storedBlockParts = (kept: Relation, gone: Relation): Sql => sql`
  select kept.node, ${join(partColumns.map((column) => sql`${ident("kept", partName(column))} as ${ident(column)}`))}
  from ${kept} as kept
  anti join ${gone} as gone on gone.node = kept.node`;

/** Those of the kept profiles that are among `nodes` (node), as they are compared: see `valueShares` and `stageNicknames`. */
export const profilesFromStored = (
  kept: Relation,
  nodes: Relation,
  { shares, nicknames }: { shares: Relation; nicknames: Relation },
): Sql => {
  const joins = shareColumns.map(
    ([share, column]) => sql`
      left join ${shares} as ${ident(share)}
        on ${ident(share, "field")} = ${column} and ${ident(share, "value")} = ${ident("profile", partName(column))}`,
  );
  return sql`
    with wanted as materialized (
      select profile.* exclude (${join(otherParts)})
      from ${kept} as profile
      semi join ${nodes} as wanted on wanted.node = profile.node
    )
    select profile.* exclude (${join(shareParts)}),
      ${firstNames(sql`profile.first_name`)} as first_names,
      ${join(shareColumns.map(([share]) => sql`${ident(share, "share")} as ${ident(share)}`))}
    from wanted as profile
    left join ${nicknames} as nickname on nickname.name = profile.first_name
    ${join(joins, " ")}`;
};

/** One row per value that is weighed by how common it is: field (the column of `parts`), value, share FLOAT. */
export const valueShares = (parts: Relation): Sql =>
  join(
    shareColumns.map(
      ([, column]) => sql`
        select ${column} as field, ${ident("part", column)} as value,
          cast(count(*) / sum(count(*)) over () as float) as share
        from ${parts} as part
        where ${ident("part", column)} is not null
        group by ${ident("part", column)}`,
    ),
    " union all ",
  );
