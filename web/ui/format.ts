// Numbers, shares, dates and durations in the reader's own language and, where it is safe, time zone.

import { formatter } from "../../src/words/format.js";

/** The reader's formatter, for texts of `src/words`. */
export const reader = formatter();

export const formatCount = reader.count;
export const formatShare = (share: number): string => reader.percent(share);
export const formatNumber = reader.number;
export const formatDay = reader.day;
export const formatMoment = reader.moment;
export const formatAgo = reader.ago;
export const formatDuration = reader.duration;
export const formatBytes = reader.bytes;

/** A plural without exceptions: `formatMany(2, "row")` is "2 rows". */
export const formatMany = (count: number, one: string, many = `${one}s`): string =>
  `${reader.count(count)} ${count === 1 ? one : many}`;
