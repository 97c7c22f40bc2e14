// Since when a person is known. Somebody who is in the files only because of what they did later must not be looked at
// earlier: to be known at all would then tell the future.

import { minCountOf } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { join, type Relation, sql } from "../sql/sql.js";
import { withoutRecency } from "./attainment.js";
import { matchingEvents, meetsPersonCriteria } from "./criteria.js";
import { type CohortInputs, definingStream, type Objective } from "./inputs.js";
import { firstEntries } from "./members.js";

/** One row per person with an event of any dated stream before the cutoff: person_id, seen_at, the time of the first. */
export const firstSeen = ({ people, streams }: CohortInputs, cutoff: EpochSeconds): Relation => {
  const dated = [...streams.values()].filter(({ isDated }) => isDated);
  const moments = dated.map(
    ({ events }) => sql`select event.person_id, event.event_time from ${events} as event`,
  );
  const nobody = sql`select person.person_id, 0 as event_time from ${people} as person where false`;
  return sql`
select moment.person_id, min(moment.event_time) as seen_at
from (${moments.length > 0 ? join(moments, " union all ") : nobody}) as moment
where moment.event_time < ${cutoff}
group by moment.person_id`;
};

// Since when people could have attained, and when they did.

export interface History {
  oldest: EpochSeconds;
  dataThrough: EpochSeconds;
}

/**
 * One row per person ever eligible: person_id, eligible_at. Who need not have done anything is eligible from when they
 * are first seen. Recency is left aside: it says until when somebody is eligible rather than since when.
 */
export const eligibleSince = ({ eligible }: Objective, inputs: CohortInputs, history: History): Relation => {
  if (eligible?.stream_name !== undefined && minCountOf(eligible) > 0) {
    const entries = firstEntries(withoutRecency(eligible), inputs, history.oldest, history.dataThrough);
    return sql`select entry.person_id, entry.entered_at as eligible_at from (${entries}) as entry`;
  }
  return sql`
select seen.person_id, seen.seen_at as eligible_at
from (${firstSeen(inputs, history.dataThrough)}) as seen
where ${meetsPersonCriteria(eligible ?? {}, inputs, sql`seen.person_id`)}`;
};

/** One row per attainment: person_id, attained_at. The first of a person, or each chosen event where it recurs. */
export const attainments = (
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  history: History,
): Relation => {
  const { oldest, dataThrough } = history;
  if (!recurring) {
    const entries = firstEntries(withoutRecency(attainment), inputs, oldest, dataThrough);
    return sql`select entry.person_id, entry.entered_at as attained_at from (${entries}) as entry`;
  }
  const stream = definingStream(attainment, inputs)!;
  const chosen = matchingEvents(attainment, stream, { from: oldest, until: dataThrough });
  return sql`select chosen.person_id, chosen.event_time as attained_at from (${chosen}) as chosen`;
};
