// Feature query of one cutoff: each stream is grouped by person once and joined to the spine. One statement per cutoff is several
// times faster than joining events with a table of cutoffs, because no event is copied.

import type {
  DayFeature,
  DayMeasure,
  EventFeature,
  EventMeasure,
  Feature,
  FeaturePlan,
} from "../../domain/features/feature.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { ident, join, type Relation, type Sql, sql, table } from "../sql/sql.js";
import { inDays } from "./arithmetic.js";
import { dayAggregate, eventAggregate, isZeroWithoutEvents, yearPosition } from "./measures.js";
import { inRange, type KeyRange, pastEvents, wholeRange } from "./past.js";
import { traitColumns } from "./traits.js";
import { visits } from "./visits.js";

export interface FeatureRelations {
  /** A stream's events, sorted by (person_id, event_time). */
  events(stream: string): Relation;
  traits: Relation;
}

const spineName = "frame spine";
const traitsName = "frame traits";

/**
 * One row per person of the spine, ordered by person_id: the columns of the spine (person_id, landmark and, in training, label), then
 * one DOUBLE per feature, null where unknown. The spine has one row per person, all at the landmark `cutoff`.
 */
export const featureQuery = (
  plan: FeaturePlan,
  relations: FeatureRelations,
  spine: Relation,
  cutoff: EpochSeconds,
  range: KeyRange = wholeRange,
): Sql => {
  const people = table(spineName);
  const parts = [
    spinePart(spine, range),
    ...streamsOf(plan).flatMap((stream) =>
      streamParts(plan, stream, cutoff, (measures) =>
        pastEvents(relations.events(stream), people, cutoff, range, measures),
      ),
    ),
    ...traitParts(plan, relations.traits, people),
  ];
  const columns = plan.features.map(
    (feature) => sql`cast(${column(feature, cutoff)} as double) as ${ident(feature.name)}`,
  );
  return sql`${withParts(parts)}
select ${join([sql`s.*`, ...columns], ",\n  ")}
from ${people} as s
${leftJoins(parts)}
order by s.person_id`;
};

const spinePart = (spine: Relation, range: KeyRange): Part => ({
  name: spineName,
  query: sql`select s.* from ${spine} as s where ${inRange(sql`s.person_id`, range)}`,
  joins: false,
});

const traitParts = ({ features }: FeaturePlan, traits: Relation, people: Relation): Part[] => {
  const wanted = features.filter((feature) => feature.over === "traits");
  if (wanted.length === 0) return [];
  return [{ name: traitsName, query: traitColumns(traits, people, wanted), joins: true }];
};

const column = (feature: Feature, cutoff: EpochSeconds): Sql => {
  switch (feature.over) {
    case "events":
    case "days":
      return streamColumn(feature);
    case "order":
      return daysBetweenLast(feature.provider, feature.until);
    case "traits":
      return ident(traitsName, feature.name);
    case "calendar":
      return sql`${yearPosition(feature.measure, cutoff)}`;
  }
};

const streamsOf = ({ features }: FeaturePlan): string[] => [...new Set(features.flatMap(streamsOfFeature))];

const streamsOfFeature = (feature: Feature): string[] => {
  switch (feature.over) {
    case "events":
    case "days":
      return [feature.provider];
    case "order":
      return [feature.provider, feature.until];
    case "traits":
    case "calendar":
      return [];
  }
};

/** A named part of the statement. Names contain a space, so that they cannot collide with a caller's table. */
export interface Part {
  name: string;
  query: Sql;
  /** True: it has at most one row per person and is joined to the spine. */
  joins: boolean;
}

export const withParts = (parts: readonly Part[]): Sql =>
  sql`with ${join(
    parts.map(({ name, query }) => sql`${table(name)} as (${query})`),
    ",\n",
  )}`;

export const leftJoins = (parts: readonly Part[]): Sql =>
  join(
    parts
      .filter(({ joins }) => joins)
      .map(({ name }) => sql`left join ${table(name)} on ${ident(name, "person_id")} = s.person_id`),
    "\n",
  );

/** The parts of one stream: its events and its visits, both grouped by person. `pastOf` returns past events with the measured columns. */
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

/** The column of a feature: counts and sums are 0 for people without events. */
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
