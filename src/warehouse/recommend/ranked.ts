// The pool in order, by each candidate, and the first ten of it.

import {
  type BlendPart,
  blendParts,
  mostRanks,
  type RecommenderCandidate,
  recommenderCandidates,
  visitGroups,
} from "../../domain/recommender.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

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
    { length: mostRanks },
    (_, i) => sql`max(case when r.rank = ${i + 1} then known.name end) as ${ident(rankColumn(i + 1))}`,
  );
  return sql`
    select r.person_id, ${join(columns)}
    from (
      select p.person_id, p.item, ${rankBy(candidate, weights)} as rank
      from ${pool} as p join ${people} as who on who.person_id = p.person_id
      qualify rank <= ${mostRanks}
    ) as r join ${items} as known on known.item = r.item
    group by r.person_id`;
};

export const rankColumn = (rank: number): string => `rank_${rank}`;

/**
 * One row per person tested and item that they took next: person_id, visits, the share that each part gave it and the rank
 * that each candidate gave it (rank_<candidate>); null for what nobody had taken before. `next` has person_id and item.
 */
export const foretoldItems = (
  pool: Relation,
  people: Relation,
  next: Relation,
  weights: BlendWeights,
): Sql => sql`
  select n.person_id, who.visits, ${join(
    [...blendParts, ...recommenderCandidates.map(testedRank)].map((name) => ident("r", name)),
  )}
  from ${next} as n
  join ${people} as who on who.person_id = n.person_id
  left join (
    select p.*, ${join(
      recommenderCandidates.map(
        (candidate) => sql`${rankBy(candidate, weights)} as ${ident(testedRank(candidate))}`,
      ),
    )}
    from ${pool} as p join ${people} as who on who.person_id = p.person_id
  ) as r on r.person_id = n.person_id and r.item = n.item
  order by n.person_id, n.item`;

export const testedRank = (candidate: RecommenderCandidate): string => `rank_${candidate}`;

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
