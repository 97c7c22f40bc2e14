// One stream, grouped by person: first its events, then its visits. Both are aggregates over the same past.

import type {
  DayFeature,
  DayMeasure,
  EventFeature,
  EventMeasure,
  FeaturePlan,
} from "../../domain/features/feature.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { ident, join, type Relation, type Sql, sql, table } from "../sql/sql.js";
import { inDays } from "./arithmetic.js";
import { dayAggregate, eventAggregate, isZeroWithoutEvents } from "./measures.js";
import type { Part } from "./part.js";
import { visits } from "./visits.js";

/** What one stream adds to the statement. `pastOf` gives its past events with the columns that the measures need. */
export const streamParts = (
  { features }: FeaturePlan,
  stream: string,
  cutoff: EpochSeconds,
  pastOf: (measures: readonly (EventMeasure | DayMeasure)[]) => Sql,
): Part[] => {
  const own = features.filter(({ provider }) => provider === stream);
  const overEvents = own.filter((feature) => feature.over === "events");
  const overDays = own.filter((feature) => feature.over === "days");
  const [past, events, visited, days] = namesOf(stream);
  const dayMeasures = overDays.map(({ measure }) => measure);
  const measures = [...overEvents.map(({ measure }) => measure), ...dayMeasures];
  return [
    { name: past, query: pastOf(measures), joins: false },
    { name: events, query: byPerson(overEvents, table(past), cutoff), joins: true },
    { name: visited, query: visits(table(past), dayMeasures), joins: false },
    { name: days, query: byVisitor(overDays, table(visited), cutoff), joins: true },
  ];
};

/** Null where the person has no events, but zero where nothing was counted. */
export const streamColumn = ({ name, provider, over, measure }: EventFeature | DayFeature): Sql => {
  const [, events, , days] = namesOf(provider);
  const column = ident(over === "events" ? events : days, name);
  return isZeroWithoutEvents(measure) ? sql`coalesce(${column}, 0)` : column;
};

/** Days from the last event of one stream to the last event of another. */
export const daysBetweenLast = (from: string, until: string): Sql =>
  inDays(sql`(${lastTime(until)} - ${lastTime(from)})`);

const lastTime = (stream: string): Sql => ident(namesOf(stream)[1], "last_time");

const namesOf = (stream: string) =>
  [`${stream} past`, `${stream} events`, `${stream} visits`, `${stream} days`] as const;

/** One row per person with events before the cutoff: person_id, last_time and one column per feature. */
const byPerson = (features: readonly EventFeature[], past: Relation, cutoff: EpochSeconds): Sql => sql`
  select ${join(
    [
      sql`e.person_id`,
      sql`max(e.event_time) as last_time`,
      ...features.map(({ name, measure }) => sql`${eventAggregate(measure, cutoff)} as ${ident(name)}`),
    ],
    ",\n    ",
  )}
  from ${past} as e
  group by e.person_id`;

/** One row per person with visits before the cutoff: person_id and one column per feature. */
const byVisitor = (features: readonly DayFeature[], visited: Relation, cutoff: EpochSeconds): Sql => sql`
  select ${join(
    [
      sql`v.person_id`,
      ...features.map(({ name, measure }) => sql`${dayAggregate(measure, cutoff)} as ${ident(name)}`),
    ],
    ",\n    ",
  )}
  from ${visited} as v
  group by v.person_id`;
