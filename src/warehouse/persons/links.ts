// What holds records together: an equal key, one row of a file, likeness, or their owner's word.

import type { MatchKind } from "../../domain/people.js";
import { scoredColumns, scoredNumbers } from "../matching/scored-pairs.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per link: left_node, right_node INTEGER, kind VARCHAR and, of kind `match`, pattern, first_name_share,
 * last_name_share, postcode_share, log_odds; NaN or null where they do not apply. `edges`: left_node, right_node, kind;
 * `likely` (several): see `weighedTable`; `together`: left_node, right_node.
 */
export const allLinks = (edges: Relation, likely: readonly Relation[], together: Relation): Sql => {
  const of = (kind: MatchKind, pairs: Relation, found: Sql) =>
    sql`select pair.left_node, pair.right_node, ${kind} as kind, ${found} from ${pairs} as pair`;
  const nothing = join(scoredColumns.map((column) => sql`null as ${ident(column)}`));
  const found = join(scoredColumns.map((column) => ident("pair", column)));
  return join(
    [
      sql`select edge.left_node, edge.right_node, edge.kind, ${nothing} from ${edges} as edge`,
      of("owner", together, nothing),
      ...likely.map((pairs) => of("match", pairs, found)),
    ],
    " union all ",
  );
};

/** The nodes of pairs (left_node, right_node), each once: node. */
export const nodesOf = (pairs: Relation): Relation =>
  sql`(select left_node as node from ${pairs} union select right_node from ${pairs})`;

/** Those of the links that are between `nodes` (node), which no link leaves; all of them for null. */
export const linksWithin = (links: Sql, nodes: Relation | null): Relation =>
  nodes
    ? sql`(select link.* from (${links}) as link semi join ${nodes} as near on near.node = link.left_node)`
    : sql`(${links})`;

/** One row per link: left_node, right_node, weight DOUBLE: infinite what the owner said, sure what a key says. */
export const linkWeights = (links: Relation): Sql => sql`
  select link.left_node, link.right_node,
    case link.kind when 'match' then link.log_odds when 'owner' then cast('infinity' as double) else ${keyWeight} end as weight
  from ${links} as link`;

/** Above all that likeness reaches, in log-odds: a key that is equal is taken before it. */
const keyWeight = 1000;

/** One row per decision of the owner whose records are both there: left_node, right_node. `decided`: left_key, right_key. */
export const decisionPairs = (decided: Relation, numbered: Relation): Sql => sql`
  select l.node as left_node, r.node as right_node
  from ${decided} as pair
  join ${numbered} as l on l.identity_key = pair.left_key
  join ${numbered} as r on r.identity_key = pair.right_key
  where l.node <> r.node
  order by l.node, r.node`;

/**
 * One row per link within a person, ordered by its keys: the columns of `matches.parquet`. `persons`: identity_key, person_id;
 * `earlier` are the matches of the build before, by which a link keeps the time it was made at.
 */
export const matches = (
  links: Relation,
  numbered: Relation,
  persons: Relation,
  earlier: Relation | null,
  now: number,
): Sql => {
  const known = (column: string) =>
    sql`case when not isnan(${ident("held", column)}) then ${ident("held", column)} end as ${ident(column)}`;
  const madeAt = earlier === null ? sql`cast(${now} as bigint)` : sql`coalesce(earlier.made_at, ${now})`;
  return sql`
    select held.left_key, held.right_key, held.kind, cast(held.pattern as integer) as pattern,
      ${join(scoredNumbers.map(known))}, ${madeAt} as made_at
    from (
      select distinct l.identity_key as left_key, r.identity_key as right_key, link.* exclude (left_node, right_node)
      from ${links} as link
      join ${numbered} as l on l.node = link.left_node
      join ${numbered} as r on r.node = link.right_node
      join ${persons} as one on one.identity_key = l.identity_key
      join ${persons} as other on other.identity_key = r.identity_key and other.person_id = one.person_id
    ) as held
    ${earlier === null ? sql`` : sql`left join ${earlier} as earlier using (left_key, right_key, kind)`}
    order by held.left_key, held.right_key, held.kind`;
};
