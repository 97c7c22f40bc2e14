// Scores of a pipeline in SQL: its population, the status of each person, percentiles, totals, and the people
// to explain.

import type { ValueColumn, ValueMeasure } from "../domain/outcome/value.js";
import { type EpochSeconds, secondsPerDay } from "../domain/resource/resource.js";
import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per person of the population: person_id. Members of any included cohort and of no excluded one. */
export const population = (included: readonly Relation[], excluded: readonly Relation[]): Sql => {
  const members = (cohorts: readonly Relation[]) =>
    join(
      cohorts.map((cohort) => sql`select m.person_id from ${cohort} as m`),
      " union ",
    );
  return excluded.length === 0
    ? members(included)
    : sql`(${members(included)}) except (${members(excluded)})`;
};

/** One row per person at the address of a member: person_id. `homes` has a row per person with an address. */
export const housemates = (homes: Relation, cohorts: readonly Relation[]): Sql => sql`
  select home.person_id
  from ${homes} as home
  where home.household in (
    select shared.household
    from ${homes} as shared
    join (${population(cohorts, [])}) as member on member.person_id = shared.person_id
  )`;

/** One row per person outside the population: person_id. */
export const outsidePopulation = (people: Relation, population: Relation): Sql =>
  sql`select e.person_id from ${people} as e anti join ${population} as p on p.person_id = e.person_id`;

export interface StatusSpec {
  people: Relation;
  /** Null: people who have converted are scored too. */
  attained: Relation | null;
  /** Null: everyone is eligible. */
  eligible: Relation | null;
  /** Members of the attrition cohort, who are no longer eligible; null: there is none. */
  attrited: Relation | null;
}

/** One row per person: person_id, status (`scored`, `attained` or `not_eligible`; see also `withoutEventsMarked`). */
export const statuses = ({ people, attained, eligible, attrited }: StatusSpec): Sql => {
  const isIn = (cohort: Relation) => sql`p.person_id in (select m.person_id from ${cohort} as m)`;
  return sql`
select p.person_id, case
  ${attained ? sql`when ${isIn(attained)} then 'attained'` : sql``}
  ${attrited ? sql`when ${isIn(attrited)} then 'not_eligible'` : sql``}
  ${eligible ? sql`when not ${isIn(eligible)} then 'not_eligible'` : sql``}
  when true then 'scored' end as status
from ${people} as p`;
};

/** The statuses with `no_events` for the `people` without an event: person_id, status. */
export const withoutEventsMarked = (statuses: Relation, people: Relation): Sql => sql`
select s.person_id, case when p.person_id is null then s.status else 'no_events' end as status
from ${statuses} as s left join ${people} as p on p.person_id = s.person_id`;

/**
 * One row per person of `people`: person_id, probability by how long they are on file at the cutoff. `onFile`
 * has person_id and on_file_at.
 */
export const ratedPeople = (
  people: Relation,
  onFile: Relation,
  rates: readonly { fromDays: number; rate: number }[],
  cutoff: EpochSeconds,
): Sql => {
  const days = sql`greatest(0, (${cutoff} - coalesce(f.on_file_at, ${cutoff})) / cast(${secondsPerDay} as double))`;
  const longestFirst = rates.toSorted((a, b) => b.fromDays - a.fromDays);
  const cases = longestFirst.map(
    ({ fromDays, rate }) => sql`when ${days} >= ${fromDays} then cast(${rate} as double)`,
  );
  return sql`
select p.person_id, case ${join(cases, " ")} end as probability
from ${people} as p left join ${onFile} as f on f.person_id = p.person_id`;
};

/** One row: expected DOUBLE, the sum of the probabilities. */
export const exactTotal = (rated: Relation): Sql =>
  sql`select ${exactSum(sql`r.probability`)} as expected from ${rated} as r`;

/**
 * One row per person: person_id, status, probability, percentile. A person in percentile 95 has a higher
 * probability than 95 % of the scored people. Equal probabilities share a percentile; it is at least 1 and at
 * most 100. People without events have a probability if they are `rated`, and no percentile.
 */
