// Scores of a replay, and what the people who were scored then have done since.

import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

/**
 * One row per person of the pipeline's population: person_id, status, probability, percentile of one outcome,
 * by its index.
 */
export const replayedScores = (scores: Relation, place: number): Relation => sql`(
select s.person_id, s.${ident(`status_${place}`)} as status, s.${ident(`probability_${place}`)} as probability,
  s.${ident(`percentile_${place}`)} as percentile
from ${scores} as s)`;

/** One row per person scored then: was, person_id (the id of today, or null), probability, percentile. */
export const scoredThen = (then: Relation, people: Relation, aliases: Relation): Sql => sql`
select s.person_id as was, coalesce(person.person_id, alias.person_id) as person_id, s.probability, s.percentile
from ${then} as s
left join ${people} as person on person.person_id = s.person_id
left join ${aliases} as alias on alias.alias = s.person_id
where s.status = 'scored'`;

/** One row per labelled person (was, probability, has_attained), ordered: probability, attained DOUBLE. */
export const replayedLabels = (labelled: Relation): Sql => sql`
select l.probability, cast(l.has_attained as double) as attained from ${labelled} as l order by l.was`;

/**
 * An outcome, its index in the scores, and its labels: was (the id of then), has_attained; null where none is
 * known.
 */
export interface ReplayedColumns {
  id: string;
  place: number;
  labels: Relation | null;
}

/**
 * One row per person of the population, ordered: person_id VARCHAR, and for each outcome its probability, its
 * percentile, and whether the person reached the goal within the horizon (1 or 0; null where it is not
 * known).
 */
export const observedPeople = (scores: Relation, outcomes: readonly ReplayedColumns[]): Sql => {
  const columns = outcomes.flatMap(({ id, place, labels }) => {
    const name = (what: string) => ident(`fdy_outcome_${id.replaceAll("-", "_")}_${what}`);
    const label = ident(`l${place}`);
    const attained = labels ? sql`cast(${label}.has_attained as integer)` : sql`cast(null as integer)`;
    return [
      sql`s.${ident(`probability_${place}`)} as ${name("propensity_probability")}`,
      sql`s.${ident(`percentile_${place}`)} as ${name("propensity_percentile")}`,
      sql`${attained} as ${name("attained")}`,
    ];
  });
  const joins = outcomes.flatMap(({ place, labels }) => {
    const label = ident(`l${place}`);
    return labels ? [sql`left join ${labels} as ${label} on ${label}.was = s.person_id`] : [];
  });
  return sql`
select ${join([sql`cast(s.person_id as varchar) as person_id`, ...columns])}
from ${scores} as s
${join(joins, "\n")}
order by s.person_id`;
};
