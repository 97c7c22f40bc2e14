// Active values: the mean, minimum, maximum or last value of a property over the events of a person that match
// the attainment cohort's conditions, in a window; and what they had in windows before. Events without a
// number are left out, and so are people without one.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ActiveAggregation, ActiveFigure } from "../../domain/outcome/active-value.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { property } from "../property-columns.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { matchingEvents, type Span } from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";

/** Rows of people as of cutoffs, with label windows [cutoff, until). */
export interface DatedPeople {
  /** row INTEGER, unique, person_id BIGINT, cutoff BIGINT, until BIGINT. */
  rows: Relation;
  /** The first and the last of the people. */
  people: { from: bigint; to: bigint };
  /** The least cutoff, the greatest, and the end of the last window. */
  times: { from: EpochSeconds; to: EpochSeconds; until: EpochSeconds };
}

/** One row per row with a number in its window, ordered: row INTEGER, value DOUBLE. */
export const activeValues = (
  definition: CohortConfig,
  inputs: CohortInputs,
  figure: ActiveFigure,
  dated: DatedPeople,
): Sql => {
  const { from, until } = dated.times;
  return sql`
select n.row, ${aggregated[figure.aggregation]} as value
from (
  select r.row, m.event_time, m.value
  from ${dated.rows} as r join (${numbers(definition, inputs, figure, { from, until }, dated)}) as m
    on m.person_id = r.person_id and m.event_time >= r.cutoff and m.event_time < r.until
) as n
group by n.row
order by n.row`;
};

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
 * One row per row with a number before its cutoff, ordered: row INTEGER, windows DOUBLE, the number of windows as
 * long as its own before the cutoff in which its person had one; own_mean, own_recent and own_last DOUBLE, the mean
 * of what they had over all of these windows, the newest few and the newest; events DOUBLE, the number of events
 * with one; own_last_3, own_last_10 and own_last_30, the mean over so many last events; own_trend, the first of
 * these less the second; own_least and own_most over the last ten.
 */
export const ownPast = (
  definition: CohortConfig,
  inputs: CohortInputs,
  figure: ActiveFigure,
  dated: DatedPeople,
): Sql => sql`
with own as materialized (
  select r.row, m.event_time, m.value, (r.cutoff - 1 - m.event_time) // (r.until - r.cutoff) as age
  from ${dated.rows} as r
  join (${numbers(definition, inputs, figure, { from: null, until: dated.times.to }, dated)}) as m
    on m.person_id = r.person_id and m.event_time < r.cutoff
)
select w.*, e.* exclude (row)
from (${byWindow(figure)}) as w join (${byEvent}) as e on e.row = w.row
order by w.row`;

const byWindow = ({ aggregation }: ActiveFigure): Sql => sql`
  select w.row, cast(count(*) as double) as windows, avg(w.value order by w.place) as own_mean,
    avg(w.value order by w.place) filter (where w.place <= ${recentWindows}) as own_recent,
    max(w.value) filter (where w.place = 1) as own_last
  from (
    select n.row, row_number() over (partition by n.row order by n.age) as place, n.value
    from (
      select n.row, n.age, ${aggregated[aggregation]} as value
      from own as n
      group by n.row, n.age
    ) as n
  ) as w
  group by w.row`;

const meanOfLast = (events: number): Sql =>
  sql`avg(e.value order by e.place) filter (where e.place <= ${events})`;

const byEvent = sql`
  select e.row, cast(count(*) as double) as events,
    ${join(lastEvents.map((events) => sql`${meanOfLast(events)} as ${ident(`own_last_${events}`)}`))},
    ${meanOfLast(lastEvents[0])} - ${meanOfLast(lastEvents[1])} as own_trend,
    min(e.value) filter (where e.place <= ${extremesOf}) as own_least,
    max(e.value) filter (where e.place <= ${extremesOf}) as own_most
  from (
    select n.row, n.value,
      row_number() over (partition by n.row order by n.event_time desc, n.value desc) as place
    from own as n
  ) as e
  group by e.row`;

/** Means are in order of their numbers, on which a sum of doubles depends. Of several last numbers, the largest. */
const aggregated: Record<ActiveAggregation, Sql> = {
  mean: sql`avg(n.value order by n.value)`,
  minimum: sql`min(n.value)`,
  maximum: sql`max(n.value)`,
  last: sql`last(n.value order by n.event_time, n.value)`,
};

/** One row per matching event of the people with a finite number: person_id, event_time, value DOUBLE. */
const numbers = (
  definition: CohortConfig,
  inputs: CohortInputs,
  figure: ActiveFigure,
  span: Span,
  { people }: DatedPeople,
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated, "values of active people need a stream with dates");
  return sql`
select e.* from (${matchingEvents(definition, stream, span, numberOf(figure, stream))}) as e
where isfinite(e.value) and e.person_id >= ${people.from} and e.person_id <= ${people.to}`;
};

const numberOf = ({ property: name }: ActiveFigure, stream: StreamEvents): Sql => {
  if (name === null) return sql`cast(${ident("event", "value")} as double)`;
  const stored = stream.properties.get(name);
  assert(stored?.type === "number", `property ${name} is a number of the stream`);
  return sql`cast(${property("event", stored)} as double)`;
};