export const withPercentiles = (
  statuses: Relation,
  probabilities: Relation,
  rated: Relation | null = null,
): Sql => sql`
select s.person_id, s.status, ${rated ? sql`coalesce(r.probability, e.probability)` : sql`r.probability`} as probability, r.percentile
from ${statuses} as s left join (
  select p.person_id, p.probability,
    cast(least(100, greatest(1, floor(100 * (rank() over (order by p.probability) - 1)
      / cast(greatest(count(*) over () - 1, 1) as double)))) as integer) as percentile
  from ${probabilities} as p
) as r on r.person_id = s.person_id
${rated ? sql`left join ${rated} as e on e.person_id = s.person_id` : sql``}`;

/**
 * The scores with the `columns` of an outcome's value, null without a probability. `probabilities` has what
 * is expected; `spent` is person_id and amount so far, null where amounts are not asked for.
 */
export const withSpent = (
  scores: Relation,
  probabilities: Relation,
  columns: readonly ValueColumn[],
  spent: Relation | null,
): Sql => {
  const values = columns.map((name) =>
    name === "lifetime_value"
      ? sql`coalesce(paid.amount, 0) + r.expected_amount as lifetime_value`
      : sql`${ident("r", name)} as ${ident(name)}`,
  );
  return sql`
select s.*, ${join(values)}
from ${scores} as s
left join ${probabilities} as r on r.person_id = s.person_id
${spent ? sql`left join (${spent}) as paid on paid.person_id = s.person_id` : sql``}`;
};

/** One row: mean DOUBLE of a column over the people who have it; null without any. */
export const meanOfColumn = (scores: Relation, column: string): Sql => {
  const value = ident("s", column);
  return sql`select avg(${value} order by ${value}) as mean from ${scores} as s`;
};

/** One row: expected and variance DOUBLE, sums over the scored people of a measure. */
export const exactTotals = (probabilities: Relation, measure: ValueMeasure): Sql => sql`
select ${exactValueSum(ident("r", `expected_${measure}`))} as expected, ${exactValueSum(ident("r", `variance_${measure}`))} as variance
from ${probabilities} as r`;

/**
 * One row: expected and variance DOUBLE, sums of a measure over rows of the scores of an outcome, by its
 * index. See `varianceOfValue`.
 */
export const valueTotals = (
  scores: Relation,
  place: number,
  people: Relation,
  measure: ValueMeasure,
  square: number,
): Sql => {
  const expected = ident("s", `expected_${measure}_${place}`);
  const variance = varianceOfValue(ident("s", `probability_${place}`), expected, square);
  return sql`
select ${exactValueSum(expected)} as expected, ${exactValueSum(variance)} as variance
from ${scores} as s
where s.person_id in (select p.person_id from ${people} as p)`;
};

/**
 * Variance of what a person has, by their probability and what is expected of them. `square` is the mean
 * square of observed over expected values of people who reached the goal; see `valueVariance`, which this
 * equals.
 */
export const varianceOfValue = (chance: Sql, expected: Sql, square: number): Sql =>
  sql`case when ${chance} > 0 then greatest(0, ${expected} * ${expected} * (${square} / ${chance} - 1)) else 0 end`;

/** A sum of values as decimals, which does not depend on the order of addition; 0 without any. */
export const exactValueSum = (value: Sql): Sql =>
  sql`coalesce(cast(sum(cast(${value} as decimal(38, 9))) as double), 0)`;

/**
 * One row per person, ordered: person_id, then status_<i>, probability_<i>, percentile_<i> of each outcome i,
 * and its further columns (`added[i]`) with the same ending.
 */
export const scoresByPerson = (
  people: Relation,
  scores: readonly Relation[],
  added: readonly (readonly string[])[],
): Sql => {
  const columns = scores.flatMap((_, i) =>
    ["status", "probability", "percentile", ...(added[i] ?? [])].map(
      (name) => sql`${ident(`s${i}`, name)} as ${ident(`${name}_${i}`)}`,
    ),
  );
  const joins = scores.map((relation, i) => {
    const alias = ident(`s${i}`);
    return sql`join ${relation} as ${alias} on ${alias}.person_id = p.person_id`;
  });
  return sql`
select ${join([sql`p.person_id`, ...columns])}
from ${people} as p
${join(joins, "\n")}
order by p.person_id`;
};

