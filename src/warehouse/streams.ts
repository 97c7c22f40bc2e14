// Streams: the events of all datasets that output to them, by person instead of by identity. A stream is
// sorted once, here, so that later steps find a person's rows together and in order of time.

import type { StreamProperty } from "../domain/data/dataset-findings.js";
import { limits } from "../domain/resource/limits.js";
import { type EpochSeconds, secondsPerDay } from "../domain/resource/resource.js";
import { listItems } from "./lists.js";
import { property, propertyColumn, type StoredProperty, withOwnColumns } from "./property-columns.js";
import { decimalOf, duckdbOnly, nullsLast, textType } from "./sql/spellings.js";
import { ident, join, type Relation, type Sql, spelled, sql } from "./sql/sql.js";

/** Events of one dataset and their properties. */
export interface EmittedEvents {
  events: Relation;
  properties: readonly StreamProperty[];
}

/** All properties by name. A property is text if it is text in any dataset, and a list if it is a list in any. */
export const commonProperties = (emitted: readonly (readonly StreamProperty[])[]): StreamProperty[] => {
  const all = new Map<string, StreamProperty>();
  for (const { name, type, isList } of emitted.flat()) {
    const known = all.get(name);
    const isText = known?.type === "text" || type === "text";
    const isAnyList = known?.isList ?? isList;
    all.set(name, { name, type: isText ? "text" : "number", ...(isAnyList && { isList: isAnyList }) });
  }
  return withOwnColumns([...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
};

/**
 * One row per event whose identity has a person: person_id, event_time, arrival_time, value, p_<property>.
 * Ordered by all columns.
 */
export const streamEvents = (
  emitted: readonly EmittedEvents[],
  properties: readonly StreamProperty[],
  persons: Relation,
): Sql => sortedEvents(personEvents(emitted, properties, persons), properties);

/** The same in no order. */
export const personEvents = (
  emitted: readonly EmittedEvents[],
  properties: readonly StreamProperty[],
  persons: Relation,
): Relation => {
  const events = emitted.map((dataset) => datasetEvents(dataset, properties, persons));
  return sql`(${join(events, " union all ")})`;
};

/** The same for events that have a person. */
export const sortedEvents = (events: Relation, properties: readonly StreamProperty[]): Sql => {
  const columns = streamColumns(properties).map((name) => ident(name));
  return sql`select ${join(columns)} from ${events} order by ${join(columns.map((column) => sql`${column}${nullsLast}`))}`;
};

/** Events with since <= event_time < until. */
export const eventsWithin = (events: Relation, since: EpochSeconds, until: EpochSeconds): Relation =>
  sql`(select * from ${events} where event_time >= ${since} and event_time < ${until})`;

/** One row: rows, and the oldest and newest event_time, null without events. */
export const eventRange = (events: Relation): Sql =>
  sql`select count(*) as rows, min(event_time) as oldest, max(event_time) as newest from ${events}`;

/** One row: events BIGINT of the identities in `owners` (identity_key, events) that have a person. */
export const eventsOfPersons = (owners: Relation, persons: Relation): Sql => sql`
  select cast(coalesce(sum(owner.events), 0) as bigint) as events
  from ${owners} as owner join ${persons} as person on person.identity_key = owner.identity_key`;

/** In order. */
export const streamColumns = (properties: readonly StreamProperty[]): string[] => [
  ...["person_id", "event_time", "arrival_time", "value"],
  ...properties.map(propertyColumn),
];

/** Rows of events before a moment. */
export const eventsBefore = (events: Relation, before: EpochSeconds): Relation =>
  sql`(select event.* from ${events} as event where event.event_time < ${before})`;

/** The events of a stream before a moment, null for all of them, in the order of `streamEvents`. */
export const pastEvents = (
  events: Relation,
  properties: readonly StreamProperty[],
  before: EpochSeconds | null,
): Sql => sql`
  select event.* from ${before === null ? events : eventsBefore(events, before)} as event
  order by ${join(streamColumns(properties).map((column) => ident("event", column)))}`;

/** One row per event of one dataset whose identity has a person, with the columns of the stream. */
const datasetEvents = (
  { events, properties: emitted }: EmittedEvents,
  properties: readonly StreamProperty[],
  persons: Relation,
): Sql => {
  const values = properties.map(
    (wanted) => sql`${emittedValue(wanted, emitted)} as ${ident(propertyColumn(wanted))}`,
  );
  const columns = [sql`event.event_time`, sql`event.arrival_time`, sql`event.value`, ...values];
  return sql`
    select person.person_id, ${join(columns)}
    from ${events} as event
    join ${persons} as person on person.identity_key = event.identity_key`;
};

const emittedValue = ({ name, type }: StreamProperty, emitted: readonly StreamProperty[]): Sql => {
  const own = emitted.find((candidate) => candidate.name === name);
  if (!own) return type === "number" ? sql`cast(null as double)` : sql`cast(null as ${textType})`;
  const column = property("event", own);
  return own.type === "number" && type === "text" ? numberAsText(column) : column;
};

/** `5`, not `5.0`, so that it equals the text in another dataset. Every engine writes other numbers in its own way. */
export const numberAsText = (number: Sql): Sql =>
  duckdbOnly(sql`
  case when abs(${number}) < 1e15 and ${number} = floor(${number}) then cast(cast(${number} as bigint) as varchar)
    else cast(${number} as varchar) end`);

/** Times that a summary keeps of each person: cohorts rarely ask for more than a second or third purchase. */
export const summarisedTimes = 4;

/**
 * An exact decimal, so that a sum does not depend on the order of addition: ten times 0.1 would miss a bound
 * of 1. A missing value, or one that does not fit a decimal (an infinity), counts as 0.
 */
export const exactValue = (value: Sql): Sql => sql`coalesce(${decimalOf(value)}, 0)`;

/**
 * One row per person with events of a dated stream, ordered: person_id BIGINT, events BIGINT, value DECIMAL
 * (their sum), first_times BIGINT[] (of the first events, ascending, at most `summarisedTimes`) and last_time
 * BIGINT.
 */
export const streamSummary = (events: Relation): Relation =>
  spelled({
    duckdb: sql`
  select event.person_id, count(*) as events, sum(${exactValue(sql`event.value`)}) as value,
    min(event.event_time, ${summarisedTimes}) as first_times, max(event.event_time) as last_time
  from ${events} as event
  group by event.person_id order by event.person_id`,
    // No list of all times: a person may have millions.
    spark: sql`
  select event.person_id, count(*) as events, sum(${exactValue(sql`event.value`)}) as value,
    array_sort(collect_list(case when event.place <= ${summarisedTimes} then event.event_time end)) as first_times,
    max(event.event_time) as last_time
  from (
    select own.*, row_number() over (partition by own.person_id order by own.event_time) as place from ${events} as own
  ) as event
  group by event.person_id`,
  });

/**
 * The summary of the people who have added events, together with their `earlier` ones; `later`: the summary
 * of those that were added.
 */
export const addedSummary = (earlier: Relation, later: Relation): Sql => sql`
  select own.person_id, cast(sum(own.events) as bigint) as events, cast(sum(own.value) as decimal(38, 6)) as value,
    list_slice(list_sort(flatten(list(own.first_times))), 1, ${summarisedTimes}) as first_times, max(own.last_time) as last_time
  from (
    select known.* from ${earlier} as known semi join ${later} as also on also.person_id = known.person_id
    union all by name select * from ${later}
  ) as own
  group by own.person_id`;

/** Earlier than all times. */
export const anyTime = -(2 ** 53) + 1;

/** Identities that are another person's or nobody's now: identity_key, since BIGINT (of their events: any). */
export const ownersMoved = (before: Relation, now: Relation): Sql => sql`
  select known.identity_key, ${anyTime}::bigint as since
  from ${before} as known left join ${now} as person on person.identity_key = known.identity_key
  where person.person_id is distinct from known.person_id`;

/**
 * The same of identities that have a person now and had none before, and have events besides the added ones. `owners`: the identities
 * with events of a dataset, with one row or several: identity_key, events; null: they follow from the events.
 */
export const newcomersWithEvents = ({
  before,
  now,
  owners,
  events,
  added,
}: {
  before: Relation;
  now: Relation;
  owners: Relation | null;
  events: Relation;
  added: Relation | null;
}): Sql => {
  const come = sql`(select person.identity_key from ${now} as person anti join ${before} as known on known.identity_key = person.identity_key)`;
  const counted = (of: Relation) =>
    sql`(select e.identity_key, count(*) as events from ${of} as e semi join ${come} as c on c.identity_key = e.identity_key group by e.identity_key)`;
  const own = added
    ? counted(added)
    : sql`(select cast(null as bigint) as identity_key, 0 as events where false)`;
  return sql`
  select owner.identity_key, ${anyTime}::bigint as since
  from (
    select come.identity_key, sum(owner.events) as events
    from ${come} as come join ${owners ?? counted(events)} as owner on owner.identity_key = come.identity_key
    group by come.identity_key
  ) as owner
  left join ${own} as own on own.identity_key = owner.identity_key
  where owner.events <> coalesce(own.events, 0)`;
};

/** The same of identities of which later builds of a dataset changed events. `changed`: see `readStateFiles`. */
export const ownersChangedSince = (changed: Relation, build: number): Sql =>
  sql`select c.identity_key, c.since from ${changed} as c where c.build > ${build}`;

/** One row: since, the earliest event that was there and has changed; null for none. */
export const earliestChange = (owners: Relation): Sql =>
  sql`select min(o.since) as since from ${owners} as o`;

/** The people that these identities were and are: person_id. */
export const peopleOfOwners = (owners: Relation, before: Relation, now: Relation): Sql =>
  distinctPersons(
    [before, now].map(
      (persons) =>
        sql`(select p.person_id from ${persons} as p semi join ${owners} as o on o.identity_key = p.identity_key)`,
    ),
  );

/** Each person of any of these once: person_id. */
export const distinctPersons = (of: readonly Relation[]): Sql =>
  sql`select distinct p.person_id from (${join(
    of.map((people) => sql`select own.person_id from ${people} as own`),
    " union all ",
  )}) as p where p.person_id is not null`;

/** One row, of the summary of a stream: event_count, people_count, oldest and newest. */
export const summaryTotals = (summary: Relation): Sql => sql`
  select cast(coalesce(sum(s.events), 0) as bigint) as event_count, count(*) as people_count, min(s.first_times[1]) as oldest, max(s.last_time) as newest
  from ${summary} as s`;

/** No event of a stream. */
export const noStreamEvents = (properties: readonly StreamProperty[]): Sql => {
  const types = {
    person_id: sql`bigint`,
    event_time: sql`bigint`,
    arrival_time: sql`bigint`,
    value: sql`double`,
  };
  const own = properties.map(
    (each) => [propertyColumn(each), each.type === "number" ? sql`double` : textType] as const,
  );
  return sql`select ${join(
    [...Object.entries(types), ...own].map(([name, type]) => sql`cast(null as ${type}) as ${ident(name)}`),
  )} where false`;
};

/** One row: the number of a dataset's events whose identity has a person. */
export const contribution = (events: Relation, persons: Relation): Sql => sql`
  select count(*) as events
  from ${events} as event
  join ${persons} as person on person.identity_key = event.identity_key`;

/** One row: event_count, people_count, oldest, newest. */
export const streamTotals = (events: Relation): Sql => sql`
  select count(*) as event_count, count(distinct person_id) as people_count,
    min(event_time) as oldest, max(event_time) as newest
  from ${events}`;

/** The number of months that `eventsByMonth` has at most. */
export const shownMonths = 240;

/** One row per month (UTC) with events, ascending, of the newest 240: month as yyyy-mm, event_count, people_count. */
export const eventsByMonth = (events: Relation): Sql => sql`
  select printf('%04d-%02d', found.month // 12, found.month % 12 + 1) as month, found.event_count, found.people_count
  from (
    select own.month, count(*) as event_count, count(distinct own.person_id) as people_count
    from (
      select event.person_id, date_part('year', event.day) * 12 + date_part('month', event.day) - 1 as month
      from (
        select person_id, make_timestamp(event_time * 1000000) as day from ${events} where event_time is not null
      ) as event
    ) as own
    group by own.month order by own.month desc limit ${shownMonths}
  ) as found
  order by found.month`;

/**
 * One row per month with `added` events: month, event_count, people_count (the people who had no event in it
 * before) and is_sure, whether the summary tells so: it knows only the last event of each person. `earlier`:
 * the summary before them.
 */
export const addedByMonth = (added: Relation, earlier: Relation): Sql => sql`
  select printf('%04d-%02d', own.month // 12, own.month % 12 + 1) as month, count(*) as event_count,
    count(distinct own.person_id) filter (own.last_month is null or own.last_month < own.month) as people_count,
    coalesce(max(own.last_month) <= own.month, true) as is_sure
  from (
    select event.person_id, ${monthOf(sql`event.event_time`)} as month, ${monthOf(sql`known.last_time`)} as last_month
    from ${added} as event left join ${earlier} as known on known.person_id = event.person_id
  ) as own
  group by own.month`;

/** Months since the year 0; null for no time. */
export const monthOf = (time: Sql): Sql =>
  sql`(date_part('year', make_timestamp(${time} * 1000000)) * 12 + date_part('month', make_timestamp(${time} * 1000000)) - 1)`;

/** At most ten rows, ascending: the largest value in each decile of the events with the property. */
export const quantileBreaks = (events: Relation, stored: StoredProperty): Sql => {
  const column = property("event", stored);
  return sql`
    select value
    from (
      select value, events, sum(events) over (order by value) as events_up_to, sum(events) over () as all_events
      from (select ${column} as value, count(*) as events
        from ${events} as event where ${column} is not null group by ${column})
    )
    where floor(events_up_to * 10 / all_events) > floor((events_up_to - events) * 10 / all_events)
    order by value`;
};

/** At most 20 rows, the most frequent first: name (one item of a list), count. */
export const topCategories = (events: Relation, listed: StreamProperty): Sql => {
  const column = property("event", listed);
  const category = listed.isList ? sql`unnest(${listItems(column)})` : column;
  return sql`
    select listed.category as name, count(*) as count
    from (select ${category} as category from ${events} as event where ${column} is not null) as listed
    where length(listed.category) <= ${limits.categoryCharacters.is}
    group by listed.category
    order by count(*) desc, listed.category
    limit 20`;
};

/** With fewer gaps there is no usual length. */
const minGaps = 10;

/**
 * One row: quiet_days DOUBLE, from the last event to `dataThrough`, and usual_gap_days DOUBLE, the 99th percentile of the gaps
 * between successive days with events. No row for a stream with too few such days. A stream that has stopped looks like
 * customers who have stopped; the usual gap keeps a weekly file from looking like a broken one.

 */
export const staleness = (events: Relation, dataThrough: EpochSeconds): Relation => sql`
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
having count(gaps.gap) >= ${minGaps}`;
