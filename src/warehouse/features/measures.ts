// Measures: what each feature of a stream is, made from the past of each row. Counts and sums are 0 without
// events, and all other measures are unknown.

import type { CalendarMeasure, Days } from "../../domain/outcome/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { millionth } from "./arithmetic.js";
import {
  atLeast,
  type Column,
  halved,
  minus,
  orZero,
  over,
  plus,
  product,
  ratio,
  squareRoot,
} from "./column.js";
import type { Measure } from "./events.js";
import type { Past } from "./past.js";
import type { Running } from "./running.js";
import * as running from "./running.js";
import type { Visits } from "./visits.js";
import * as visits from "./visits.js";

type Measures = { [Of in Measure["of"]]: (past: Past, measure: Extract<Measure, { of: Of }>) => Column };

const measures: Measures = {
  count: (past, { days }) => past.count(days),
  decayed_count: (past, { halfLifeDays }) => decayedCount(past, halfLifeDays),
  trend: (past, { days }) => ratio(past.count(days), past.count(2 * days)),
  season: (past, { days }) => minus(past.count(yearDays), past.count(yearDays - days)),
  rate: (past) => ratio(past.count(null), over(atLeast(sinceFirst(past), ratePeriod), ratePeriod)),

  recency: (past) => inDays(sinceLast(past)),
  tenure: (past) => inDays(sinceFirst(past)),
  recency_over_tenure: (past) => ratio(sinceLast(past), sinceFirst(past)),

  active_days: (past, { days }) => activeDays(past, days),
  gap_mean: (past) => gapMean(past),
  gap_median: (past) => gapMedian(past),
  gap_max: (past) => gapMax(past),
  gap_spread: (past) => gapSpread(past),
  gap_last_over_mean: (past) => ratio(gapLast(past), gapMean(past)),
  overdue: (past) => ratio(inDays(sinceLast(past)), gapMean(past)),
  overdue_median: (past) => ratio(inDays(sinceLast(past)), gapMedian(past)),
  overdue_max: (past) => ratio(inDays(sinceLast(past)), gapMax(past)),
  overdue_last: (past) => ratio(inDays(sinceLast(past)), gapLast(past)),

  value_sum: (past, { days }) => inUnits(past.total(valueSum(past), days)),
  value_mean: (past) => valueMean(past, null),
  value_trend: (past, { days }) => ratio(valueMean(past, days), valueMean(past, null)),
  value_max: (past) => inUnits(past.latest(running.largestOf(past.events, value(past)))),
  value_negative_share: (past) =>
    ratio(past.total(running.negativesOf(past.events, value(past))), past.total(valuesKnown(past))),
  value_first: (past) =>
    inUnits(past.latest(visits.onFirstDay(past.events, visitsOf(past), valueOfDay(past)))),
  value_last: (past) => inUnits(past.latest(valueOfDay(past))),

  property_share: (past, category) =>
    ratio(past.total(categoryCount(past, category)), past.total(categoriesKnown(past, category))),
  property_count: (past, category) => past.total(categoryCount(past, category), category.days),
  property_mean: (past, { property }) => propertyMean(past, property),
  property_last: (past, { property }) => propertyLast(past, property),
};

/** The measure of each row. */
export const measured = (past: Past, measure: Measure): Column =>
  (measures[measure.of] as (past: Past, measure: Measure) => Column)(past, measure);

const yearDays = 365;

/** Without the floor, one event on the last day would be the highest rate of all. */
const ratePeriod = 30 * secondsPerDay;

const inDays = (seconds: Column): Column => over(seconds, secondsPerDay);
const inUnits = (micros: Column): Column => over(micros, millionth);

const sinceLast = (past: Past): Column => past.since(past.latest(past.events.time));
const sinceFirst = (past: Past): Column => past.since(past.earliest(past.events.time));

