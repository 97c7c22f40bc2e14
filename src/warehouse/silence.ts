// A stream that has stopped looks like customers who have stopped. How long it has been quiet is told beside how long it
// usually is, so that a weekly file is not taken for a broken one.

import { type EpochSeconds, secondsPerDay } from "../domain/resource.js";
import { type Relation, sql } from "./sql/sql.js";

/** Fewer gaps have no usual length. */
const fewestGaps = 10;

/**
 * One row: quiet_days DOUBLE from the last event to `dataThrough`, and usual_gap_days DOUBLE, than which 99 of 100 gaps
 * between successive days with events are no longer. No row where the stream has too few such days.
 */
export const silence = (events: Relation, dataThrough: EpochSeconds): Relation => sql`
with active_days as (
  select event.event_time // ${secondsPerDay} as active_day, max(event.event_time) as last_event
  from ${events} as event
  where event.event_time < ${dataThrough}
  group by active_day
),
gaps as (
  select active.last_event, active.active_day - lag(active.active_day) over (order by active.active_day) as gap
  from active_days as active
)
select (${dataThrough} - max(gaps.last_event)) / cast(${secondsPerDay} as double) as quiet_days,
  cast(quantile_cont(gaps.gap, 0.99) as double) as usual_gap_days
from gaps
having count(gaps.gap) >= ${fewestGaps}`;
