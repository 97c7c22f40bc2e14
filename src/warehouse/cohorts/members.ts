// Who is in a cohort as of a cutoff: tally each person's chosen events before it, and keep those within the bounds.

import { type CohortConfig, minCountOf } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, sql } from "../sql/sql.js";
import {
  hasPersonCriteria,
  matchingEvents,
  meetsPersonCriteria,
  peopleMeetingCriteria,
  recencyWithin,
  type Span,
  totalsWithin,
} from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";

/** One row per member as of the cutoff: person_id. An event exactly at the cutoff is future. */
export const cohortMembers = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
): Relation => membersWithin(definition, inputs, { from: null, until: cutoff });

/** One row per person who would be a member at the end of the span, had nothing happened before it: person_id. */
export const membersWithin = (definition: CohortConfig, inputs: CohortInputs, span: Span): Relation => {
  const stream = definingStream(definition, inputs);
  if (!stream) {
    assert(hasPersonCriteria(definition), "a cohort has a stream, traits or places");
    return peopleMeetingCriteria(definition, inputs);
  }
  const active = eventTotals(definition, stream, span);
  const candidates = minCountOf(definition) > 0 ? active : eventTotalsOfAll(inputs.people, active);
  return sql`
select member.person_id
from (${candidates}) as member
where ${totalsWithin(definition, "member")} and ${recencyWithin(definition, "member", span.until)}
  and ${meetsPersonCriteria(definition, inputs, sql`member.person_id`)}`;
};

/** One row per person with a chosen event in the span: person_id, events, worth, first_time, last_time. */
export const eventTotals = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => sql`
select chosen.person_id, count(*) as events, sum(chosen.worth) as worth,
  min(chosen.event_time) as first_time, max(chosen.event_time) as last_time
from (${matchingEvents(definition, stream, span)}) as chosen
group by chosen.person_id`;

/** One row per person, with the same columns; no event is a count and a worth of zero, and no first or last time. */
const eventTotalsOfAll = (people: Relation, active: Relation): Relation => sql`
select person.person_id, coalesce(active.events, 0) as events, coalesce(active.worth, 0) as worth,
  active.first_time, active.last_time
from ${people} as person
left join (${active}) as active on active.person_id = person.person_id`;

// When people become members. Without recency, membership changes only when something happens, so it is enough to look
// at each chosen event: do the totals up to and including it lie within the bounds? Events of one second count together,
// since no cutoff can fall between them.

/**
 * One row per person whom an event in [from, until) leaves a member, though perhaps not for long: person_id, entered_at,
 * the time of the first such event. For cohorts of a dated stream; recency is not asked for.
 */
export const firstEntries = (
  definition: CohortConfig,
  inputs: CohortInputs,
  from: EpochSeconds,
  until: EpochSeconds,
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated, "only events with a time can be entered at");
  return sql`
select entry.person_id, min(entry.event_time) as entered_at
from (${runningTotals(definition, stream, until)}) as entry
where entry.event_time >= ${from} and ${totalsWithin(definition, "entry")}
  and ${meetsPersonCriteria(definition, inputs, sql`entry.person_id`)}
group by entry.person_id`;
};

/** One row per chosen event: person_id, event_time, and the person's events and worth up to and including that second. */
const runningTotals = (definition: CohortConfig, stream: StreamEvents, until: EpochSeconds): Relation => sql`
select chosen.person_id, chosen.event_time,
  count(*) over so_far as events, sum(chosen.worth) over so_far as worth
from (${matchingEvents(definition, stream, { from: null, until })}) as chosen
window so_far as (
  partition by chosen.person_id order by chosen.event_time
  range between unbounded preceding and current row)`;
