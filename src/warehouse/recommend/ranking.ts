// How likely a person is to take an item next, by each part of the blend. Only the items that could be among a person's
// first ten are looked at: what is not in the pool has nothing to say for it but its popularity, and ten of the pool have more.

import {
  type BlendPart,
  blendParts,
  maxRanks,
  type RecommenderCandidate,
  recommenderCandidates,
  visitGroups,
} from "../../domain/recommender.js";
import { exactSum } from "../scores.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** What is known as of one cutoff; see `past.ts` and `companions.ts`. */
export interface ItemRelations {
  popular: Relation;
  own: Relation;
  visits: Relation;
  similar: Relation;
  following: Relation;
}

/**
 * One row per person asked about and item: person_id, item, place, and by each part the share of what they take next:
 * popularity, repeat, next, similar. `people` has person_id; `also` person_id and item that are to be in the pool.
 */
export const candidateItems = (
  { popular, own, visits, similar, following }: ItemRelations,
  people: Relation,
  also: Relation,
): Sql => sql`
  with asked as (select p.person_id from ${people} as p),
  held as (select o.person_id, o.item, o.share from ${own} as o semi join asked on asked.person_id = o.person_id),
  last_visit as (
    select v.person_id, v.item, 1.0 / count(*) over (partition by v.person_id) as share
    from ${visits} as v semi join asked on asked.person_id = v.person_id
    where v.nth = 1
  ),
  said as (
    select h.person_id, h.item, h.share as again, 0 as next, 0 as similar from held as h
    union all
    select l.person_id, f.other, 0, ${exactSum(sql`l.share * f.strength`)}, 0
    from last_visit as l join ${following} as f on f.item = l.item group by l.person_id, f.other
    union all
    select h.person_id, s.other, 0, 0, ${exactSum(sql`h.share * s.strength`)}
    from held as h join ${similar} as s on s.item = h.item group by h.person_id, s.other
    union all
    select asked.person_id, p.item, 0, 0, 0 from asked cross join ${popular} as p where p.place <= ${maxRanks}
    union all
    select a.person_id, a.item, 0, 0, 0 from ${also} as a semi join asked on asked.person_id = a.person_id
  ),
  summed as (
    select s.person_id, s.item, ${exactly(sql`max(s.again)`)} as again, ${exactly(sql`max(s.next)`)} as next,
      ${exactly(sql`max(s.similar)`)} as similar
    from said as s group by s.person_id, s.item
  )
  select s.person_id, s.item, p.place, p.share as popularity, cast(s.again as double) as repeat,
    cast(s.next as double) + cast(greatest(0, 1 - sum(s.next) over person) as double) * p.share as next,
    coalesce(cast(s.similar as double) / nullif(cast(sum(s.similar) over person as double), 0), 0) as similar
  from summed as s join ${popular} as p on p.item = s.item
  window person as (partition by s.person_id)`;

/** A share that sums to the same whatever the order; each part says at most one thing of an item. */
const exactly = (share: Sql): Sql => sql`cast(${share} as decimal(18, 15))`;

// The pool in order, by each candidate, and the first ten of it.

/** Of each group of visits, in their order: shares of the parts. */
export type BlendWeights = readonly Record<BlendPart, number>[];

/** One row per person: person_id and chunk INTEGER, from 0: so many people at a time. */
export const inChunks = (people: Relation, chunkPeople: number): Sql => sql`
  select p.person_id, p.visits, cast((row_number() over (order by p.person_id) - 1) // ${chunkPeople} as integer) as chunk
  from ${people} as p`;

export const chunk = (chunked: Relation, place: number): Relation =>
  sql`(select c.person_id, c.visits from ${chunked} as c where c.chunk = ${place})`;

/** One row per person: person_id, then rank_1 to rank_10 VARCHAR, the names of what is recommended, null at the end. */
export const recommendations = (
  pool: Relation,
  people: Relation,
  items: Relation,
  candidate: RecommenderCandidate,
  weights: BlendWeights,
): Sql => {
  const columns = Array.from(
    { length: maxRanks },
    (_, i) => sql`max(case when r.rank = ${i + 1} then known.name end) as ${ident(rankColumn(i + 1))}`,
  );
  return sql`
    select r.person_id, ${join(columns)}
    from (
      select p.person_id, p.item, ${rankBy(candidate, weights)} as rank
      from ${pool} as p join ${people} as who on who.person_id = p.person_id
      qualify rank <= ${maxRanks}
    ) as r join ${items} as known on known.item = r.item
    group by r.person_id`;
};

export const rankColumn = (rank: number): string => `rank_${rank}`;

/**
 * One row per person tested and item that they took next: person_id, visits, the share that each part gave it and the rank
 * that each candidate gave it (rank_<candidate>); null for what nobody had taken before. `next` has person_id and item.
 */
export const rankedNextItems = (
  pool: Relation,
  people: Relation,
  next: Relation,
  weights: BlendWeights,
): Sql => sql`
  select n.person_id, who.visits, ${join(
    [...blendParts, ...recommenderCandidates.map(candidateRankColumn)].map((name) => ident("r", name)),
  )}
  from ${next} as n
  join ${people} as who on who.person_id = n.person_id
  left join (
    select p.*, ${join(
      recommenderCandidates.map(
        (candidate) => sql`${rankBy(candidate, weights)} as ${ident(candidateRankColumn(candidate))}`,
      ),
    )}
    from ${pool} as p join ${people} as who on who.person_id = p.person_id
  ) as r on r.person_id = n.person_id and r.item = n.item
  order by n.person_id, n.item`;

export const candidateRankColumn = (candidate: RecommenderCandidate): string => `rank_${candidate}`;

const rankBy = (candidate: RecommenderCandidate, weights: BlendWeights): Sql => {
  const score = candidate === "blend" ? blended(weights) : ident("p", candidate);
  return sql`cast(row_number() over (partition by p.person_id order by ${score} desc, p.place) as integer)`;
};

const blended = (weights: BlendWeights): Sql => {
  const cases = weights.map(
    (weight, group) =>
      sql`when who.visits >= ${visitGroups[group]!} then ${join(
        blendParts.map((part) => sql`${weight[part]} * ${ident("p", part)}`),
        " + ",
      )}`,
  );
  return sql`case ${join(cases.reverse(), " ")} end`;
};
