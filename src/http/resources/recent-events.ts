// Recent events as the API says them.

import { datetimeColumn, eventIdColumn, type SentEvent, valueColumn } from "../../domain/data/sent-event.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { EventOfStream } from "../events/events.js";
import type { MinuteSum } from "../events/last-minute.js";
import { type Arrival, identityOfRow, propertiesOf } from "../events/recent-events.js";
import { present } from "../json.js";
import { isoMs } from "./record.js";

export const renderArrival = (arrival: Arrival): JsonObject => {
  const { id, at, result, stream, sentBy, eventId, datetime, value, identity, properties } = arrival;
  const { line, field, note } = arrival;
  return present({
    id,
    arrived_at: isoMs(at),
    result,
    stream_name: stream,
    sent_by: sentBy,
    event_id: eventId,
    datetime,
    value: value === undefined ? undefined : Number(value),
    identity,
    properties,
    line,
    field,
    note,
  });
};

export const renderTested = ({ stream, event }: EventOfStream): JsonObject =>
  present({ stream_name: stream, ...renderEvent(event) });

const renderEvent = ({ row }: SentEvent): JsonObject => ({
  event_id: row.get(eventIdColumn),
  datetime: row.get(datetimeColumn),
  value: row.has(valueColumn) ? Number(row.get(valueColumn)) : undefined,
  identity: identityOfRow(row),
  properties: propertiesOf(row),
});

export const renderLastMinute = (sum: MinuteSum): JsonObject => ({
  taken: sum.taken,
  repeated: sum.repeated,
  refused: sum.refused,
  people: sum.people,
  has_more_people: sum.hasMorePeople,
  per_second: sum.perSecond,
  through: isoMs(sum.through),
});
