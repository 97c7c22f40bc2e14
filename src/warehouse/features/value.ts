// What events were worth. `e` is a row of the past of one stream, `v` a row of its visits.

import type { Days } from "../../domain/features/feature.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { type Sql, sql } from "../sql/sql.js";
import { fromMicros, lately, ratio } from "./arithmetic.js";

export const valueSum = (days: Days, cutoff: EpochSeconds): Sql =>
  fromMicros(sql`sum(e.value)${lately(sql`e.event_time`, days, cutoff)}`);

export const valueMean = (days: Days, cutoff: EpochSeconds): Sql =>
  ratio(valueSum(days, cutoff), sql`count(e.value)${lately(sql`e.event_time`, days, cutoff)}`);

export const valueMax = (): Sql => fromMicros(sql`max(e.value)`);

export const valueNegativeShare = (): Sql =>
  ratio(sql`count(*) filter (where e.value < 0)`, sql`count(e.value)`);

export const valueTrend = (days: number, cutoff: EpochSeconds): Sql =>
  ratio(valueMean(days, cutoff), valueMean(null, cutoff));

/** The whole of a day, because the lines of one order may be events of their own. */
export const valueFirst = (): Sql => fromMicros(sql`max(v.value) filter (where v.is_first)`);

export const valueLast = (): Sql => fromMicros(sql`max(v.value) filter (where v.is_last)`);
