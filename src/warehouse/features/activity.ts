// How many events, in which stretch of the past. `e` is a row of the past of one stream.

import type { Days } from "../../domain/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { type Sql, sql } from "../sql/sql.js";
import { fromMicros, lately, micros, ratio, startOf } from "./arithmetic.js";

const yearDays = 365;

export const count = (days: Days, cutoff: EpochSeconds): Sql =>
  sql`count(*)${lately(sql`e.event_time`, days, cutoff)}`;

export const decayedCount = (halfLifeDays: number, cutoff: EpochSeconds): Sql => {
  const halfLives = sql`cast(e.event_time - ${cutoff} as double) / ${halfLifeDays * secondsPerDay}`;
  return fromMicros(sql`sum(${micros(sql`power(2, ${halfLives})`)})`);
};

export const trend = (days: number, cutoff: EpochSeconds): Sql =>
  ratio(count(days, cutoff), count(2 * days, cutoff));

export const season = (days: number, cutoff: EpochSeconds): Sql =>
  sql`count(*) filter (where e.event_time >= ${startOf(yearDays, cutoff)} and e.event_time < ${startOf(yearDays - days, cutoff)})`;
