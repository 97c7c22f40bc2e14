// People of a past moment.

import type { EpochSeconds } from "../../domain/resource/resource.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * The people, ordered, who have an event before a moment, or none in any of the `events` of datasets
 * (identity_key, event_time). `persons` says whose the identities are.
 */
export const peopleKnownBefore = (
  people: Relation,
  persons: Relation,
  events: readonly Relation[],
  before: EpochSeconds,
): Sql => {
  const moments = events.map(
    (each) => sql`select event.identity_key, event.event_time from ${each} as event`,
  );
  const unknown = sql`
    select person.person_id
    from (${join(moments, " union all ")}) as moment
    join ${persons} as person on person.identity_key = moment.identity_key
    group by person.person_id
    having min(moment.event_time) >= ${before}`;
  return sql`
  select known.* from ${people} as known
  where ${events.length === 0 ? sql`true` : sql`known.person_id not in (${unknown})`}
  order by known.person_id`;
};
