// Dates from which people are known and eligible, and on which they convert. Nobody is known before their
// first event: a person who is in the files only because of a later event would otherwise leak the future
// into the past.

import { minCountOf } from "../../domain/cohort/cohort-count.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { join, type Relation, sql } from "../sql/sql.js";
import { byEventsAlone } from "./attainment.js";
import { matchingEvents, meetsPersonCriteria } from "./criteria.js";
import { type CohortInputs, definingStream, type Objective } from "./inputs.js";
import { firstEntries } from "./members.js";

/**
 * One row per person with an event in any dated stream before the cutoff: person_id and seen_at, the time of
 * the first.
 */
export const firstSeen = (
  { people, streams }: Pick<CohortInputs, "people" | "streams">,
  cutoff: EpochSeconds,
): Relation => {
  const dated = [...streams.values()].filter(({ isDated }) => isDated);
  const moments = dated.map(({ events, summary }) =>
    summary
      ? sql`select first.person_id, first.first_times[1] as event_time from ${summary.people} as first`
      : sql`select event.person_id, event.event_time from ${events} as event`,
  );
  const noRows = sql`select person.person_id, 0 as event_time from ${people} as person where false`;
  return sql`
select moment.person_id, min(moment.event_time) as seen_at
from (${moments.length > 0 ? join(moments, " union all ") : noRows}) as moment
where moment.event_time < ${cutoff}
group by moment.person_id`;
};

/** One row per person with an event: person_id and seen_at, the time of the first. */
export const firstEvents = (events: Relation): Relation => sql`
select e.person_id, min(e.event_time) as seen_at from ${events} as e group by e.person_id`;

export interface History {
  oldest: EpochSeconds;
  dataThrough: EpochSeconds;
}

/**
 * One row per person who was ever eligible: person_id, eligible_at. Where eligibility needs no event, it
 * begins when a person is first seen. Recency is ignored: it limits how long people stay eligible, not when
 * they become so.
 */
export const eligibleSince = ({ eligible }: Objective, inputs: CohortInputs, history: History): Relation => {
  if (eligible?.stream_name !== undefined && minCountOf(eligible) > 0) {
    const entries = firstEntries(byEventsAlone(eligible), inputs, history.oldest, history.dataThrough);
    return sql`select entry.person_id, entry.entered_at as eligible_at from (${entries}) as entry`;
  }
  return sql`
select seen.person_id, seen.seen_at as eligible_at
from (${firstSeen(inputs, history.dataThrough)}) as seen
where ${meetsPersonCriteria(eligible ?? {}, inputs, sql`seen.person_id`)}`;
};

/**
 * One row per conversion: person_id, attained_at. Only a person's first, or every matching event if the
 * outcome recurs.
 */
export const attainments = (
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  history: History,
): Relation => {
  const { oldest, dataThrough } = history;
  if (!recurring) {
    const entries = firstEntries(byEventsAlone(attainment), inputs, oldest, dataThrough);
    return sql`select entry.person_id, entry.entered_at as attained_at from (${entries}) as entry`;
  }
  const stream = definingStream(attainment, inputs)!;
  const matching = matchingEvents(attainment, stream, { from: oldest, until: dataThrough });
  return sql`select matching.person_id, matching.event_time as attained_at from (${matching}) as matching`;
};
