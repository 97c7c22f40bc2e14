// Snapshots of scores, and their observed performance: the outcomes of the people who had them.

import type { ValueMeasure } from "../domain/outcome/value.js";
import type { ChallengerRole } from "../domain/pipeline/challenger.js";
import type { EpochSeconds } from "../domain/resource/resource.js";
import { amountsWithin } from "./cohorts/amounts.js";
import { activeWithin, attainedWithin } from "./cohorts/attainment.js";
import type { CohortInputs, Objective } from "./cohorts/inputs.js";
import { exactSum, exactValueSum, varianceOfValue } from "./scores.js";
import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

/** Columns of a snapshot beside the probability and its percentile. */
export interface SnapshotColumns {
  measures?: readonly ValueMeasure[];
  /** Probabilities of `roles` of challengers, as columns of a relation with one row per person scored. */
  challenged?: { probabilities: Relation; roles: readonly ChallengerRole[] };
}

/**
 * One row per person scored, ordered: person_id, probability, percentile, expected_<measure> of the measures, and
 * probability_of_<role> of the challengers.
 */
export const scoreSnapshot = (
  scores: Relation,
  { measures = [], challenged }: SnapshotColumns = {},
): Relation => {
  const columns = [
    sql`s.person_id, s.probability, s.percentile`,
    ...measures.map((measure) => expectedOf("s", measure)),
    ...(challenged?.roles ?? []).map((role) => ident("c", challengerColumn(role))),
  ];
  return sql`
select ${join(columns)}
from ${scores} as s
${challenged ? sql`join ${challenged.probabilities} as c on c.person_id = s.person_id` : sql``}
where s.status = 'scored'
order by s.person_id`;
};

export const challengerColumn = (role: ChallengerRole): string => `probability_of_${role}`;

const expectedOf = (alias: string, measure: ValueMeasure): Sql => ident(alias, `expected_${measure}`);

/** The cutoff of a snapshot's scores and the end of the horizon that they predict. */
export interface SnapshotWindow {
  cutoff: EpochSeconds;
  until: EpochSeconds;
}

/**
 * One row per decile of the percentiles, the highest first: people INTEGER; lowest and highest DOUBLE, the
 * range of their probabilities; expected DOUBLE, the sum; variance DOUBLE of the number of conversions;
 * attained INTEGER, the people who converted within the horizon. `labelled`: see `labelledScores`.
 */
export const observedDeciles = (labelled: Relation): Relation => sql`
select cast(count(*) as integer) as people,
  min(scored.probability) as lowest, max(scored.probability) as highest,
  ${exactSum(sql`scored.probability`)} as expected,
  ${exactSum(sql`scored.probability * (1 - scored.probability)`)} as variance,
  cast(count(*) filter (where scored.has_attained) as integer) as attained
from ${labelled} as scored
group by least(9, scored.percentile // 10)
order by least(9, scored.percentile // 10) desc`;

/**
 * One row per person, ordered: probability, attained DOUBLE, and probability_of_<role> of the challengers.
 * `labelled`: see `labelledScores`.
 */
export const snapshotLabels = (labelled: Relation, roles: readonly ChallengerRole[]): Sql => sql`
select ${join([
  sql`l.probability, cast(l.has_attained as double) as attained`,
  ...roles.map((role) => ident("l", challengerColumn(role))),
])}
from ${labelled} as l
order by l.person_id`;

/** Snapshot whose values `observedValues` compares. */
export interface ValuedSnapshot {
  measure: ValueMeasure;
  /** See `varianceOfValue`. */
  square: number;
  /** Discount rate of amounts, from the cutoff on. */
  discountRate: number;
}

/**
 * One row per decile of what was expected, the highest first: people INTEGER; expected DOUBLE and variance
 * DOUBLE, sums; observed DOUBLE, what these people had within the horizon. Who did not reach the goal had
 * nothing, as in the labels. `labelled`: see `labelledScores`.
 */
export const observedValues = (
  labelled: Relation,
  { attainment }: Objective,
  inputs: CohortInputs,
  { cutoff, until }: SnapshotWindow,
  { measure, square, discountRate }: ValuedSnapshot,
): Relation => {
  const span = { from: cutoff, until };
  const discount = discountRate > 0 ? { from: cutoff, ratePerYear: discountRate } : null;
  const had = measure === "amount" ? sql`had.amount` : sql`had.purchases`;
  const expected = expectedOf("valued", measure);
  return sql`
select cast(count(*) as integer) as people, ${exactValueSum(expected)} as expected,
  ${exactValueSum(varianceOfValue(sql`valued.probability`, expected, square))} as variance,
  ${exactValueSum(sql`valued.observed`)} as observed
from (
  select scored.*, case when scored.has_attained then coalesce(cast(${had} as double), 0) else 0 end as observed,
    ntile(10) over (order by ${expectedOf("scored", measure)} desc, scored.person_id) as tenth
  from ${labelled} as scored
  left join (${amountsWithin(attainment, inputs, span, discount)}) as had on had.person_id = scored.person_id
) as valued
group by valued.tenth
order by valued.tenth`;
};

/**
 * One row per person of a snapshot whose outcome is known: its columns, and has_attained. People who no
 * longer exist are left out, and so are undecided or inactive people where the outcome does not learn from them.
 * Eligibility is not checked again: it may depend on a trait that has changed since.
 */
export const labelledScores = (
  snapshot: Relation,
  { attainment, attrition, active, undecided, recurring }: Objective,
  inputs: CohortInputs,
  { cutoff, until }: SnapshotWindow,
): Relation => {
  const isActive = active
    ? sql`s.person_id in (${activeWithin(active, inputs, { from: cutoff, until })})`
    : sql`true`;
  const attained = attainedWithin(attainment, inputs, cutoff, until, recurring);
  const leavesOutUndecided = attrition !== null && undecided === "left_out";
  const decided = leavesOutUndecided
    ? sql`labelled.has_attained
  or labelled.person_id in (${attainedWithin(attrition, inputs, cutoff, until, false)})`
    : sql`true`;
  return sql`(
select labelled.*
from (
  select s.*, s.person_id in (${attained}) as has_attained
  from ${snapshot} as s
  where s.person_id in (select person.person_id from ${inputs.people} as person) and ${isActive}
) as labelled
where ${decided})`;
};