const decayedCount = (past: Past, halfLifeDays: number): Column => {
  const whenNewest = past.latest(running.decayedOf(past.events, halfLifeDays));
  return orZero(halved(whenNewest, over(sinceLast(past), halfLifeDays * secondsPerDay)));
};

const visitsOf = (past: Past): Visits => past.once("visits", () => visits.visitsOf(past.events));

/** Days with an event in the window: from the first of them to the last. */
const activeDays = (past: Past, days: Days): Column => {
  const { count } = visitsOf(past);
  return orZero(plus(minus(past.latest(count), past.earliest(count, days)), 1));
};

const gapLast = (past: Past): Column => past.latest(visitsOf(past).lastGap);
const gapCount = (past: Past): Column => plus(past.latest(visitsOf(past).count), -1);
const gapSum = (past: Past): Column =>
  past.total(past.once("gap sum", () => running.sumOf(past.events, visitsOf(past).gap)));
const gapMean = (past: Past): Column => past.once("gap mean", () => ratio(gapSum(past), gapCount(past)));
const gapMax = (past: Past): Column =>
  past.once("gap max", () => past.latest(running.largestOf(past.events, visitsOf(past).gap)));
const gapMedian = (past: Past): Column =>
  past.once("gap median", () => past.latest(visits.medianGap(past.events, visitsOf(past))));

/** Sample standard deviation from sums of whole numbers. */
const gapSpread = (past: Past): Column => {
  const [n, sum] = [gapCount(past), gapSum(past)];
  const squares = past.total(running.sumOf(past.events, visits.squaresOf(past.events, visitsOf(past).gap)));
  return squareRoot(ratio(minus(product(n, squares), product(sum, sum)), product(n, plus(n, -1))));
};

const value = ({ events }: Past): Float64Array => read(events.value);
const valueSum = (past: Past) => past.once("value sum", () => running.sumOf(past.events, value(past)));
const valuesKnown = (past: Past) => past.once("values", () => running.countOf(past.events, value(past)));
const valueOfDay = (past: Past) =>
  past.once("value of day", () => visits.daySum(past.events, visitsOf(past), value(past)));
const valueMean = (past: Past, days: Days): Column =>
  ratio(inUnits(past.total(valueSum(past), days)), past.total(valuesKnown(past), days));

const propertyMean = (past: Past, name: string): Column => {
  const numbers = read(past.events.numbers.get(name));
  const sum = past.total(running.sumOf(past.events, numbers));
  return ratio(inUnits(sum), past.total(running.countOf(past.events, numbers)));
};

/** Property on the whole last day, because the lines of one order may be separate events. */
const propertyLast = (past: Past, name: string): Column => {
  const numbers = read(past.events.numbers.get(name));
  const sum = past.latest(visits.daySum(past.events, visitsOf(past), numbers));
  return ratio(inUnits(sum), past.latest(visits.dayCount(past.events, visitsOf(past), numbers)));
};

interface Category {
  property: string;
  value: string;
}

const categoryCount = (past: Past, { property, value }: Category): Running => {
  const { values, bits } = read(past.events.categories.get(property));
  return running.withBit(past.events, bits, values.indexOf(value));
};

const categoriesKnown = (past: Past, { property }: Category): Running =>
  past.once(`has ${property}`, () => {
    const { values, bits } = read(past.events.categories.get(property));
    return running.withBit(past.events, bits, values.length);
  });

const read = <T>(column: T | null | undefined): T => {
  assert(column, "a measure reads a column that the events were read without");
  return column;
};

const yearSeconds = 365.2425 * secondsPerDay;

/** Coordinate of the cutoff's day on the circle of the year, −1 to 1, so that December is next to January. */
export const yearPosition = ({ of }: CalendarMeasure, cutoff: EpochSeconds): number => {
  const angle = (2 * Math.PI * cutoff) / yearSeconds;
  return of === "year_sin" ? Math.sin(angle) : Math.cos(angle);
};
