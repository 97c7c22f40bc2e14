// Age limit of rows: for how many months a dataset keeps them. Rows go with whole months, so that a dataset
// with a limit is read again once a month.

import { limits } from "../resource/limits.js";
import { firstOfMonth, monthsBetween } from "../resource/months.js";
import { type EpochMs, type EpochSeconds, msPerDay } from "../resource/resource.js";
import type { DatasetConfig } from "./dataset.js";
import type { MappingFault } from "./stream-mapping.js";

/** First day whose rows count: that of the month which lies so many before this one. */
export const keptSince = (months: number, now: EpochMs): EpochSeconds => firstOfMonth(now / 1000, -months);

/** When rows of the month of `at` become too old: on the first day of the month `keep_months` and one after it. */
export const tooOldFrom = (at: EpochSeconds, months: number): EpochSeconds => firstOfMonth(at, months + 1);

/** When the next month of rows becomes too old. */
export const nextAgeLimit = (now: EpochMs): EpochSeconds => firstOfMonth(now / 1000, 1);

/**
 * The limit by which a past date keeps the rows that today's limit keeps: a replay does not read what is too
 * old by now.
 */
export const ageLimitAt = <C extends Pick<DatasetConfig, "keep_months">>(
  config: C,
  at: EpochMs,
  now: EpochMs,
): C =>
  config.keep_months === undefined
    ? config
    : { ...config, keep_months: config.keep_months - monthsBetween(at / 1000, now / 1000) };

/** Rows of a file that are too old, and the file still has. */
export interface OldRows {
  file: string;
  arrived_at: EpochMs;
  /** Rows that are too old, and all of the file. */
  rows: number;
  of: number;
  /** When the last of its rows is too old; null where a row has no date. */
  too_old_from: EpochSeconds | null;
  /** When a build first found no other row in it; null while it has one. */
  found_at: EpochMs | null;
}

/** When an uploaded file of old rows is deleted: its owner has some days to change their mind. Null while it has others. */
export const deletedFrom = ({ found_at: foundAt }: OldRows): EpochMs | null =>
  foundAt === null ? null : foundAt + limits.oldFileDays.is * msPerDay;

/** What is wrong with the limit of a dataset. */
export const ageLimitFaults = ({
  keep_months: months,
  preview,
  output_to_streams: streams,
}: Pick<DatasetConfig, "keep_months" | "preview" | "output_to_streams">): MappingFault[] =>
  months === undefined || preview || Object.values(streams).some(({ data_map }) => data_map.datetime)
    ? []
    : [
        {
          path: "keep_months",
          detail: "needs a stream with a datetime: without a date, no row becomes too old",
        },
      ];
