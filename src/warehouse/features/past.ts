// Past events of the people of a spine as of the cutoff. Every feature is computed from this relation, so this is the one place
// that excludes the future.

import type { DayMeasure, EventMeasure } from "../../domain/features/feature.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { property, propertyColumn } from "../relations.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { micros } from "./arithmetic.js";

/** Half-open range of person ids. Ids are random, so a range is a random sample of people and bounds the memory. */
export interface KeyRange {
  from: bigint;
  /** Null: to the end. */
  until: bigint | null;
}

export const wholeRange: KeyRange = { from: 0n, until: null };

export const inRange = (personId: Sql, range: KeyRange): Sql => {
  const from = sql`${personId} >= ${range.from}`;
  return range.until === null ? from : sql`${from} and ${personId} < ${range.until}`;
};

/**
 * One row per event before the cutoff of a person of `spine`: person_id, event_time, value in millionths, and the
 * measured properties, numbers in millionths. The spine has only ids in `range`; the condition here lets the engine skip row groups.
 */
export const pastEvents = (
  events: Relation,
  spine: Relation,
  cutoff: EpochSeconds,
  range: KeyRange,
  measures: readonly (EventMeasure | DayMeasure)[],
): Sql => sql`
  select ${join([sql`e.person_id`, sql`e.event_time`, ...measuredColumns(measures)])}
  from ${events} as e
  where e.event_time < ${cutoff} and ${inRange(sql`e.person_id`, range)}
    and e.person_id in (select s.person_id from ${spine} as s)`;

const measuredColumns = (measures: readonly (EventMeasure | DayMeasure)[]): Sql[] => {
  const columns = new Map<string, Sql>();
  for (const measure of measures) {
    if (measure.of.startsWith("value_")) columns.set("value", sql`${micros(sql`e.value`)} as value`);
    if ("property" in measure) columns.set(propertyColumn(measure.property), measuredProperty(measure));
  }
  return [...columns.values()];
};

const measuredProperty = (measure: { property: string; value?: string }): Sql => {
  const column = property("e", measure.property);
  const value = measure.value === undefined ? micros(column) : column;
  return sql`${value} as ${ident(propertyColumn(measure.property))}`;
};
