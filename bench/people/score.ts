// Scores of a resolution against the truth. Precision is the share of found pairs of records that are true,
// recall the share of true pairs that are found. Pairs favour large clusters, so B-cubed (Bagga and Baldwin
// 1998) averages the same two shares by record. Links are also checked for calibration: their predicted
// probability against the share that is true.

import type { Engine } from "../../src/warehouse/engine.js";
import { list, type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";

export interface Score {
  precision: number;
  recall: number;
  f1: number;
  /** The harmonic mean of B-cubed precision and recall. */
  bcubed: number;
  records: number;
  truePeople: number;
  /** Number of people found, and records of the largest. */
  people: number;
  largest: number;
  /** Share of the people found that have records of several. */
  mixed: number;
  /** Records with too few fields to identify a person. */
  unidentified: number;
}

/**
 * One row per record: record, truth, found BIGINT. An unidentified record is a person of its own, numbered
 * below zero. `references`: identity_key and reference, the record's number; `persons`: identity_key,
 * person_id; `truth`: record, person.
 */
export const foundPeople = (references: Relation, persons: Relation, truth: Relation): Relation => sql`(
  select truth.record, truth.person as truth, coalesce(person.person_id, -1 - truth.record) as found
  from ${truth} as truth
  left join ${references} as reference on cast(reference.reference as bigint) = truth.record
  left join ${persons} as person on person.identity_key = reference.identity_key)`;

/** `resolved` has columns truth and found, one row per record. */
export const scoreOf = async (engine: Engine, resolved: Relation): Promise<Score> => {
  const overlap = await engine.createTable("overlap", overlaps(resolved));
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
    mixed: ratio(counted.mixed, counted.people),
    unidentified: counted.nobody,
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
  mixed: number;
  nobody: number;
  /** Sums over records: share of the found person that is true, and share of the true person that is found. */
  pure: number;
  whole: number;
};

/** One row per person found and true person with records in common: found, truth, records DOUBLE. */
const overlaps = (resolved: Relation): Sql => sql`
  select found, truth, cast(count(*) as double) as records from ${resolved} group by found, truth`;

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
    (select count(*) from (select found from ${overlap} group by found having count(*) > 1)) as mixed,
    (select count(*) from found where found < 0) as nobody,
    (select sum(overlap.records * overlap.records / found.size)
      from ${overlap} as overlap join found on found.found = overlap.found) as pure,
    (select sum(overlap.records * overlap.records / truth.size)
      from ${overlap} as overlap join truth on truth.truth = overlap.truth) as whole`;

/** Without any pair, none is wrong. */
const ratio = (part: number, all: number): number => (all === 0 ? 1 : part / all);

const harmonicMean = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b));

/** Links with a probability of at least `min`, and below that of the next bin. */
export type JudgedLinks = {
  min: number;
  links: number;
  /** Mean probability. */
  expected: number;
  /** Share that is true. */
  observed: number;
};

const bounds = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999];

/**
 * Bins with links, ascending. Counts links of kind `match` in `matches` (left_key, right_key, kind,
 * log_odds); `references` and `truth` as in `foundPeople`.
 */
export const judgeLinks = (
  engine: Engine,
  matches: Relation,
  references: Relation,
  truth: Relation,
): Promise<JudgedLinks[]> => engine.rows(judgedLinks(matches, writers(references, truth)));

/** One row per identity: identity_key, and the true person of its first record. */
const writers = (references: Relation, truth: Relation): Relation => sql`(
  select reference.identity_key, arg_min(truth.person, truth.record) as person
  from ${references} as reference
  join ${truth} as truth on truth.record = cast(reference.reference as bigint)
  group by reference.identity_key)`;

const judgedLinks = (matches: Relation, writers: Relation): Sql => sql`
  with link as (
    select 1 / (1 + exp(-matched.log_odds)) as probability,
      list_max(list_filter([${list(bounds)}], lambda bound: bound <= probability)) as lower_bound,
      left_writer.person = right_writer.person as is_right
    from ${matches} as matched
    join ${writers} as left_writer on left_writer.identity_key = matched.left_key
    join ${writers} as right_writer on right_writer.identity_key = matched.right_key
    where matched.kind = 'match'
  )
  select cast(lower_bound as double) as "min", count(*) as links, avg(probability) as expected,
    avg(cast(is_right as integer)) as observed
  from link
  group by lower_bound
  order by lower_bound`;

/** Bins from `min` up to `max` together; null without links. */
export const linksBetween = (
  bins: readonly JudgedLinks[],
  min: number,
  max: number,
): Pick<JudgedLinks, "links" | "observed"> | null => {
  const within = bins.filter((bin) => bin.min >= min && bin.min < max);
  const links = within.reduce((sum, bin) => sum + bin.links, 0);
  const right = within.reduce((sum, bin) => sum + bin.links * bin.observed, 0);
  return links === 0 ? null : { links, observed: right / links };
};
