// Personas in SQL: candidate people, members, shared members of successive builds, and traits by cluster.

import type { CohortConfig } from "../domain/cohort/cohort.js";
import type { EpochSeconds } from "../domain/resource/resource.js";
import { firstSeen } from "./cohorts/eligibility.js";
import type { CohortInputs } from "./cohorts/inputs.js";
import { cohortMembers } from "./cohorts/members.js";
import { join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per member of a cohort as of the cutoff with an event before it: person_id. */
export const knownMembers = (cohort: CohortConfig, inputs: CohortInputs, cutoff: EpochSeconds): Sql => sql`
select member.person_id from (${cohortMembers(cohort, inputs, cutoff)}) as member
where member.person_id in (select seen.person_id from (${firstSeen(inputs, cutoff)}) as seen)`;

/**
 * One row per person with a persona, ordered: person_id, persona_id, is_member. `ids[c]` is the persona of
 * cluster c.
 */
export const personasOfPeople = (clustered: Relation, members: Relation, ids: readonly string[]): Sql => sql`
select c.person_id, names.persona_id, m.person_id is not null as is_member
from ${clustered} as c
join (values ${join(ids.map((id, cluster) => sql`(${cluster}, ${id})`))}) as names (cluster, persona_id)
  on names.cluster = c.cluster
left join ${members} as m on m.person_id = c.person_id
order by c.person_id`;

/** One row per cluster and previous persona with common members: cluster, persona_id, people. */
export const sharedMembers = (clustered: Relation, before: Relation): Sql => sql`
select c.cluster, b.persona_id, count(*) as people
from ${clustered} as c join ${before} as b on b.person_id = c.person_id
where b.is_member
group by c.cluster, b.persona_id`;

/**
 * One row per cluster, text trait and value of its members: cluster, trait, value, people. Values that are
 * not `frequent` are counted together as null.
 */
export const clusterTraits = (
  clustered: Relation,
  members: Relation,
  traits: Relation,
  frequent: readonly { trait: string; value: string }[],
): Sql => sql`
select c.cluster, t.trait, listed.value, count(*) as people
from ${clustered} as c
join ${members} as m on m.person_id = c.person_id
join ${traits} as t on t.person_id = c.person_id and t.value is not null
left join (values ${join(frequent.map(({ trait, value }) => sql`(${trait}, ${value})`))}) as listed (trait, value)
  on listed.trait = t.trait and listed.value = t.value
group by c.cluster, t.trait, listed.value`;
