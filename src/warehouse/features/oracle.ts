// Oracle of the measures for tests: one person in plain TypeScript, written from the definitions and not from the SQL.

import type { DayMeasure, Days, EventMeasure } from "../../domain/outcome/features/feature.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { VisitEvent } from "./fixtures.js";

type Answer = number | null;

/** The measure over `events`, all of one person, as of `cutoff`. */
export const oracle = (
  measure: EventMeasure | DayMeasure,
  events: readonly VisitEvent[],
  cutoff: number,
): Answer => {
  const past = events.filter(({ time }) => time < cutoff).sort((a, b) => a.time - b.time);
  const age = ({ time }: { time: number }) => (cutoff - time) / secondsPerDay;
  const during = (days: Days) => past.filter((event) => days === null || age(event) <= days);
  const last = past.at(-1);
  const first = past[0];
  const days = [...new Set(past.map(dayOf))];
  const gaps = days.slice(1).map((day, i) => day - days[i]!);
  const onDay = (day: number | undefined) => past.filter((event) => dayOf(event) === day);
  switch (measure.of) {
    case "count":
      return during(measure.days).length;
    case "decayed_count":
      return sum(past.map((event) => 0.5 ** (age(event) / measure.halfLifeDays)));
    case "trend":
      return over(during(measure.days).length, during(2 * measure.days).length);
    case "season":
      return past.filter((event) => age(event) <= 365 && age(event) > 365 - measure.days).length;
    case "recency":
      return last ? age(last) : null;
    case "tenure":
      return first ? age(first) : null;
    case "rate":
      return first ? past.length / (Math.max(age(first), 30) / 30) : null;
    case "recency_over_tenure":
      return first && last ? age(last) / age(first) : null;
    case "value_sum":
      return sum(valuesOf(during(measure.days)));
    case "value_mean":
      return mean(valuesOf(past));
    case "value_max":
      return valuesOf(past).length > 0 ? Math.max(...valuesOf(past)) : null;
    case "value_negative_share":
      return over(valuesOf(past).filter((value) => value < 0).length, valuesOf(past).length);
    case "value_trend":
      return over(mean(valuesOf(during(measure.days))), mean(valuesOf(past)));
    case "value_first":
      return totalOf(onDay(days[0]));
    case "value_last":
      return totalOf(onDay(days.at(-1)));
    case "property_share":
      return over(
        having(measure.value, past),
        past.filter(({ category }) => typeof category === "string").length,
      );
    case "property_count":
      return having(measure.value, during(measure.days));
    case "property_mean":
      return mean(unitsOf(past));
    case "property_last":
      return mean(unitsOf(onDay(days.at(-1))));
    case "active_days":
      return new Set(during(measure.days).map(dayOf)).size;
    case "gap_mean":
      return mean(gaps);
    case "gap_spread":
      return spread(gaps);
    case "gap_last_over_mean":
      return over(gaps.at(-1) ?? null, mean(gaps));
    case "overdue":
      return over(last ? age(last) : null, mean(gaps));
    case "gap_median":
      return median(gaps);
    case "gap_max":
      return gaps.length > 0 ? Math.max(...gaps) : null;
    case "overdue_median":
      return over(last ? age(last) : null, median(gaps));
    case "overdue_max":
      return over(last ? age(last) : null, gaps.length > 0 ? Math.max(...gaps) : null);
    case "overdue_last":
      return over(last ? age(last) : null, gaps.at(-1) ?? null);
  }
};

const dayOf = ({ time }: VisitEvent) => Math.floor(time / secondsPerDay);
const present = (values: readonly (number | null | undefined)[]) =>
  values.filter((value) => value !== null && value !== undefined);
/** Beyond ±9.2e12 there are no real amounts. */
const valuesOf = (events: readonly VisitEvent[]) =>
  present(events.map(({ value }) => value)).filter((value) => Math.abs(value) < 9.2e12);
const unitsOf = (events: readonly VisitEvent[]) => present(events.map(({ units }) => units));
const having = (value: string, events: readonly VisitEvent[]) =>
  events.filter(({ category }) => category === value).length;
const totalOf = (events: readonly VisitEvent[]): Answer =>
  valuesOf(events).length > 0 ? sum(valuesOf(events)) : null;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const over = (dividend: Answer, divisor: Answer): Answer =>
  dividend === null || divisor === null || Math.abs(divisor) < 1e-9 ? null : dividend / divisor;
const mean = (values: readonly number[]): Answer => over(sum(values), values.length);
const median = (values: readonly number[]): Answer => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
};
const spread = (values: readonly number[]): Answer => {
  if (values.length < 2) return null;
  const centre = mean(values)!;
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
};
