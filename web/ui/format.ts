// Numbers, shares, dates and durations in the reader's own language and, where it is safe, time zone.

import { formatter, lazily } from "../../src/words/format.js";
import { counted, plural } from "../../src/words/plural.js";

/** The reader's formatter, for texts of `src/words`. */
export const reader = formatter();

// Axes call what they are given with an index as the second argument, so only these functions take one that
// means something.
export const formatCount = reader.count;
export const formatPercent = (share: number): string => reader.percent(share);
export const formatRatio = (ratio: number): string => reader.ratio(ratio);
export const formatPoints = reader.points;
export const formatNumber = reader.number;
export const formatDay = reader.day;
export const formatMoment = reader.moment;
export const formatAgo = reader.ago;
export const formatDuration = reader.duration;
export const formatBytes = reader.bytes;

/** `formatCounted(2, "row")` is "2 rows". */
export const formatCounted = (count: number, one: string, many = plural(one)): string =>
  counted(count, one, many, reader);

export const formatPeople = (count: number): string => formatCounted(count, "person", "people");

const monthFormat = lazily(
  () => new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" }),
);

/** `2026-05` is "May 2026". */
export const formatMonth = (month: string): string => monthFormat().format(new Date(`${month}-01T00:00:00Z`));

/** A sentence whose percentages stay on one line. */
export const unbroken = (text: string): string => text.replace(/(\d) %/g, "$1\u00a0%");
