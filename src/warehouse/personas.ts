// Personas and the people that they are made of: who could be in one, who was, and what else is so of those who are.

import type { CohortConfig } from "../domain/cohort.js";
import type { EpochSeconds } from "../domain/resource.js";
import { firstSeen } from "./cohorts/eligibility.js";
import type { CohortInputs } from "./cohorts/inputs.js";
import { cohortMembers } from "./cohorts/members.js";
import { join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per person: person_id, landmark. */
export const peopleAsOf = (people: Relation, landmark: EpochSeconds): Sql =>
  sql`select p.person_id, cast(${landmark} as bigint) as landmark from ${people} as p`;

/** One row per person who is none of these members: person_id. */
export const peopleOutside = (members: Relation, people: Relation): Sql =>
  sql`select p.person_id from ${people} as p where p.person_id not in (select m.person_id from ${members} as m)`;

/** One row per member of a cohort as of the cutoff who was known by then: person_id. */
export const knownMembers = (cohort: CohortConfig, inputs: CohortInputs, cutoff: EpochSeconds): Sql => sql`
select member.person_id from (${cohortMembers(cohort, inputs, cutoff)}) as member
where member.person_id in (select seen.person_id from (${firstSeen(inputs, cutoff)}) as seen)`;

/** One row per person in a persona, ordered: person_id, persona_id, is_member. `ids` are those of the clusters, by their places. */
export const personasOfPeople = (clustered: Relation, members: Relation, ids: readonly string[]): Sql => sql`
select c.person_id, names.persona_id, m.person_id is not null as is_member
from ${clustered} as c
join (values ${join(ids.map((id, cluster) => sql`(${cluster}, ${id})`))}) as names (cluster, persona_id)
  on names.cluster = c.cluster
left join ${members} as m on m.person_id = c.person_id
order by c.person_id`;

/** One row per cluster and persona of before that share members: cluster, persona_id, people. */
export const sharedMembers = (clustered: Relation, before: Relation): Sql => sql`
select c.cluster, b.persona_id, count(*) as people
from ${clustered} as c join ${before} as b on b.person_id = c.person_id
where b.is_member
group by c.cluster, b.persona_id`;

/**
 * One row per cluster, text trait and value that members of it have: cluster, trait, value, people. `frequent` are the
 * values that are told apart; all others are one, null.
 */
export const clusterTraits = (
  clustered: Relation,
  members: Relation,
  traits: Relation,
  frequent: readonly { trait: string; value: string }[],
): Sql => sql`
select c.cluster, t.trait, told.value, count(*) as people
from ${clustered} as c
join ${members} as m on m.person_id = c.person_id
join ${traits} as t on t.person_id = c.person_id and t.value is not null
left join (values ${join(frequent.map(({ trait, value }) => sql`(${trait}, ${value})`))}) as told (trait, value)
  on told.trait = t.trait and told.value = t.value
group by c.cluster, t.trait, told.value`;
