// How long ago the first and the last event were, and what that says of each other. `e` is a row of the past of one stream.

import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { type Sql, sql } from "../sql/sql.js";
import { inDays, ratio } from "./arithmetic.js";

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
