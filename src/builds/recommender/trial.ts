// A trial puts every candidate to a window of the past: what is known before its cutoff foretells what people took on their
// next visit within the horizon.

import {
  blendParts,
  type RecommenderCandidate,
  recommenderCandidates,
  visitGroups,
} from "../../domain/recommender.js";
import { blendWeights } from "../../model/recommend/blend.js";
import {
  type CandidateMetrics,
  type RankingMetrics,
  rankingMetrics,
} from "../../model/recommend/evaluation.js";
import type { Column, Engine } from "../../warehouse/engine.js";
import { followingItems, similarItems } from "../../warehouse/recommend/co-occurrence.js";
import {
  type Cutoff,
  nextItems,
  ownItems,
  popularItems,
  testPeople,
  visitItems,
  visitors,
} from "../../warehouse/recommend/interactions.js";
import {
  type BlendWeights,
  candidateItems,
  candidateRankColumn,
  chunk,
  type ItemRelations,
  inChunks,
  rankedNextItems,
} from "../../warehouse/recommend/ranking.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";

export interface Trial {
  /** Who was tested. */
  people: number;
  tested: CandidateMetrics;
  /** Under which the blend would have been right most often. */
  weights: BlendWeights;
}

export interface TrialWindow {
  cutoffAgo: number;
  horizonDays: number;
}

/** People whose pools are made at a time: bounds the memory, whatever their number. */
export const chunkPeople = 10_000;
const mostTested = 50_000;

export const equalWeights: BlendWeights = visitGroups.map(() => ({
  ...{ popularity: 1 / 4, repeat: 1 / 4, next: 1 / 4, similar: 1 / 4 },
}));

/** `weights` are those that the blend is tested with, of a window before this one. */
export const runTrial = async (
  engine: Engine,
  taken: Relation,
  { cutoffAgo, horizonDays }: TrialWindow,
  weights: BlendWeights,
): Promise<Trial> => {
  const known = await stageHistory(engine, taken, { cutoffAgo, halfLifeDays: horizonDays });
  const window = { cutoffAgo, horizonDays };
  const next = await engine.createTable("next_item", nextItems(taken, known.visitors, window, mostTested));
  const people = await engine.createTable(
    "tested",
    inChunks(sql`(${testPeople(next, known.visitors)})`, chunkPeople),
  );
  const { chunks } = await engine.row<{ chunks: number }>(
    sql`select coalesce(max(p.chunk) + 1, 0) as chunks from ${people} as p`,
  );
  const foretold: Foretold[] = [];
  for (let place = 0; place < chunks; place++) {
    const asked = chunk(people, place);
    const pooled = await engine.createTable("pool", candidateItems(known, asked, next));
    const taking = sql`(select n.* from ${next} as n semi join ${asked} as a on a.person_id = n.person_id)`;
    foretold.push((await engine.columns(rankedNextItems(pooled, asked, taking, weights))).columns);
  }
  return trialOf(foretold);
};

/** One entry per person and item that they took; see `foretoldItems`. */
type Foretold = Record<string, Column>;

const trialOf = (foretold: readonly Foretold[]): Trial => {
  const person = placesOf(foretold.map(({ person_id }) => person_id as BigInt64Array));
  const people = person.length === 0 ? 0 : person.at(-1)! + 1;
  const column = (name: string) => concat(foretold.map((columns) => columns[name] as Float64Array));
  const figures = (candidate: RecommenderCandidate): RankingMetrics =>
    rankingMetrics(people, person, column(candidateRankColumn(candidate)));
  const fitted = blendWeights(
    {
      count: countOf(person, people),
      group: Uint8Array.from(column("visits"), groupOf),
      shares: blendParts.map(column),
    },
    visitGroups.length,
  );
  return {
    people,
    tested: Object.fromEntries(
      recommenderCandidates.map((candidate) => [candidate, figures(candidate)]),
    ) as CandidateMetrics,
    weights: fitted.map(
      (weights) =>
        Object.fromEntries(blendParts.map((part, i) => [part, weights[i]!])) as BlendWeights[number],
    ),
  };
};

/** The number, from 0, of the person whom each entry belongs to; their entries lie together. */
const placesOf = (ids: readonly BigInt64Array[]): Uint32Array => {
  const places: number[] = [];
  let [last, place]: [bigint | null, number] = [null, -1];
  for (const id of ids.flatMap((some) => [...some])) {
    if (id !== last) place += 1;
    last = id;
    places.push(place);
  }
  return Uint32Array.from(places);
};

/** Who took many things at once counts as much as who took one. */
const countOf = (person: Uint32Array, people: number): Float64Array => {
  const entries = new Uint32Array(people);
  for (const place of person) entries[place]! += 1;
  return Float64Array.from(person, (place) => 1 / entries[place]!);
};

const groupOf = (visits: number): number => visitGroups.findLastIndex((least) => visits >= least);

const concat = (parts: readonly Float64Array[]): Float64Array => {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

// What is known of people and items as of a cutoff, as tables that every person's pool is made from.

export interface TakingHistory extends ItemRelations {
  /** One row per person who took anything before the cutoff: person_id, visits. */
  visitors: Relation;
}

/** Takes the place of what was known as of another cutoff. */
export const stageHistory = async (
  engine: Engine,
  taken: Relation,
  cutoff: Cutoff,
): Promise<TakingHistory> => {
  const popular = await engine.createTable("popular", popularItems(taken, cutoff));
  const own = await engine.createTable("own", ownItems(taken, cutoff));
  const visits = await engine.createTable("visit", visitItems(taken, popular, cutoff));
  return {
    popular,
    own,
    visits,
    similar: await engine.createTable("similar", similarItems(own)),
    following: await engine.createTable("following", followingItems(visits)),
    visitors: await engine.createTable("visitor", visitors(taken, cutoff)),
  };
};
