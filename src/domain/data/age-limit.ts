// Age limit of rows: for how many months a dataset keeps them. Rows go with whole months, so that a dataset
// with a limit is read again once a month.

import { limits } from "../resource/limits.js";
import { firstOfMonth, monthsBetween } from "../resource/months.js";
import { type EpochMs, type EpochSeconds, msPerDay } from "../resource/resource.js";
import type { DatasetConfig } from "./dataset.js";
import { readsDirectory } from "./dataset-options.js";
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
  /** When none of its rows is needed any more; null where a row has no date. */
  too_old_from: EpochSeconds | null;
  /** When a build first needed no row of it; null while it needs one. */
  found_at: EpochMs | null;
}

/** A dataset as far as it says which files it needs. */
interface Reader {
  name: string;
  archivedAt: EpochMs | null;
  config: Pick<DatasetConfig, "options" | "preview">;
  result: { old_rows?: OldRows[] } | null;
}

/** Datasets in use that read the files uploaded to the directory. */
export const readersOf = <R extends Reader>(directory: string, datasets: readonly R[]): R[] =>
  datasets.filter(
    ({ archivedAt, config: { options, preview } }) =>
      archivedAt === null && !preview && readsDirectory(options, directory),
  );

/**
 * When an uploaded file is deleted: its owner has some days to change their mind from when no reader of its directory
 * needs a row of it any more. Null while one does.
 */
export const deletedFrom = (arrivedAt: EpochMs, readers: readonly Reader[]): EpochMs | null => {
  const found = readers.map(({ result }) => foundIn(arrivedAt, result));
  return found.length === 0 || found.some((at) => at === null)
    ? null
    : Math.max(...found.map(Number)) + limits.oldFileDays.is * msPerDay;
};

/** Those of the readers that need the file. */
export const needing = <R extends Reader>(arrivedAt: EpochMs, readers: readonly R[]): R[] =>
  readers.filter(({ result }) => foundIn(arrivedAt, result) === null);

/** When a build first found that it needs no row of the file. */
const foundIn = (arrivedAt: EpochMs, result: Reader["result"]): EpochMs | null =>
  result?.old_rows?.find(({ arrived_at }) => arrived_at === arrivedAt)?.found_at ?? null;

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
