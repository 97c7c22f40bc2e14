// Measures as SQL aggregates. In event measures `e` is a row of the past of one stream, in day measures `v` is one of its visits.

import type { CalendarMeasure, DayMeasure, Days, EventMeasure } from "../../domain/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { hasItem } from "../lists.js";
import { property } from "../relations.js";
import { ident, type Sql, sql } from "../sql/sql.js";
import { fromMicros, inDays, micros, ratio, startOf, withinDays } from "./arithmetic.js";
import {
  activeDays,
  countColumn,
  gapLast,
  gapLastOverMean,
  gapMax,
  gapMean,
  gapMedian,
  gapSpread,
  overdue,
} from "./visits.js";

/** An aggregate over `e`, the past events of one person. */
export const eventAggregate = (measure: EventMeasure, cutoff: EpochSeconds): Sql => {
  switch (measure.of) {
    case "count":
      return count(measure.days, cutoff);
    case "decayed_count":
      return decayedCount(measure.halfLifeDays, cutoff);
    case "trend":
      return trend(measure.days, cutoff);
    case "season":
      return season(measure.days, cutoff);
    case "recency":
      return recency(cutoff);
    case "tenure":
      return tenure(cutoff);
    case "rate":
      return rate(cutoff);
    case "recency_over_tenure":
      return recencyOverTenure(cutoff);
    case "value_sum":
      return valueSum(measure.days, cutoff);
    case "value_mean":
      return valueMean(null, cutoff);
    case "value_max":
      return valueMax();
    case "value_negative_share":
      return valueNegativeShare();
    case "value_trend":
      return valueTrend(measure.days, cutoff);
    case "property_share":
      return propertyShare(measure);
    case "property_count":
      return propertyCount(measure, measure.days, cutoff);
    case "property_mean":
      return propertyMean(measure.property);
  }
};

/** An aggregate over `v`, the visits of one person. */
export const dayAggregate = (measure: DayMeasure, cutoff: EpochSeconds): Sql => {
  switch (measure.of) {
    case "active_days":
      return activeDays(measure.days, cutoff);
    case "gap_mean":
      return gapMean();
    case "gap_spread":
      return gapSpread();
    case "gap_last_over_mean":
      return gapLastOverMean();
    case "overdue":
      return overdue(cutoff, gapMean());
    case "gap_median":
      return gapMedian();
    case "gap_max":
      return gapMax();
    case "overdue_median":
      return overdue(cutoff, gapMedian());
    case "overdue_max":
      return overdue(cutoff, gapMax());
    case "overdue_last":
      return overdue(cutoff, gapLast());
    case "value_first":
      return valueFirst();
    case "value_last":
      return valueLast();
    case "property_last":
      return propertyLast(measure.property);
  }
};

const additive = new Set(["count", "value_sum", "decayed_count", "season", "property_count", "active_days"]);

/** Without events, counts and sums are 0 and all other measures are null. */
export const isZeroWithoutEvents = ({ of }: EventMeasure | DayMeasure): boolean => additive.has(of);

const yearDays = 365;

export const count = (days: Days, cutoff: EpochSeconds): Sql =>
  sql`count(*)${withinDays(sql`e.event_time`, days, cutoff)}`;

export const decayedCount = (halfLifeDays: number, cutoff: EpochSeconds): Sql => {
  const halfLives = sql`cast(e.event_time - ${cutoff} as double) / ${halfLifeDays * secondsPerDay}`;
  return fromMicros(sql`sum(${micros(sql`power(2, ${halfLives})`)})`);
};

export const trend = (days: number, cutoff: EpochSeconds): Sql =>
  ratio(count(days, cutoff), count(2 * days, cutoff));

export const season = (days: number, cutoff: EpochSeconds): Sql =>
  sql`count(*) filter (where e.event_time >= ${startOf(yearDays, cutoff)} and e.event_time < ${startOf(yearDays - days, cutoff)})`;

const rateDays = 30;

const sinceLast = (cutoff: EpochSeconds): Sql => sql`(${cutoff} - max(e.event_time))`;
const sinceFirst = (cutoff: EpochSeconds): Sql => sql`(${cutoff} - min(e.event_time))`;

export const recency = (cutoff: EpochSeconds): Sql => inDays(sinceLast(cutoff));

export const tenure = (cutoff: EpochSeconds): Sql => inDays(sinceFirst(cutoff));

export const recencyOverTenure = (cutoff: EpochSeconds): Sql => ratio(sinceLast(cutoff), sinceFirst(cutoff));

/** Without the floor, one event on the last day would be the highest rate of all. */
export const rate = (cutoff: EpochSeconds): Sql => {
  const period = rateDays * secondsPerDay;
  return ratio(sql`count(*) * ${period}`, sql`greatest(${sinceFirst(cutoff)}, ${period})`);
};

export const valueSum = (days: Days, cutoff: EpochSeconds): Sql =>
  fromMicros(sql`sum(e.value)${withinDays(sql`e.event_time`, days, cutoff)}`);

export const valueMean = (days: Days, cutoff: EpochSeconds): Sql =>
  ratio(valueSum(days, cutoff), sql`count(e.value)${withinDays(sql`e.event_time`, days, cutoff)}`);

export const valueMax = (): Sql => fromMicros(sql`max(e.value)`);

export const valueNegativeShare = (): Sql =>
  ratio(sql`count(*) filter (where e.value < 0)`, sql`count(e.value)`);

export const valueTrend = (days: number, cutoff: EpochSeconds): Sql =>
  ratio(valueMean(days, cutoff), valueMean(null, cutoff));

/** Of the whole first day, because the lines of one order may be separate events. */
export const valueFirst = (): Sql => fromMicros(sql`max(v.value) filter (where v.is_first)`);

export const valueLast = (): Sql => fromMicros(sql`max(v.value) filter (where v.is_last)`);

/** A value of a property, or an item of a list. */
interface Category {
  property: string;
  value: string;
  isList?: true;
}

/** The share among the events that have the property. */
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

const yearSeconds = 365.2425 * secondsPerDay;

/** Coordinate of the cutoff's day on the circle of the year, −1 to 1, so that December is next to January. */
export const yearPosition = ({ of }: CalendarMeasure, cutoff: EpochSeconds): number => {
  const angle = (2 * Math.PI * cutoff) / yearSeconds;
  return of === "year_sin" ? Math.sin(angle) : Math.cos(angle);
};
