// Who is in a cohort as of a cutoff: tally each person's chosen events before it, and keep those within the bounds.

import { type CohortConfig, leastCount } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, sql } from "../sql/sql.js";
import { recencyWithin, totalsWithin } from "./bounds.js";
import { chosenEvents, type Span } from "./chosen.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";
import { asksTimeless, meetsTimeless, peopleByTimeless } from "./timeless.js";

/** One row per member as of the cutoff: person_id. An event exactly at the cutoff is future. */
export const cohortMembers = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
): Relation => membersBy(definition, inputs, { from: null, until: cutoff });

/** One row per person who would be a member at the end of the span, had nothing happened before it: person_id. */
export const membersBy = (definition: CohortConfig, inputs: CohortInputs, span: Span): Relation => {
  const stream = definingStream(definition, inputs);
  if (!stream) {
    assert(asksTimeless(definition), "a cohort has a stream, traits or places");
    return peopleByTimeless(definition, inputs);
  }
  const active = tally(definition, stream, span);
  const candidates = leastCount(definition) > 0 ? active : tallyOfEverybody(inputs.people, active);
  return sql`
select member.person_id
from (${candidates}) as member
where ${totalsWithin(definition, "member")} and ${recencyWithin(definition, "member", span.until)}
  and ${meetsTimeless(definition, inputs, sql`member.person_id`)}`;
};

/** One row per person with a chosen event in the span: person_id, events, worth, first_time, last_time. */
export const tally = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => sql`
select chosen.person_id, count(*) as events, sum(chosen.worth) as worth,
  min(chosen.event_time) as first_time, max(chosen.event_time) as last_time
from (${chosenEvents(definition, stream, span)}) as chosen
group by chosen.person_id`;

/** One row per person, with the same columns; no event is a count and a worth of zero, and no first or last time. */
const tallyOfEverybody = (people: Relation, active: Relation): Relation => sql`
select person.person_id, coalesce(active.events, 0) as events, coalesce(active.worth, 0) as worth,
  active.first_time, active.last_time
from ${people} as person
left join (${active}) as active on active.person_id = person.person_id`;
