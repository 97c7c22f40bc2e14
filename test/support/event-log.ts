// Event log as input of cohorts, small enough to be written by hand or drawn at random.

import type { CohortInputs, StreamSummary } from "../../src/warehouse/cohorts/inputs.js";
import { join, type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { streamSummary } from "../../src/warehouse/streams.js";

/** Something a person did; the stream is `purchase` unless another is named. */
export interface LogEvent {
  person: number;
  at: number;
  value?: number | null;
  kind?: string | null;
  stream?: string;
}

export interface Log {
  people: number[];
  events: LogEvent[];
  traits?: { person: number; trait: string; value: string }[];
  undatedStreams?: string[];
  /** Leaves the summaries of the streams out. */
  withoutSummaries?: boolean;
  /** By id of a place: metres from it, by person. */
  places?: Record<string, Record<number, number | null>>;
  /** By id of an atlas: metres from its nearest location, by person. */
  atlases?: Record<string, Record<number, number>>;
}

const streamNames = ["purchase", "cancellation"];

export const inputsOf = ({
  people,
  events,
  traits = [],
  undatedStreams = [],
  withoutSummaries = false,
  places = {},
  atlases = {},
}: Log): CohortInputs => ({
  people: rowsOf(
    sql`person_id`,
    sql`null::bigint`,
    people.map((person) => sql`${person}`),
  ),
  traits: rowsOf(
    sql`person_id, trait, value`,
    sql`null::bigint, null::varchar, null::varchar`,
    traits.map(({ person, trait, value }) => sql`${person}, ${trait}, ${value}`),
  ),
  traitTypes: new Map([
    ["tier", "text"],
    ["age", "number"],
  ]),
  streams: new Map(
    streamNames.map((name) => {
      const own = events.filter(({ stream = "purchase" }) => stream === name);
      const isDated = !undatedStreams.includes(name);
      const properties = new Map([["kind", { name: "kind", type: "text" as const }]]);
      const stream = { events: eventsOf(own), isDated, properties };
      return [name, isDated && !withoutSummaries ? { ...stream, summary: summaryOf(own) } : stream];
    }),
  ),
  places: new Map(Object.entries(places).map(([id, metres]) => [id, distancesOf(metres)])),
  atlases: new Map(
    Object.entries(atlases).map(([id, metres]) => [
      id,
      { nearest: distancesOf(metres), locations: sql`(select 1 where false)` },
    ]),
  ),
});

const summaryOf = (events: LogEvent[]): StreamSummary => ({
  people: sql`(${streamSummary(eventsOf(events))})`,
  newest: events.length > 0 ? Math.max(...events.map(({ at }) => at)) : null,
});

const distancesOf = (metres: Record<number, number | null>): Relation =>
  rowsOf(
    sql`person_id, metres`,
    sql`null::bigint, null::double`,
    Object.entries(metres).map(([person, far]) => sql`${Number(person)}, ${far}`),
  );

const eventsOf = (events: LogEvent[]): Relation =>
  rowsOf(
    sql`person_id, event_time, value, p_kind`,
    sql`null::bigint, null::bigint, null::double, null::varchar`,
    events.map(({ person, at, value = null, kind = null }) => sql`${person}, ${at}, ${value}, ${kind}`),
  );

/** A row of typed nulls goes first, so that the columns have their types also where there are no rows. */
const rowsOf = (names: Sql, nulls: Sql, rows: Sql[]): Relation =>
  sql`(select * from (values ${join([nulls, ...rows].map((row) => sql`(${row})`))}) as t(${names})
  where person_id is not null)`;
