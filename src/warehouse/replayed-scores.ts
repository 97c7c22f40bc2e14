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
