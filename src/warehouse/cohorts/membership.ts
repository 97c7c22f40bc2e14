// Size of a cohort at many cutoffs, in one query. Between two events of a person only the elapsed time changes, so each event
// opens at most one interval of cutoffs in which the person is a member. The size is the number of intervals begun less those
// ended.

import type { CohortConfig } from "../../domain/cohort.js";
import { minCountOf } from "../../domain/cohort-count.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { matchingEvents, meetsPersonCriteria, totalsWithin } from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";

/** One row per cutoff, ascending: cutoff BIGINT, members BIGINT. For cohorts of a dated stream; at least one cutoff. */
export const membershipCounts = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoffs: readonly EpochSeconds[],
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated && cutoffs.length > 0, "membership over time needs a dated stream and a time");
  const moments = sql`(values ${join(cutoffs.map((cutoff) => sql`(cast(${cutoff} as bigint))`))})`;
  return sql`
with moment as (select distinct cutoff from ${moments} as listed (cutoff)),
changed as (${changes(definition, inputs, stream, Math.max(...cutoffs))})
select moment.cutoff,
  cast(coalesce(sum(sum(changed.members)) over (order by moment.cutoff), 0) as bigint) as members
from moment
left join (
  select next.cutoff, changed.members
  from changed asof join moment as next on changed.cutoff <= next.cutoff
) as changed on changed.cutoff = moment.cutoff
group by moment.cutoff
order by moment.cutoff`;
};

/** Two rows per interval: cutoff, the first one after the change (null: never), and members, 1 at the beginning and -1 at the end. */
const changes = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
  until: EpochSeconds,
): Relation => sql`
select unnest([lasting.from_cutoff, lasting.to_cutoff]) as cutoff, unnest([1, -1]) as members
from (${intervals(definition, inputs, stream, until)}) as lasting
where lasting.to_cutoff is null or lasting.from_cutoff < lasting.to_cutoff`;

/**
 * One row per person and second with events that leave the totals within the bounds: from_cutoff, to_cutoff (exclusive; null:
 * open). An event exactly at a cutoff is in the future, so its interval begins a second later.
 */
const intervals = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
  until: EpochSeconds,
): Relation => {
  const states = sql`(${totals(definition, stream, until)})`;
  const all =
    minCountOf(definition) > 0 ? states : sql`(${states} union all (${withoutEvents(inputs, states)}))`;
  const { begins, ends } = recencyWindow(definition);
  return sql`
select greatest(coalesce(state.event_time + 1, ${Number.MIN_SAFE_INTEGER}), ${begins}) as from_cutoff,
  least(state.next_time + 1, ${ends}) as to_cutoff
from ${all} as state
where ${totalsWithin(definition, "state")}
  and ${definition.recency ? sql`state.event_time is not null` : sql`true`}
  and ${meetsPersonCriteria(definition, inputs, sql`state.person_id`)}`;
};

/** One row per person and second with matching events: the totals up to and including it, and the time of the next ones. */
const totals = (definition: CohortConfig, stream: StreamEvents, until: EpochSeconds): Relation => sql`
select second.person_id, second.event_time,
  sum(second.events) over so_far as events, sum(second.value) over so_far as value,
  first_value(second.event_time) over so_far as first_time,
  lead(second.event_time) over (partition by second.person_id order by second.event_time) as next_time
from (
  select matching.person_id, matching.event_time, count(*) as events, sum(matching.value) as value
  from (${matchingEvents(definition, stream, { from: null, until })}) as matching
  group by matching.person_id, matching.event_time
) as second
window so_far as (
  partition by second.person_id order by second.event_time
  rows between unbounded preceding and current row)`;

/** One row per person for the time before their first matching event, with the columns of the totals. */
const withoutEvents = ({ people }: CohortInputs, states: Relation): Relation => sql`
select person.person_id, null as event_time, 0 as events, 0 as value, null as first_time,
  min(state.event_time) as next_time
from ${people} as person
left join ${states} as state on state.person_id = person.person_id
group by person.person_id`;

/** The cutoffs between which the whole days since the first or last event lie within the bounds; null is unbounded. */
const recencyWindow = ({ recency }: CohortConfig): { begins: Sql; ends: Sql } => {
  const nothing = sql`cast(null as bigint)`;
  if (!recency) return { begins: nothing, ends: nothing };
  const { occurrence, min_days, max_days } = recency;
  const moment = occurrence === "first" ? sql`state.first_time` : sql`state.event_time`;
  const after = (days: number) => sql`${moment} + ${days * secondsPerDay}`;
  return {
    begins: min_days === undefined ? nothing : after(min_days),
    ends: max_days === undefined ? nothing : after(max_days + 1),
  };
};
