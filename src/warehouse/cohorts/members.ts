// Members of a cohort as of a cutoff: the people whose matching events before it total within the bounds.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { minCountOf } from "../../domain/cohort/cohort-count.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { itemAt } from "../sql/spellings.js";
import { type Relation, sql } from "../sql/sql.js";
import {
  hasPersonCriteria,
  matchingEvents,
  meetsPersonCriteria,
  notFollowed,
  peopleMeetingCriteria,
  recencyWithin,
  type Span,
  totalsWithin,
} from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";
import { summarisedStates } from "./member-states.js";

/** One row per member as of the cutoff: person_id. An event exactly at the cutoff is in the future. */
export const cohortMembers = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
): Relation => membersWithin(definition, inputs, { from: null, until: cutoff });

/** One row per person who is a member at the end of the span if only the events in the span count: person_id. */
export const membersWithin = (definition: CohortConfig, inputs: CohortInputs, span: Span): Relation => {
  const stream = definingStream(definition, inputs);
  if (!stream) {
    assert(hasPersonCriteria(definition), "a cohort has a stream, traits or places");
    return peopleMeetingCriteria(definition, inputs);
  }
  const states = span.from === null ? summarisedStates(definition, inputs, stream) : undefined;
  if (states) return membersInState(definition, inputs, states, span.until);
  const active = eventTotals(definition, stream, span);
  const candidates = minCountOf(definition) > 0 ? active : eventTotalsOfAll(inputs.people, active);
  return sql`
select member.person_id
from (${candidates}) as member
where ${totalsWithin(definition, "member")} and ${recencyWithin(definition, "member", span.until)}
  and ${notFollowed(definition, inputs, "member", span)}
  and ${meetsPersonCriteria(definition, inputs, sql`member.person_id`)}`;
};

const membersInState = (
  definition: CohortConfig,
  inputs: CohortInputs,
  states: Relation,
  cutoff: EpochSeconds,
): Relation => sql`
select member.person_id
from (${states}) as member
where (member.event_time is null or member.event_time < ${cutoff})
  and (member.next_time is null or member.next_time >= ${cutoff})
  and ${recencyWithin(definition, "member", cutoff)}
  and ${meetsPersonCriteria(definition, inputs, sql`member.person_id`)}`;

/** One row per person with a matching event in the span: person_id, events, value, first_time, last_time. */
export const eventTotals = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => {
  const summary = summaryOf(definition, stream, span);
  return summary
    ? sql`
select summary.person_id, summary.events, summary.value, ${itemAt(sql`summary.first_times`, 1)} as first_time, summary.last_time
from ${summary} as summary`
    : totalsOfEvents(definition, stream, span);
};

/** Whether the stream's summary tells the members at any time. */
export const isSummarised = (definition: CohortConfig, inputs: CohortInputs): boolean => {
  const stream = definingStream(definition, inputs);
  return stream !== null && summarisedStates(definition, inputs, stream) !== undefined;
};

/** Whether the members as of a cutoff depend on more than the stream's summary. */
export const readsEvents = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
): boolean => {
  const stream = definingStream(definition, inputs);
  if (!stream || isSummarised(definition, inputs)) return false;
  if (definition.not_followed_by) return true;
  return summaryOf(definition, stream, { from: null, until: cutoff }) === undefined;
};

/** Undefined where not every event of the stream counts. */
const summaryOf = (
  { stream_conditions: conditions = [] }: CohortConfig,
  { summary }: StreamEvents,
  { from, until }: Span,
): Relation | undefined =>
  summary && conditions.length === 0 && from === null && (summary.newest ?? 0) < until
    ? summary.people
    : undefined;

const totalsOfEvents = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => sql`
select matching.person_id, count(*) as events, sum(matching.value) as value,
  min(matching.event_time) as first_time, max(matching.event_time) as last_time
from (${matchingEvents(definition, stream, span)}) as matching
group by matching.person_id`;

/** The same columns for everyone: people without events have a count and value of 0 and null times. */
const eventTotalsOfAll = (people: Relation, active: Relation): Relation => sql`
select person.person_id, coalesce(active.events, 0) as events, coalesce(active.value, 0) as value,
  active.first_time, active.last_time
from ${people} as person
left join (${active}) as active on active.person_id = person.person_id`;

/**
 * One row per person who becomes a member through an event in [from, until), however briefly: person_id,
 * entered_at, the time of the first such event. Without recency, membership changes only at events, so it
 * suffices to test the running totals at each of them. People who are members as of `from` may be missing.
 * Takes a cohort of a dated stream without recency.
 */
export const firstEntries = (
  definition: CohortConfig,
  inputs: CohortInputs,
  from: EpochSeconds,
  until: EpochSeconds,
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated, "entries need a stream with dates");
  const states = minCountOf(definition) > 0 ? summarisedStates(definition, inputs, stream) : undefined;
  if (states)
    return sql`
select entry.person_id, entry.event_time as entered_at
from (${states}) as entry
where entry.event_time >= ${from} and entry.event_time < ${until}
  and (entry.next_time is null or entry.next_time > entry.event_time)
  and ${meetsPersonCriteria(definition, inputs, sql`entry.person_id`)}`;
  return sql`
select entry.person_id, min(entry.event_time) as entered_at
from (${runningTotals(definition, stream, { from: null, until })}) as entry
where entry.event_time >= ${from} and ${totalsWithin(definition, "entry")}
  and ${meetsPersonCriteria(definition, inputs, sql`entry.person_id`)}
group by entry.person_id`;
};

/**
 * One row per person who becomes a member through an event in the span if only the events in the span count,
 * however briefly: person_id, entered_at, the time of the first such event. Takes a cohort of a dated stream
 * without recency.
 */
export const firstEntriesWithin = (definition: CohortConfig, inputs: CohortInputs, span: Span): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated, "entries need a stream with dates");
  return sql`
select entry.person_id, min(entry.event_time) as entered_at
from (${runningTotals(definition, stream, span)}) as entry
where ${totalsWithin(definition, "entry")} and ${meetsPersonCriteria(definition, inputs, sql`entry.person_id`)}
group by entry.person_id`;
};

/**
 * One row per matching event in the span: person_id, event_time, and the person's events and value up to and
 * including that second. Events of one second count together, since no cutoff can fall between them.
 */
const runningTotals = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => sql`
select matching.person_id, matching.event_time,
  count(*) over so_far as events, sum(matching.value) over so_far as value
from (${matchingEvents(definition, stream, span)}) as matching
window so_far as (
  partition by matching.person_id order by matching.event_time
  range between unbounded preceding and current row)`;
