// Ranking of candidate items for each person. Each part of the blend estimates the probability that the
// person takes the item next. Only items that could be among the first ten are candidates: any other has only
// its popularity, and ten candidates are more popular.

import {
  type BlendPart,
  blendParts,
  maxRanks,
  type RecommenderCandidate,
  recommenderCandidates,
  visitGroups,
} from "../../domain/personas/recommender.js";
import { inRange, type KeyRange, wholeRange } from "../features/key-range.js";
import { exactSum } from "../scores.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Relations as of one cutoff; see `interactions.ts` and `co-occurrence.ts`. */
export interface ItemRelations {
  popular: Relation;
  own: Relation;
  visits: Relation;
  similar: Relation;
  following: Relation;
}

/**
 * One row per person and candidate item: person_id, item, place, and the probability by each part:
 * popularity, repeat, next, similar. `people` has person_id; `also` has person_id and item of further
 * candidates. `range` is that of the people: of tables that are ordered by person, no other part is read.
 */
export const candidateItems = (
  { popular, own, visits, similar, following }: ItemRelations,
  people: Relation,
  also: Relation | null,
  range: KeyRange = wholeRange,
): Sql => sql`
  with target as (select p.person_id from ${people} as p),
  own_item as (
    select o.person_id, o.item, o.share
    from ${own} as o semi join target on target.person_id = o.person_id
    where ${inRange(sql`o.person_id`, range)}
  ),
  last_visit as (
    select v.person_id, v.item, 1.0 / count(*) over (partition by v.person_id) as share
    from ${visits} as v semi join target on target.person_id = v.person_id
    where v.nth = 1 and ${inRange(sql`v.person_id`, range)}
  ),
  signal as (
    select h.person_id, h.item, h.share as repeated, 0 as next, 0 as similar from own_item as h
    union all
    select l.person_id, f.other, 0, ${exactSum(sql`l.share * f.strength`)}, 0
    from last_visit as l join ${following} as f on f.item = l.item group by l.person_id, f.other
    union all
    select h.person_id, s.other, 0, 0, ${exactSum(sql`h.share * s.strength`)}
    from own_item as h join ${similar} as s on s.item = h.item group by h.person_id, s.other
    union all
    select target.person_id, p.item, 0, 0, 0 from target cross join ${popular} as p where p.place <= ${maxRanks}
    ${also ? alsoSignal(also, range) : sql``}
  ),
  summed as (
    select s.person_id, s.item, ${exactly(sql`max(s.repeated)`)} as repeated, ${exactly(sql`max(s.next)`)} as next,
      ${exactly(sql`max(s.similar)`)} as similar
    from signal as s group by s.person_id, s.item
  )
  select s.person_id, s.item, p.place, p.share as popularity, cast(s.repeated as double) as repeat,
    cast(s.next as double) + cast(greatest(0, 1 - sum(s.next) over person) as double) * p.share as next,
    coalesce(cast(s.similar as double) / nullif(cast(sum(s.similar) over person as double), 0), 0) as similar
  from summed as s join ${popular} as p on p.item = s.item
  window person as (partition by s.person_id)`;

/** The further candidates, as signals without a share. */
const alsoSignal = (also: Relation, range: KeyRange): Sql => sql`
    union all
    select a.person_id, a.item, 0, 0, 0
    from ${also} as a semi join target on target.person_id = a.person_id
    where ${inRange(sql`a.person_id`, range)}`;

/** As a decimal, which sums the same in any order. Each part has at most one non-zero share per item. */
const exactly = (share: Sql): Sql => sql`cast(${share} as decimal(18, 15))`;

/** Weights of the parts, for each group of people by number of visits. */
export type BlendWeights = readonly Record<BlendPart, number>[];

/** One row per `chunkPeople` people, in order: first, the smallest of their ids. */
export const chunkStarts = (people: Relation, chunkPeople: number): Sql => sql`
  select p.person_id as first
  from (
    select t.person_id, row_number() over (order by t.person_id) - 1 as place from ${people} as t
  ) as p
  where p.place % ${chunkPeople} = 0
  order by p.person_id`;

/** The people of a range: person_id, visits. */
export const peopleIn = (people: Relation, range: KeyRange): Relation =>
  sql`(select p.person_id, p.visits from ${people} as p where ${inRange(sql`p.person_id`, range)})`;

/**
 * One row per person: person_id, then rank_1 to rank_10 VARCHAR, the names of the recommended items, null
 * after the last.
 */
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

/** One row per item that is recommended to anybody: name. */
export const recommendedItems = (recommended: Relation): Relation => {
  const columns = Array.from({ length: maxRanks }, (_, i) => ident("r", rankColumn(i + 1)));
  return sql`(
    select distinct own.name from (select unnest([${join(columns)}]) as name from ${recommended} as r) as own
    where own.name is not null)`;
};

/**
 * One row per test person and item that they took next: person_id, visits, the probability by each part, and
 * the rank by each candidate model (rank_<candidate>); null for an item without earlier interactions. `next`
 * has person_id and item.
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
