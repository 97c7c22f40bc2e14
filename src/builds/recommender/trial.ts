// A trial of every candidate on a window of the past: each predicts, from what is known before the cutoff,
// the items that people take on their next visit within the horizon.

import {
  blendParts,
  type RecommenderCandidate,
  recommenderCandidates,
  visitGroups,
} from "../../domain/personas/recommender.js";
import { blendWeights } from "../../model/recommend/blend.js";
import {
  type CandidateMetrics,
  type RankingMetrics,
  rankingMetrics,
} from "../../model/recommend/evaluation.js";
import type { Column, Engine } from "../../warehouse/engine.js";
import type { KeyRange } from "../../warehouse/features/key-range.js";
import { followingItems, similarItems } from "../../warehouse/recommend/co-occurrence.js";
import {
  type Cutoff,
  nextItems,
  ownItems,
  popularItems,
  visitItems,
  visitors,
} from "../../warehouse/recommend/interactions.js";
import {
  type BlendWeights,
  candidateItems,
  candidateRankColumn,
  chunkStarts,
  type ItemRelations,
  peopleIn,
  rankedNextItems,
} from "../../warehouse/recommend/ranking.js";
import { allRows, orderedBy, resultOf, rowsAmong } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";

export interface Trial {
  /** Number of people who were tested. */
  people: number;
  tested: CandidateMetrics;
  /** The weights with which the blend would have been right most often. */
  weights: BlendWeights;
}

export interface TrialWindow {
  cutoffAgo: number;
  horizonDays: number;
}

/** Number of people whose pools are computed at a time, which bounds the memory. */
const chunkPeople = 10_000;
const maxTested = 50_000;

export const equalWeights: BlendWeights = visitGroups.map(() => ({
  popularity: 1 / 4,
  repeat: 1 / 4,
  next: 1 / 4,
  similar: 1 / 4,
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
  const next = await tableByPerson(engine, "next_item", nextItems(taken, known.visitors, window, maxTested));
  const people = await tableByPerson(engine, "tested", allRows(rowsAmong(known.visitors, next, "person_id")));
  const predicted: Predicted[] = [];
  for (const range of await chunksOf(engine, people)) {
    const some = peopleIn(people, range);
    const pooled = await engine.createTable("pool", candidateItems(known, some, next, range));
    predicted.push((await engine.columns(rankedNextItems(pooled, some, next, weights))).columns);
  }
  return trialOf(predicted);
};

/** The ranges of people whose pools are computed at a time. */
export const chunksOf = async (engine: Engine, people: Relation): Promise<KeyRange[]> => {
  const rows = await engine.rows<{ first: number | bigint }>(chunkStarts(people, chunkPeople));
  const starts = rows.map(({ first }) => BigInt(first));
  return starts.map((from, i) => ({ from, until: starts[i + 1] ?? null }));
};

/** Ordered, so that a range of people is read without the others. */
const tableByPerson = (engine: Engine, name: string, rows: Sql): Promise<Relation> =>
  engine.createTable(name, orderedBy("person_id", resultOf(rows)));

/** One entry per person and item that they took; see `rankedNextItems`. */
type Predicted = Record<string, Column>;

const trialOf = (predicted: readonly Predicted[]): Trial => {
  const person = placesOf(predicted.map(({ person_id }) => person_id as BigInt64Array));
  const people = person.length === 0 ? 0 : person.at(-1)! + 1;
  const column = (name: string) => concat(predicted.map((columns) => columns[name] as Float64Array));
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

/** The index of each entry's person, from 0. A person's entries are adjacent. */
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

/** A person who took many items at once counts as much as a person who took one. */
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

export interface TakingHistory extends ItemRelations {
  /** One row per person with any item before the cutoff: person_id, visits. */
  visitors: Relation;
}

/** Tables of people and items before a cutoff, which all pools are made from. They replace those of another cutoff. */
export const stageHistory = async (
  engine: Engine,
  taken: Relation,
  cutoff: Cutoff,
): Promise<TakingHistory> => {
  const popular = await engine.createTable("popular", popularItems(taken, cutoff));
  const own = await tableByPerson(engine, "own", ownItems(taken, cutoff));
  const visits = await tableByPerson(engine, "visit", visitItems(taken, popular, cutoff));
  return {
    popular,
    own,
    visits,
    similar: await engine.createTable("similar", similarItems(own)),
    following: await engine.createTable("following", followingItems(visits)),
    visitors: await tableByPerson(engine, "visitor", visitors(taken, cutoff)),
  };
};
