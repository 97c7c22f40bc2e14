// Events of one person, newest first, from all streams: each stream gives a page of its own, and the newest
// of these are the page.

import type {
  EventsCursor,
  PersonEvent,
  PersonEvents,
  PersonEventsRequest,
} from "../../domain/people/person.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { countPersonEvents, personEvents } from "../../warehouse/persons/person-queries.js";
import { propertyColumn } from "../../warehouse/property-columns.js";
import { relation, streamFiles } from "../../warehouse/relations.js";
import { storedProperties } from "../kind/relations.js";
import type { AccountSnapshot, BuiltStream } from "../kind/snapshot.js";
import { type PeopleQueries, personIdOf } from "./person.js";

export const eventsOf = async (
  { id, from, limit }: PersonEventsRequest,
  tools: PeopleQueries,
  { streams, dataThrough }: AccountSnapshot,
): Promise<PersonEvents | null> => {
  const personId = await personIdOf(id, tools);
  if (personId === null) return null;
  const passed = from?.passed ?? 0;
  const page = { cutoff: dataThrough, from, limit: passed + limit + 1 };
  const found: PersonEvent[] = [];
  let total = 0;
  for (const stream of streams) {
    const events = relation(streamFiles(stream.dir).events);
    const rows = await tools.engine.rows(personEvents(events, storedProperties(stream), personId, page));
    found.push(...rows.map((row) => eventOf(row, stream)));
    total += await countIn(tools.engine, stream, personId, dataThrough);
  }
  const ordered = found.sort(newestFirst).slice(passed);
  const events = ordered.slice(0, limit);
  return { events, total, next: ordered.length > limit ? cursorAfter(events, from) : null };
};

const countIn = async (engine: Engine, { dir }: BuiltStream, personId: bigint, cutoff: number) => {
  const events = relation(streamFiles(dir).events);
  return (await engine.row<{ events: number }>(countPersonEvents(events, personId, cutoff))).events;
};

const eventOf = (row: Row, stream: BuiltStream): PersonEvent => {
  const properties = storedProperties(stream).flatMap((property) => {
    const value = row[propertyColumn(property)];
    return typeof value === "string" || isNumber(value) ? [[property.name, value] as const] : [];
  });
  return {
    time: row.event_time as number | null,
    stream: stream.name,
    value: isNumber(row.value) ? row.value : null,
    properties: Object.fromEntries(properties),
  };
};

const isNumber = (value: Row[string] | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** Stable: streams come in the order of their names, and each in its own order. */
const newestFirst = (a: PersonEvent, b: PersonEvent): number => placeOf(b) - placeOf(a);
const placeOf = ({ time }: PersonEvent): number => time ?? -Number.MAX_VALUE;

/** After the last event, counting the events of its second on this page and the pages before. */
const cursorAfter = (events: readonly PersonEvent[], from: EventsCursor | null): EventsCursor => {
  const { time } = events.at(-1)!;
  const here = events.filter((event) => event.time === time).length;
  return { time, passed: here + (from?.time === time ? from.passed : 0) };
};
