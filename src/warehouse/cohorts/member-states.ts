// States of the people of a cohort: the spans between events in which a person's count and value of events
// lie within the bounds. Bounds on the count alone have one such span, from the event that reaches them to
// the one that leaves them, which the person's first events tell; other bounds need a walk through all
// events.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { minCountOf } from "../../domain/cohort/cohort-count.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { itemAt } from "../sql/spellings.js";
import { type Relation, type Sql, spelled, sql } from "../sql/sql.js";
import { summarisedTimes } from "../streams.js";
import { eventsOfAll, matchingEvents, totalsWithin } from "./criteria.js";
import type { CohortInputs, StreamEvents } from "./inputs.js";

/** Times of a person's first events that one pass collects; beyond that, a walk is cheaper. */
const mostCollected = 16;

/**
 * One row per person and state within the bounds: person_id; event_time, at which it begins (null: before any
 * event); next_time, the event that ends it (null: none); first_time, of the person's first matching event. A
 * state that ends when it begins may be listed. Events from `until` on may be missing. Recency and conditions
 * on people are left to the caller.
 */
export const memberStates = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
  until: EpochSeconds,
): Relation => {
  const times = firstTimes(definition, stream, until);
  return times ? countedStates(definition, inputs, times) : walkedStates(definition, inputs, stream, until);
};

/** The states of a cohort whose bounds the stream's summary tells, at any time; undefined for others. */
export const summarisedStates = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
): Relation | undefined => {
  const times = summarisedTimesOf(definition, stream);
  return times && countedStates(definition, inputs, times);
};

/**
 * One row per person with a matching event: person_id, times BIGINT[], as many as the bounds need. Undefined:
 * they need all.
 */
const firstTimes = (
  definition: CohortConfig,
  stream: StreamEvents,
  until: EpochSeconds,
): Relation | undefined => {
  const needed = timesNeeded(definition);
  const times = summarisedTimesOf(definition, stream);
  if (times || needed > mostCollected) return times;
  const matching = matchingEvents(definition, stream, { from: null, until });
  return spelled({
    duckdb: sql`
select matching.person_id, min(matching.event_time, ${needed}) as times
from (${matching}) as matching
group by matching.person_id`,
    spark: sql`
select matching.person_id, array_sort(collect_list(matching.event_time)) as times
from (
  select own.*, row_number() over (partition by own.person_id order by own.event_time) as place from (${matching}) as own
) as matching
where matching.place <= ${needed}
group by matching.person_id`,
  });
};

const summarisedTimesOf = (
  definition: CohortConfig,
  { isDated, summary }: StreamEvents,
): Relation | undefined => {
  const { stream_conditions: conditions = [] } = definition;
  if (!isDated || !summary || conditions.length > 0 || timesNeeded(definition) > summarisedTimes)
    return undefined;
  return sql`select summary.person_id, summary.first_times as times from ${summary.people} as summary`;
};

/** Number of a person's first events that tell their states. */
const timesNeeded = (definition: CohortConfig): number => {
  const { min_value, max_value, max_count = 0, recency, not_followed_by } = definition;
  const needsAll =
    min_value !== undefined ||
    max_value !== undefined ||
    recency?.occurrence === "last" ||
    not_followed_by !== undefined;
  return needsAll ? Number.POSITIVE_INFINITY : Math.max(minCountOf(definition), max_count + 1);
};

const countedStates = (definition: CohortConfig, inputs: CohortInputs, times: Relation): Relation => {
  const [least, most] = [minCountOf(definition), definition.max_count];
  const leaving = most === undefined ? sql`cast(null as bigint)` : timeOf(most + 1);
  if (least > 0)
    return sql`
select entered.person_id, ${timeOf(least)} as event_time, ${leaving} as next_time, ${timeOf(1)} as first_time
from (${times}) as entered
where ${timeOf(least)} is not null`;
  const begins = definition.recency ? timeOf(1) : sql`cast(null as bigint)`;
  return sql`
select person.person_id, ${begins} as event_time, ${leaving} as next_time, ${timeOf(1)} as first_time
from ${inputs.people} as person
left join (${times}) as entered on entered.person_id = person.person_id`;
};

const timeOf = (place: number): Sql => itemAt(sql`entered.times`, place);

const walkedStates = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
  until: EpochSeconds,
): Relation => {
  const states = untilFollowed(definition, inputs, totals(definition, stream, until), until);
  const all =
    minCountOf(definition) > 0
      ? states
      : sql`${states} union all ${withoutEvents(definition, inputs, stream, until)}`;
  return sql`
select state.person_id, state.event_time, state.next_time, state.first_time
from (${all}) as state
where ${totalsWithin(definition, "state")}`;
};

/**
 * One row per matching event: the totals up to and including it, and the time of the next one. Of events of
 * one second only the last has the whole totals, and only its state lasts.
 */
const totals = (definition: CohortConfig, stream: StreamEvents, until: EpochSeconds): Relation => {
  const { min_value, max_value } = definition;
  const hasValue = min_value !== undefined || max_value !== undefined;
  const matching = matchingEvents(definition, stream, { from: null, until });
  const value = hasValue ? sql`sum(matching.value) over so_far` : sql`0`;
  const whole = sql`(
  partition by matching.person_id order by matching.event_time
  rows between unbounded preceding and current row)`;
  return spelled({
    duckdb: sql`
select matching.person_id, matching.event_time, row_number() over so_far as events,
  ${value} as value,
  first_value(matching.event_time) over so_far as first_time,
  lead(matching.event_time) over so_far as next_time
from (${matching}) as matching
window so_far as ${whole}`,
    // LEAD takes no frame there, and events of one second must have one order.
    spark: sql`
select running.*, lead(running.event_time) over (partition by running.person_id order by running.events) as next_time
from (
  select matching.person_id, matching.event_time, row_number() over so_far as events, ${value} as value,
    first_value(matching.event_time) over so_far as first_time
  from (${matching}) as matching
  window so_far as ${whole}
) as running`,
  });
};

/** The states, each of which ends with an event of a stream that ends membership at the latest. */
const untilFollowed = (
  { not_followed_by: names = [] }: CohortConfig,
  inputs: CohortInputs,
  states: Relation,
  until: EpochSeconds,
): Relation => {
  if (names.length === 0) return states;
  const nothing = sql`cast(null as bigint)`;
  return sql`
select state.person_id, state.event_time, state.events, state.value, state.first_time,
  least(state.next_time, state.followed_at) as next_time
from (
  select moment.*, min(moment.later_time) over (
    partition by moment.person_id order by moment.event_time
    range between 1 following and unbounded following) as followed_at
  from (
    select own.person_id, own.event_time, own.events, own.value, own.first_time, own.next_time, ${nothing} as later_time
    from (${states}) as own
    union all
    select later.person_id, later.event_time, 0, 0, ${nothing}, ${nothing}, later.event_time
    from (${eventsOfAll(names, inputs)}) as later
    where later.event_time < ${until}
  ) as moment
) as state
where state.later_time is null`;
};

/** One row per person for the time before their first matching event, with the columns of the totals. */
const withoutEvents = (
  definition: CohortConfig,
  { people }: CohortInputs,
  stream: StreamEvents,
  until: EpochSeconds,
): Relation => sql`
select person.person_id, null as event_time, 0 as events, 0 as value, null as first_time,
  min(matching.event_time) as next_time
from ${people} as person
left join (${matchingEvents(definition, stream, { from: null, until })}) as matching
  on matching.person_id = person.person_id
group by person.person_id`;
