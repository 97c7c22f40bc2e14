// Since when a person is known. Somebody who is in the files only because of what they did later must not be looked at
// earlier: to be known at all would then tell the future.

import type { EpochSeconds } from "../../domain/resource.js";
import { join, type Relation, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";

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
