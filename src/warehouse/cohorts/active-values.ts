// Active values: the mean, minimum, maximum or last value of a property over the events of a person that match
// the attainment cohort's conditions, in a window; and what they had in windows before. Events without a
// number are left out, and so are people without one.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ActiveAggregation, ActiveFigure } from "../../domain/outcome/active-value.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { property } from "../property-columns.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import { matchingEvents, type Span } from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";

/** One row per person with a number in the span, ordered: person_id BIGINT, value DOUBLE. */
export const activeValues = (
  definition: CohortConfig,
  inputs: CohortInputs,
  figure: ActiveFigure,
  span: Span,
): Sql => sql`
select n.person_id, ${aggregated[figure.aggregation]} as value
from (${numbers(definition, inputs, figure, span)}) as n
group by n.person_id
order by n.person_id`;

/** The first and the last of some people and, where they are few, each of them. */
export interface PersonIds {
  from: bigint;
  to: bigint;
  named?: readonly bigint[];
}

/** Windows whose mean is recent, and numbers of last events, whenever they were. */
const recentWindows = 5;
const lastEvents = [3, 10, 30] as const;
const extremesOf = 10;

/** Columns of `ownPast` beside the person. */
export const ownPastColumns = [
  ...(["windows", "own_mean", "own_recent", "own_last"] as const),
  ...(["events", "own_last_3", "own_last_10", "own_last_30"] as const),
  ...(["own_trend", "own_least", "own_most"] as const),
];
export type OwnPastColumn = (typeof ownPastColumns)[number];

/** Columns of numbers whose mean is that of a person's own past, and of how many of them there are, of which at most some count. */
export const ownPastMeans: readonly { count: OwnPastColumn; mean: OwnPastColumn; most: number | null }[] = [
  { count: "windows", mean: "own_mean", most: null },
  { count: "windows", mean: "own_recent", most: recentWindows },
  ...lastEvents.map((most) => ({ count: "events" as const, mean: `own_last_${most}` as const, most })),
];

/**
 * One row per person with a number before the cutoff, ordered: person_id BIGINT, windows DOUBLE, the number
 * of windows of this length before the cutoff in which they had one; own_mean, own_recent and own_last
 * DOUBLE, the mean of what they had over all of these windows, the newest few and the newest; events DOUBLE, the
 * number of events with one; own_last_3, own_last_10 and own_last_30, the mean over so many last events; own_trend,
 * the first of these less the second; own_least and own_most over the last ten. `ids` bounds the people.
 */
export const ownPast = (
  definition: CohortConfig,
  inputs: CohortInputs,
  figure: ActiveFigure,
  { cutoff, windowSeconds }: { cutoff: EpochSeconds; windowSeconds: number },
  ids: PersonIds | null = null,
): Sql => sql`
with own as materialized (
  select m.person_id, m.event_time, m.value, (${cutoff} - 1 - m.event_time) // cast(${windowSeconds} as bigint) as age
  from (${numbers(definition, inputs, figure, { from: null, until: cutoff })}) as m
  where ${ids ? isOneOf(ids) : sql`true`}
)
select w.*, e.* exclude (person_id)
from (${byWindow(figure)}) as w join (${byEvent}) as e on e.person_id = w.person_id
order by w.person_id`;

const isOneOf = ({ from, to, named }: PersonIds): Sql => {
  const isBetween = sql`m.person_id >= ${from} and m.person_id <= ${to}`;
  return named ? sql`${isBetween} and m.person_id in (${list(named)})` : isBetween;
};

const byWindow = ({ aggregation }: ActiveFigure): Sql => sql`
  select w.person_id, cast(count(*) as double) as windows, avg(w.value order by w.place) as own_mean,
    avg(w.value order by w.place) filter (where w.place <= ${recentWindows}) as own_recent,
    max(w.value) filter (where w.place = 1) as own_last
  from (
    select n.person_id, row_number() over (partition by n.person_id order by n.age) as place, n.value
    from (
      select n.person_id, n.age, ${aggregated[aggregation]} as value
      from own as n
      group by n.person_id, n.age
    ) as n
  ) as w
  group by w.person_id`;

const meanOfLast = (events: number): Sql =>
  sql`avg(e.value order by e.place) filter (where e.place <= ${events})`;

const byEvent = sql`
  select e.person_id, cast(count(*) as double) as events,
    ${join(lastEvents.map((events) => sql`${meanOfLast(events)} as ${ident(`own_last_${events}`)}`))},
    ${meanOfLast(lastEvents[0])} - ${meanOfLast(lastEvents[1])} as own_trend,
    min(e.value) filter (where e.place <= ${extremesOf}) as own_least,
    max(e.value) filter (where e.place <= ${extremesOf}) as own_most
  from (
    select n.person_id, n.value,
      row_number() over (partition by n.person_id order by n.event_time desc, n.value desc) as place
    from own as n
  ) as e
  group by e.person_id`;

/** Means are in order of their numbers, on which a sum of doubles depends. Of several last numbers, the largest. */
const aggregated: Record<ActiveAggregation, Sql> = {
  mean: sql`avg(n.value order by n.value)`,
  minimum: sql`min(n.value)`,
  maximum: sql`max(n.value)`,
  last: sql`last(n.value order by n.event_time, n.value)`,
};

/** One row per matching event with a finite number: person_id, event_time, value DOUBLE. */
const numbers = (
  definition: CohortConfig,
  inputs: CohortInputs,
  figure: ActiveFigure,
  span: Span,
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated, "values of active people need a stream with dates");
  return sql`
select e.* from (${matchingEvents(definition, stream, span, numberOf(figure, stream))}) as e
where isfinite(e.value)`;
};

const numberOf = ({ property: name }: ActiveFigure, stream: StreamEvents): Sql => {
  if (name === null) return sql`cast(${ident("event", "value")} as double)`;
  const stored = stream.properties.get(name);
  assert(stored?.type === "number", `property ${name} is a number of the stream`);
  return sql`cast(${property("event", stored)} as double)`;
};
