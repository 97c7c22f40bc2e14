// A record becomes an event of a stream if it meets the stream's conditions. Its time and worth are read here, and what is
// wrong with it is found here; a faulty record is no event of the stream.

import type { EpochSeconds } from "../../domain/resource.js";
import { propertyColumn } from "../relations.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { ownKey } from "./identities.js";
import type { EventColumns } from "./mapping.js";

/** As the column `fault` numbers them, from 0. */
export const eventFaults = ["no date", "not a date", "in the future", "not a number"] as const;
const fault = (name: (typeof eventFaults)[number]): number => eventFaults.indexOf(name);

// One row per event of a person, in a total order: identity_key, event_time, arrival_time, value, p_<property>.
export const events = (records: Relation, stream: EventColumns, sets: number, now: EpochSeconds): Sql => {
  const properties = stream.properties.map(({ name }) => sql`, e.${ident(propertyColumn(name))}`);
  return sql`select e.identity_key, e.event_time, e.arrival_time, e.value${join(properties, "")}
  from (${readEvents(records, stream, sets, now)}) as e where e.fault is null and e.identity_key is not null
  order by e.identity_key, e.event_time, e.seq`;
};

// One row per record that meets the conditions and is no event: seq, event_time, fault.
export const faultyEvents = (records: Relation, stream: EventColumns, now: EpochSeconds): Sql =>
  sql`select e.seq, e.event_time, e.fault
  from (${readEvents(records, { ...stream, properties: [] }, 0, now)}) as e where e.fault is not null`;

// One row per record that meets the conditions.
const readEvents = (records: Relation, stream: EventColumns, sets: number, now: EpochSeconds): Sql => {
  const properties = stream.properties.map(
    ({ name, sql: made }) => sql`, ${made} as ${ident(propertyColumn(name))}`,
  );
  return sql`select e.*, ${faultOf(stream, now)} as fault
  from (select r.seq, ${ownKey(sets)} as identity_key, ${stream.time} as event_time, r.arrival_time,
    ${stream.value} as value, ${stream.timeColumn?.sql ?? null} as time_text,
    ${stream.valueColumn?.sql ?? null} as value_text${join(properties, "")}
    from ${records} as r where ${stream.condition}) as e`;
};

const faultOf = ({ isDated }: EventColumns, now: EpochSeconds): Sql => {
  const dated = sql`when e.event_time is null and e.time_text is null then ${fault("no date")}
    when e.event_time is null then ${fault("not a date")}
    when e.event_time > ${now} then ${fault("in the future")}`;
  return sql`case ${isDated ? dated : sql``}
    when e.value is null and e.value_text is not null then ${fault("not a number")} end`;
};

/** Fits `EventSummary`. */
export const summary = (stored: Relation): Sql =>
  sql`select count(*) as events, min(e.event_time) as oldest, max(e.event_time) as newest from ${stored} as e`;
