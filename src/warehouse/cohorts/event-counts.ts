// Daily counts of the events that define an outcome. They show where its history has holes.

import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { join, type Relation, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";

/** Number of events in each of the days from `from` until `until`, counted from `from`. The streams have dates. */
export const dailyEvents = async (
  engine: Engine,
  names: readonly string[],
  { streams }: CohortInputs,
  { from, until }: { from: EpochSeconds; until: EpochSeconds },
): Promise<number[]> => {
  const relations = [...new Set(names)].map((name) => streams.get(name)!.events);
  const counts = new Array<number>(Math.max(0, Math.ceil((until - from) / secondsPerDay))).fill(0);
  if (relations.length === 0) return counts;
  const rows = await engine.rows<{ day: number; events: number }>(perDay(relations, from, until));
  for (const { day, events } of rows) counts[Number(day)] = Number(events);
  return counts;
};

/** One row per day with events: day, from 0, and events. */
const perDay = (relations: readonly Relation[], from: EpochSeconds, until: EpochSeconds): Relation => sql`
select (moment.event_time - ${from}) // ${secondsPerDay} as day, count(*) as events
from (${join(
  relations.map((events) => sql`select event.event_time from ${events} as event`),
  " union all ",
)}) as moment
where moment.event_time >= ${from} and moment.event_time < ${until}
group by day
order by day`;
