// Links between records, of four kinds: an equal key, one row of a file, a probabilistic match, or the
// owner's decision.

import { keyWeight, numberWeight, tentativeWeight } from "../../domain/people/matching.js";
import type { MatchKind } from "../../domain/people/people.js";
import { hasLevel, restsOnName } from "../matching/levels.js";
import { scoredColumns, scoredNumbers } from "../matching/scored-pairs.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per link: left_node, right_node INTEGER, kind, strength VARCHAR (of an edge) and, for kind `match`, pattern,
 * first_name_share, last_name_share, postcode_share, log_odds; NaN or null where they do not apply. `edges`: left_node,
 * right_node, kind, strength; `matches` (several): see `createScoredPairs`; `together`: left_node, right_node.
 */
export const allLinks = (edges: Relation, matches: readonly Relation[], together: Relation): Relation => {
  const of = (kind: MatchKind, pairs: Relation, found: Sql) =>
    sql`select pair.left_node, pair.right_node, ${kind} as kind, cast(null as varchar) as strength, ${found} from ${pairs} as pair`;
  const none = join(scoredColumns.map((column) => sql`null as ${ident(column)}`));
  const found = join(scoredColumns.map((column) => ident("pair", column)));
  const all = [
    sql`select edge.left_node, edge.right_node, edge.kind, edge.strength, ${none} from ${edges} as edge`,
    of("owner", together, none),
    ...matches.map((pairs) => of("match", pairs, found)),
  ];
  return sql`(${join(all, " union all ")})`;
};

/** The nodes of pairs (left_node, right_node), each once: node. */
export const nodesOf = (pairs: Relation): Relation =>
  sql`(select left_node as node from ${pairs} union select right_node from ${pairs})`;

/** A mailbox with a name in two scripts, of which no text is equal, is a key nevertheless. */
const isOfOneMailbox = sql`(
  ${hasLevel("link", "email", "is the same")}
  and ${hasLevel("link", "first_name", "is the same", "is the same in another script")}
  and ${hasLevel("link", "last_name", "is the same", "is the same in another script")})`;

/**
 * One row per link: left_node, right_node, weight DOUBLE: log-odds of a match, infinity for the owner,
 * otherwise that of its strength, is_row, 1 if it is of kind `row`, and is_move, 1 for a match by name alone.
 * Of two equal keys the one between records that are more alike weighs more: a father is first joined by his
 * mailbox, and then by the name and address that he shares with his son.
 */
export const linkWeights = (links: Relation): Sql => sql`
  select link.left_node, link.right_node, cast(link.kind = 'row' as integer) as is_row,
    cast(link.kind = 'match' and ${restsOnName("link")} as integer) as is_move,
    case when link.kind = 'match' then link.log_odds + case when ${isOfOneMailbox} then ${keyWeight} else 0 end
      when link.kind = 'owner' then cast('infinity' as double)
      when link.strength = 'number' then ${numberWeight} when link.strength = 'tentative' then ${tentativeWeight}
      else ${keyWeight} + coalesce(max(link.log_odds) filter (link.kind = 'match')
        over (partition by link.left_node, link.right_node), 0) end as weight
  from ${links} as link`;

/** One row per decided pair: left_node, right_node. `decided`: left_key, right_key, of `numbered` records. */
export const decisionPairs = (decided: Relation, numbered: Relation): Sql => sql`
  select distinct l.node as left_node, r.node as right_node
  from ${decided} as pair
  join ${numbered} as l on l.identity_key = pair.left_key
  join ${numbered} as r on r.identity_key = pair.right_key
  order by l.node, r.node`;

/**
 * One row per link within a person, ordered by its keys: the columns of `matches.parquet`. `persons`:
 * identity_key, person_id; `previous`: the matches of the previous build, from which a link keeps its time.
 */
export const matches = (
  links: Relation,
  numbered: Relation,
  persons: Relation,
  previous: Relation | null,
  now: number,
): Sql => {
  const nanAsNull = (column: string) =>
    sql`case when not isnan(${ident("link_row", column)}) then ${ident("link_row", column)} end as ${ident(column)}`;
  const madeAt = previous === null ? sql`cast(${now} as bigint)` : sql`coalesce(previous.made_at, ${now})`;
  return sql`
    select link_row.left_key, link_row.right_key, link_row.kind, cast(link_row.pattern as integer) as pattern,
      ${join(scoredNumbers.map(nanAsNull))}, ${madeAt} as made_at
    from (
      select distinct l.identity_key as left_key, r.identity_key as right_key, link.* exclude (left_node, right_node, strength)
      from ${links} as link
      join ${numbered} as l on l.node = link.left_node
      join ${numbered} as r on r.node = link.right_node
      join ${persons} as one on one.identity_key = l.identity_key
      join ${persons} as other on other.identity_key = r.identity_key and other.person_id = one.person_id
    ) as link_row
    ${previous === null ? sql`` : sql`left join ${previous} as previous using (left_key, right_key, kind)`}
    order by link_row.left_key, link_row.right_key, link_row.kind`;
};
