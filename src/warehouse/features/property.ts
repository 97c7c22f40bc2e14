// What kind of events they were. `e` is a row of the past of one stream, `v` a row of its visits.

import type { EpochSeconds } from "../../domain/resource.js";
import { hasItem } from "../lists.js";
import { property } from "../relations.js";
import { ident, type Sql, sql } from "../sql/sql.js";
import { fromMicros, ratio, startOf } from "./arithmetic.js";

/** A value of a property, or one item of a list. */
interface Category {
  property: string;
  value: string;
  isList?: true;
}

/** Of the events that have the property at all. */
export const propertyShare = (category: Category): Sql =>
  ratio(sql`count(*) filter (where ${isOf(category)})`, sql`count(${property("e", category.property)})`);

export const propertyCount = (category: Category, days: number, cutoff: EpochSeconds): Sql =>
  sql`count(*) filter (where ${isOf(category)} and e.event_time >= ${startOf(days, cutoff)})`;

const isOf = ({ property: name, value, isList }: Category): Sql => {
  const column = property("e", name);
  return isList ? hasItem(column, value) : sql`${column} = ${value}`;
};

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
