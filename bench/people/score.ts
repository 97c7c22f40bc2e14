// How far two ways of dividing records into people agree. A pair of records is right where both put them together:
// precision is the share of the pairs found that are right, recall the share of the true pairs that are found. Pairs favour
// large clusters, so B-cubed (Bagga and Baldwin 1998) takes the same two shares record by record.

import type { Engine } from "../../src/warehouse/engine.js";
import { type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";

export interface Score {
  precision: number;
  recall: number;
  f1: number;
  /** The harmonic mean of B-cubed precision and recall. */
  bcubed: number;
  records: number;
  truePeople: number;
  /** How many people were found, and how many records the largest has. */
  people: number;
  largest: number;
  /** Records that said too little to be somebody. */
  nobody: number;
}

/**
 * One row per record: record, truth, found BIGINT. A record of nobody is a person of its own, numbered below zero.
 * `references`: identity_key and reference, the record's number; `persons`: identity_key, person_id; `truth`: record, person.
 */
export const foundPeople = (references: Relation, persons: Relation, truth: Relation): Relation => sql`(
  select truth.record, truth.person as truth, coalesce(person.person_id, -1 - truth.record) as found
  from ${truth} as truth
  left join ${references} as reference on cast(reference.reference as bigint) = truth.record
  left join ${persons} as person on person.identity_key = reference.identity_key)`;

/** Of records with columns truth and found. */
export const scoreOf = async (engine: Engine, divided: Relation): Promise<Score> => {
  const overlap = await engine.createTable("overlap", overlaps(divided));
  const counted = await engine.row<Counts>(counts(overlap));
  const { records } = counted;
  const precision = ratio(counted.right_pairs, counted.found_pairs);
  const recall = ratio(counted.right_pairs, counted.true_pairs);
  return {
    precision,
    recall,
    f1: harmonicMean(precision, recall),
    bcubed: harmonicMean(counted.pure / records, counted.whole / records),
    records,
    truePeople: counted.true_people,
    people: counted.people,
    largest: counted.largest,
    nobody: counted.nobody,
  };
};

type Counts = {
  right_pairs: number;
  found_pairs: number;
  true_pairs: number;
  records: number;
  true_people: number;
  people: number;
  largest: number;
  nobody: number;
  /** Sums over records: how much of the person found is of their true one, and the other way round. */
  pure: number;
  whole: number;
};

/** One row per person found and true person with records in common: found, truth, records DOUBLE. */
const overlaps = (divided: Relation): Sql => sql`
  select found, truth, cast(count(*) as double) as records from ${divided} group by found, truth`;

const counts = (overlap: Relation): Sql => sql`
  with found as (select found, sum(records) as size from ${overlap} group by found),
    truth as (select truth, sum(records) as size from ${overlap} group by truth)
  select
    (select sum(records * (records - 1)) / 2 from ${overlap}) as right_pairs,
    (select sum(size * (size - 1)) / 2 from found) as found_pairs,
    (select sum(size * (size - 1)) / 2 from truth) as true_pairs,
    (select sum(size) from found) as records,
    (select count(*) from truth) as true_people,
    (select count(*) from found) as people,
    (select max(size) from found) as largest,
    (select count(*) from found where found < 0) as nobody,
    (select sum(overlap.records * overlap.records / found.size)
      from ${overlap} as overlap join found on found.found = overlap.found) as pure,
    (select sum(overlap.records * overlap.records / truth.size)
      from ${overlap} as overlap join truth on truth.truth = overlap.truth) as whole`;

/** Where nothing was said, nothing was wrong. */
const ratio = (part: number, all: number): number => (all === 0 ? 1 : part / all);

const harmonicMean = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b));
