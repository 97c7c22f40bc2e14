// What kind of events they were. `e` is a row of the past of one stream, `v` a row of its visits.

import type { EpochSeconds } from "../../domain/resource.js";
import { property } from "../relations.js";
import { ident, type Sql, sql } from "../sql/sql.js";
import { fromMicros, ratio, startOf } from "./arithmetic.js";

/** Of the events that have the property at all. */
export const propertyShare = (name: string, value: string): Sql => {
  const column = property("e", name);
  return ratio(sql`count(*) filter (where ${column} = ${value})`, sql`count(${column})`);
};

export const propertyCount = (name: string, value: string, days: number, cutoff: EpochSeconds): Sql =>
  sql`count(*) filter (where ${property("e", name)} = ${value} and e.event_time >= ${startOf(days, cutoff)})`;

export const propertyMean = (name: string): Sql => {
  const column = property("e", name);
  return ratio(fromMicros(sql`sum(${column})`), sql`count(${column})`);
};

export const propertyLast = (name: string): Sql => {
  const sum = sql`max(${property("v", name)}) filter (where v.is_last)`;
  return ratio(fromMicros(sum), sql`max(${ident("v", countColumn(name))}) filter (where v.is_last)`);
};

/** Column of a visit: how many of its events have the property. */
export const countColumn = (name: string): string => `n_${name}`;