/**
 * One row: scored, attained and not_eligible INTEGER, people by status; expected DOUBLE, the sum of their
 * probabilities, and variance DOUBLE of the number of scored people who convert.
 */
export const scoreTotals = (scores: Relation): Sql => sql`
select cast(count(*) filter (where s.status = 'scored') as integer) as scored,
  cast(count(*) filter (where s.status = 'attained') as integer) as attained,
  cast(count(*) filter (where s.status = 'not_eligible') as integer) as not_eligible,
  ${exactSum(sql`case when s.status = 'scored' then s.probability end`)} as expected,
  ${exactSum(sql`case when s.status = 'scored' then s.probability * (1 - s.probability) end`)} as variance
from ${scores} as s`;

/** The scores of one outcome, by its index in them, of these people: person_id, status, probability. */
export const scoresOfOutcome = (scores: Relation, place: number, people: Relation): Sql => sql`
select s.person_id, s.${ident(`status_${place}`)} as status, s.${ident(`probability_${place}`)} as probability
from ${scores} as s
where s.person_id in (select p.person_id from ${people} as p)`;

/** One row per non-empty bin of equal width: bin INTEGER, from 0, and people INTEGER. */
export const histogram = (scores: Relation, bins: number): Sql => sql`
select cast(least(${bins - 1}, floor(s.probability * ${bins})) as integer) as bin, cast(count(*) as integer) as people
from ${scores} as s
where s.probability is not null
group by bin
order by bin`;

/** The sum as decimals, which does not depend on the order of addition as a sum of doubles does. */
export const exactSum = (probability: Sql): Sql =>
  sql`coalesce(cast(sum(cast(${probability} as decimal(18, 15))) as double), 0)`;

/** One row per person: person_id. A systematic sample of the scored people by id, at most `max`. */
export const evenSample = (scores: Relation, max: number): Sql => sql`
select p.person_id
from (
  select s.person_id, row_number() over (order by s.person_id) - 1 as place, count(*) over () as people
  from ${scores} as s
  where s.status = 'scored'
) as p
where p.place % cast(ceil(p.people / ${max}) as bigint) = 0`;

/** One row per person: person_id. The `max` scored people with the highest probability; ties go to the smaller id. */
export const mostLikely = (scores: Relation, max: number): Sql => sql`
select s.person_id
from ${scores} as s
where s.status = 'scored'
order by s.probability desc, s.person_id
limit ${max}`;

/** One row per person: the scores with their explanation, null without one. */
export const withExplanations = (scores: Relation, explanations: Relation): Relation => sql`(
select s.*, e.explanation
from ${scores} as s left join ${explanations} as e on e.person_id = s.person_id)`;

/** Rows of `statuses`, or of scores, whose people are scored. */
export const scoredPeople = (statuses: Relation): Relation =>
  sql`(select s.* from ${statuses} as s where s.status = 'scored')`;

/** One row per person with a probability, ordered: person_id, probability. */
export const probabilitiesOfScored = (scores: Relation): Sql =>
  sql`select s.person_id, s.probability from ${scores} as s where s.status = 'scored' order by s.person_id`;

/** The first rows by person. Ids of people are hashes, so they are a random sample, and the same in every build. */
export const sampledPeople = (people: Relation, most: number): Sql =>
  sql`select p.* from ${people} as p order by p.person_id limit ${most}`;

/** One row: spent DOUBLE, what the scored people of the rows of `withSpent` have spent so far. */
export const spentTotal = (valued: Relation): Sql => sql`
select coalesce(cast(sum(cast(v.lifetime_value - v.expected_amount as decimal(38, 6))) as double), 0) as spent
from ${valued} as v where v.status = 'scored'`;
