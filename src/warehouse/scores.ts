// Whom a pipeline scores, what it may say of each, and the scores beside one another.

import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per person of the population: person_id. In any of the cohorts, and in none of the excluded ones. */
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

export interface StatusSpec {
  people: Relation;
  /** Null: nobody is left out for having attained. */
  attained: Relation | null;
  /** Null: everybody is eligible. */
  eligible: Relation | null;
}

/** One row per person: person_id, status (`scored`, `attained` or `not_eligible`). */
export const statuses = ({ people, attained, eligible }: StatusSpec): Sql => {
  const isIn = (cohort: Relation) => sql`p.person_id in (select m.person_id from ${cohort} as m)`;
  return sql`
select p.person_id, case
  ${attained ? sql`when ${isIn(attained)} then 'attained'` : sql``}
  ${eligible ? sql`when not ${isIn(eligible)} then 'not_eligible'` : sql``}
  when true then 'scored' end as status
from ${people} as p`;
};

/**
 * One row per person: person_id, status, probability, percentile. A person in percentile 95 is more likely than 95 % of
 * those scored; equal probabilities share a percentile, and it is never below 1 or above 100.
 */
export const ranked = (statuses: Relation, probabilities: Relation): Sql => sql`
select s.person_id, s.status, r.probability, r.percentile
from ${statuses} as s left join (
  select p.person_id, p.probability,
    cast(least(100, greatest(1, floor(100 * (rank() over (order by p.probability) - 1)
      / cast(greatest(count(*) over () - 1, 1) as double)))) as integer) as percentile
  from ${probabilities} as p
) as r on r.person_id = s.person_id`;

/** One row per person, ordered: person_id, then status_<i>, probability_<i> and percentile_<i> of each outcome's scores. */
export const sideBySide = (people: Relation, scores: readonly Relation[]): Sql => {
  const columns = scores.flatMap((_, i) =>
    ["status", "probability", "percentile"].map(
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
