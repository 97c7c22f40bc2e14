// When people become members. Without recency, membership changes only when something happens, so it is enough to look
// at each chosen event: do the totals up to and including it lie within the bounds? Events of one second count together,
// since no cutoff can fall between them.

import type { CohortConfig } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, sql } from "../sql/sql.js";
import { totalsWithin } from "./bounds.js";
import { chosenEvents } from "./chosen.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";
import { meetsTimeless } from "./timeless.js";

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
  and ${meetsTimeless(definition, inputs, sql`entry.person_id`)}
group by entry.person_id`;
};

/** One row per chosen event: person_id, event_time, and the person's events and worth up to and including that second. */
const runningTotals = (definition: CohortConfig, stream: StreamEvents, until: EpochSeconds): Relation => sql`
select chosen.person_id, chosen.event_time,
  count(*) over so_far as events, sum(chosen.worth) over so_far as worth
from (${chosenEvents(definition, stream, { from: null, until })}) as chosen
window so_far as (
  partition by chosen.person_id order by chosen.event_time
  range between unbounded preceding and current row)`;
