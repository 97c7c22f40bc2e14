// Pairs within a component of linked records. A chain of links can join two people, so every pair of a
// component is compared, not only the candidate pairs. Where that would be too many, only some are compared:
// see `builds/people/clusters.ts`.

import type { ComparisonName } from "../../domain/people/matching.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { comparedPairs } from "./compare.js";
import { hasLevel, hasOtherContact } from "./levels.js";

/** All pairs of a larger component would cost too much. */
export const maxFullyComparedRecords = 400;
/** Two records have no third that bridges them: only what contradicts a key parts them. */
const minBridgedRecords = 3;

/** The relation of `comparedPairs` for all pairs of profiles of one component. `components`: node, root. */
export const pairsWithin = (profiles: Relation, components: Relation): Sql =>
  comparedPairs(profiles, sql`(${pairsOf(components)})`);

/** One row per pair of a component of 2 to 400 nodes: left_node < right_node. */
const pairsOf = (components: Relation): Sql => sql`
  select l.node as left_node, r.node as right_node
  from (
    select component.root
    from ${components} as component
    group by component.root
    having count(*) > 1 and count(*) <= ${maxFullyComparedRecords}
  ) as counted
  join ${components} as l on l.root = counted.root
  join ${components} as r on r.root = counted.root and l.node < r.node`;

/** In a larger component, a record is compared with this many records after it. */
const nearbyRecords = 50;

/**
 * The relation of `comparedPairs` for all pairs of clusters of up to 400 profiles. In larger ones the number
 * of pairs is proportional to the records: linked pairs, and each record with the next fifty. `clusters`:
 * node, root; `links`: left_node, right_node.
 */
export const pairsWithinLarge = (profiles: Relation, clusters: Relation, links: Relation): Sql =>
  comparedPairs(
    profiles,
    sql`(${pairsOf(clusters)} union all select * from (${nearbyPairs(profiles, clusters, links)}) as near)`,
  );

/** One row per pair of a cluster of more than 400 profiles: left_node < right_node. */
const nearbyPairs = (profiles: Relation, clusters: Relation, links: Relation): Sql => sql`
  with positioned as materialized (
    select cluster.node, cluster.root, row_number() over (partition by cluster.root order by cluster.node) as position
    from ${clusters} as cluster
    semi join ${profiles} as profile on profile.node = cluster.node
    where cluster.root in (select root from ${clusters} group by root having count(*) > ${maxFullyComparedRecords})
  )
  select l.node as left_node, r.node as right_node
  from positioned as l
  cross join range(1, ${nearbyRecords + 1}) as step(ahead)
  join positioned as r on r.root = l.root and r.position = l.position + step.ahead
  union
  select least(l.node, r.node), greatest(l.node, r.node)
  from ${links} as link
  join positioned as l on l.node = link.left_node
  join positioned as r on r.node = link.right_node and r.root = l.root and r.node <> l.node`;

/** Log-odds (natural) of one person: a thousand, sixty and fifteen to one against. */
const surelyTwoLogOdds = -10 * Math.LN2;
const likelyTwoLogOdds = -6 * Math.LN2;
const differentFirstNameLogOdds = -4 * Math.LN2;
/** More likely two people than one, which is enough where the records contradict each other. */
const ratherTwoLogOdds = 0;
/** Eight to one for one person, which is too little where two things differ that are one person's. */
export const maxNonMatchLogOdds = 3 * Math.LN2;
/** Records of a large component, where a chain of links is less credible. */
const largeComponent = 15;

/**
 * Pairs that are two people, ordered: left_node, right_node. Lower odds suffice in a large component, where
 * first names of one family at one address differ, because an initial can link them, and where birth dates,
 * national ids or suffixes contradict each other, or namesakes at one address have two mailboxes, telephones or
 * customer numbers; least of all where they have two of these. `scored`: pairs within components with log-odds of at most `maxNonMatchLogOdds`;
 * `components`: node, root.
 */
export const nonMatchPairs = (scored: Relation, components: Relation): Relation => sql`(
  select pair.left_node, pair.right_node
  from ${scored} as pair
  join ${components} as component on component.node = pair.left_node
  join (select root, count(*) as records from ${components} group by root) as counted on counted.root = component.root
  where (counted.records >= ${minBridgedRecords} and (
      pair.log_odds <= ${surelyTwoLogOdds}
      or pair.log_odds <= ${likelyTwoLogOdds} and counted.records > ${largeComponent}
      or pair.log_odds <= ${differentFirstNameLogOdds} and ${isSameFamily})
    or pair.log_odds <= ${ratherTwoLogOdds} and ${isContradiction}
    or ${isNamesakeOfHouse} and ${hasTwoOthers})
  order by pair.left_node, pair.right_node)`;

/**
 * Pairs that contradict each other, ordered: left_node, right_node. Two records of which one moved agree in
 * their name alone, and so do two namesakes: what differs besides, in any records of the two, tells.
 * `scored`: see `nonMatchPairs`.
 */
export const contradictedPairs = (scored: Relation): Relation => sql`(
  select pair.left_node, pair.right_node
  from ${scored} as pair
  where pair.log_odds <= ${ratherTwoLogOdds} and ${hasOtherContact("pair")}
  order by pair.left_node, pair.right_node)`;

const has = (comparison: ComparisonName, ...levels: string[]): Sql => hasLevel("pair", comparison, ...levels);

const isSameFamily = sql`(
  ${has("first_name", "differs")} and ${has("last_name", "is the same")} and ${has("address", "is the same")})`;

/** A father and a son of one name, or of names that are alike, have contacts of their own. */
const isNamesakeOfHouse = sql`(
  ${has("first_name", "is the same", "is the same in another script", "is a nickname", "differs by a typo")}
  and ${has("last_name", "is the same", "is the same in another script")}
  and ${has("address", "is the same")} and ${hasOtherContact("pair")})`;

/** A mailbox, a telephone and a customer number: one person changes one of them at a time. */
const hasTwoOthers = sql`(${join(
  (["email", "phone", "customer_id"] as const).map((own) => sql`cast(${has(own, "differs")} as integer)`),
  " + ",
)} >= 2)`;

const isContradiction = sql`(
  ${has("birth_date", "is far apart")} or ${has("national_id", "differs")}
  or ${has("suffix", "differs", "may be another's")} or ${isNamesakeOfHouse})`;
