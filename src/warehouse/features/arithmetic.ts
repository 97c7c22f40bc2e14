// Deterministic arithmetic for aggregates. A sum of doubles depends on the order in which threads add, so values are summed as
// whole millionths and divided at the end. Times are whole seconds, so a window is a comparison.

import type { Days } from "../../domain/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { type Sql, sql } from "../sql/sql.js";

const millionth = 1_000_000;

/** A DOUBLE as whole millionths; null beyond ±9.2e12, which no real amount reaches. */
export const micros = (value: Sql): Sql => sql`try_cast(round(${value} * ${millionth}) as bigint)`;

/** Whole millionths, or a sum of them, as DOUBLE. */
export const fromMicros = (sum: Sql): Sql => sql`cast(${sum} as double) / ${millionth}`;

/** A DOUBLE; null where the divisor is zero. */
export const ratio = (dividend: Sql, divisor: Sql): Sql =>
  sql`cast(${dividend} as double) / nullif(cast(${divisor} as double), 0)`;

/** Whole seconds as days, a DOUBLE. */
export const inDays = (seconds: Sql): Sql => sql`cast(${seconds} as double) / ${secondsPerDay}`;

/** First instant of the trailing days. */
export const startOf = (days: number, cutoff: EpochSeconds): EpochSeconds => cutoff - days * secondsPerDay;

/** Restricts an aggregate over rows before the cutoff to the trailing days. */
export const withinDays = (time: Sql, days: Days, cutoff: EpochSeconds): Sql =>
  days === null ? sql`` : sql` filter (where ${time} >= ${startOf(days, cutoff)})`;
