// People without events: on file, and without an event in any dated stream before a cutoff. Nobody is on file
// before the files said so. Most people come into the files with their first event, so who is in them today
// says nothing of who was in them then.

import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { type Relation, sql } from "../sql/sql.js";
import { firstSeen } from "./eligibility.js";
import type { CohortInputs, Objective } from "./inputs.js";
import { spineOf } from "./spine.js";

/**
 * One row per person: person_id, on_file_at, when the first file with a record of theirs had arrived or, where
 * a trait has a date of it, the end of that day: people register on the day of their first purchase. `persons`
 * has the records of people.
 */
export const onFileSince = (
  { people, traits }: CohortInputs,
  persons: Relation,
  registrationTrait: string | undefined,
): Relation => sql`
select person.person_id, coalesce(registered.at, record.seen_at) as on_file_at
from ${people} as person
left join (
  select r.person_id, min(r.first_seen) // 1000 + 1 as seen_at from ${persons} as r group by r.person_id
) as record on record.person_id = person.person_id
left join (
  select t.person_id, cast(epoch(try_cast(left(t.value, 10) as date)) as bigint) + ${secondsPerDay} as at
  from ${traits} as t where t.trait = ${registrationTrait ?? ""}
) as registered on registered.person_id = person.person_id`;

/** One row per person of `people` without an event before the cutoff: person_id. */
export const withoutEventsAmong = (
  people: Relation,
  inputs: Pick<CohortInputs, "people" | "streams">,
  cutoff: EpochSeconds,
): Relation => sql`
select p.person_id
from ${people} as p anti join (${firstSeen(inputs, cutoff)}) as seen on seen.person_id = p.person_id`;

/**
 * One row per whole number of days on file: days, people and attained INTEGER, of the eligible people who were
 * on file without an event as of the landmark. `onFile` has person_id and on_file_at.
 */
export const earlierWithoutEvents = (
  objective: Objective,
  inputs: CohortInputs,
  onFile: Relation,
  landmark: EpochSeconds,
  until: EpochSeconds,
): Relation => {
  const known = sql`
select f.person_id, f.on_file_at
from ${onFile} as f anti join (${firstSeen(inputs, landmark)}) as seen on seen.person_id = f.person_id
where f.on_file_at <= ${landmark}`;
  return sql`
select cast((${landmark} - f.on_file_at) // ${secondsPerDay} as integer) as days,
  cast(count(*) as integer) as people, cast(sum(s.label) as integer) as attained
from (${spineOf(known, objective, inputs, landmark, until)}) as s join ${onFile} as f on f.person_id = s.person_id
group by days
order by days`;
};
