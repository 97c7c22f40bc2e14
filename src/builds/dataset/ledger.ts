// Ledger of a stream: what became of the rows of each file, and of all. Rows are counted where they are read,
// joined and left out; here the counts are put together, and have to close.

import type { EventCounts, EventSummary, FileLedger, LeftOut } from "../../domain/data/dataset-findings.js";
import { addedMonths } from "../../domain/data/ledger.js";
import { addedLeftOut } from "../../domain/data/left-out.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import type { EventColumns } from "../../warehouse/ingest/events.js";
import { currencyCounts, monthsOf, type Tally, valueTotal } from "../../warehouse/ingest/ledger.js";
import { type FileLeftOut, type FileRows, rowsLeftOut } from "../../warehouse/ingest/left-out.js";
import type { FileRead } from "../../warehouse/ingest/read.js";
import type { UploadedFile } from "./input.js";

/** An uploaded file, with the tables in it. */
export interface ReadUpload {
  file: string;
  arrived_at: EpochMs;
  rows_read: number;
  leftOutMembers: string[];
}

/** Rows that were read. */
export interface RowsRead {
  rows: number;
  /** Rows that are no records: they could not be read, are totals, or are too old. */
  unread: FileLeftOut[];
  /** In the order of arrival; none where rows join several files. */
  uploads: ReadUpload[];
}

/** `records`: how many records the files are. */
export const rowsRead = (
  read: readonly FileRead[],
  files: readonly UploadedFile[],
  records: number,
  isJoined: boolean,
  old: readonly FileRows[] = [],
): RowsRead => {
  const unread = read.flatMap(({ source: { arrived_at: arrival_time }, malformed, totals = [] }) => [
    ...rowsLeftOut("malformed", [{ arrival_time, rows: malformed.count }]),
    ...rowsLeftOut("total", [{ arrival_time, rows: totals.length }]),
  ]);
  unread.push(...rowsLeftOut("too_old", old));
  const names = new Map(files.map(({ arrived_at, filename }) => [arrived_at, filename]));
  const uploads = new Map<EpochMs, ReadUpload>();
  for (const { source, rows, malformed, totals = [] } of isJoined ? [] : read) {
    const { arrived_at, filename, dialect } = source;
    const upload = uploads.get(arrived_at) ?? {
      file: names.get(arrived_at) ?? filename,
      arrived_at,
      rows_read: 0,
      leftOutMembers: [],
    };
    upload.rows_read += rows + malformed.count + totals.length;
    upload.leftOutMembers.push(...(dialect.unreadMembers ?? []));
    uploads.set(arrived_at, upload);
  }
  return {
    rows: records + sumOf(unread, ({ rows }) => rows),
    unread,
    uploads: [...uploads.values()].sort((a, b) => a.arrived_at - b.arrived_at),
  };
};

/** The rows read by earlier builds, and these. */
export const readWith = (before: RowsRead | undefined, { rows, unread, uploads }: RowsRead): RowsRead => ({
  rows: (before?.rows ?? 0) + rows,
  unread: [...(before?.unread ?? []), ...unread],
  uploads: [...(before?.uploads ?? []), ...uploads],
});

/** Findings on the rows of a stream. */
export interface Found {
  /** Counts of these rows, without those of an earlier build. */
  counts: Pick<EventCounts, "rows" | "events" | "without_customer" | "customers">;
  leftOut: readonly FileLeftOut[];
  tallies: readonly Tally[];
  /** Tallies of refunds that are events of a stream of their own. */
  refundTallies?: readonly Tally[];
  /** See `Joined`. */
  moved?: readonly FileRows[];
  /** Customers of each file, and its events that have one; null where there is one file. */
  byFile: readonly FileCustomers[] | null;
  stream: Pick<EventColumns, "hasValue" | "currency">;
}

export type FileCustomers = { arrival_time: EpochMs; customers: number; events: number };

type LedgerParts = Pick<EventSummary, "files" | "file_count"> & {
  counts: Required<Pick<EventCounts, "rows_read" | "left_out" | "left_out_by">> & Pick<EventCounts, "months">;
};

/** Values of a column that are distinguished in a file. */
const valuesOfFile = 5;

/** The ledger of all rows, with those of the `earlier` build. */
export const ledgerOf = (
  { rows, unread, uploads }: RowsRead,
  found: Found,
  isDated: boolean,
  earlier?: EventSummary,
): LedgerParts => {
  const leftOut = [...found.leftOut, ...unread];
  const files = uploads.map((upload) => fileLedger(upload, leftOut, found));
  const own = addedLeftOut(leftOut);
  assertClosed("all files", rows, found.counts.rows, own);
  const before = earlier?.counts;
  const all = addedLeftOut([...(before?.left_out_by ?? []), ...own]);
  const months = [...(before?.months ?? []), ...monthsOf(found.tallies, found.refundTallies)];
  return {
    counts: {
      rows_read: rows + (before?.rows_read ?? 0),
      left_out: sumOf(all, ({ events }) => events),
      left_out_by: all,
      ...(isDated && { months: addedMonths(months, limits.listedMonths.is) }),
    },
    ...(uploads.length > 0 && {
      files: [...(earlier?.files ?? []), ...files].slice(-limits.ledgerFiles.is),
      file_count: (earlier?.file_count ?? 0) + files.length,
    }),
  };
};

const fileLedger = (
  { file, arrived_at, rows_read, leftOutMembers }: ReadUpload,
  leftOut: readonly FileLeftOut[],
  { counts, tallies, refundTallies = [], moved = [], byFile, stream }: Found,
): FileLedger => {
  const isOwn = (each: { arrival_time: number | null }) => each.arrival_time === arrived_at;
  const own = tallies.filter(isOwn);
  const refunds = refundTallies.filter(isOwn);
  const rows = sumOf([...own, ...moved.filter(isOwn)], (each) => each.rows);
  const events = sumOf(own, (each) => each.events);
  const owned = byFile?.find(isOwn) ?? { customers: 0, events: 0 };
  const left_out_by = addedLeftOut(
    leftOut.filter((each) => each.arrived_at === arrived_at),
    valuesOfFile,
  );
  assertClosed(file, rows_read, rows, left_out_by);
  return {
    file,
    arrived_at,
    rows_read,
    rows,
    events,
    without_customer: byFile ? events - owned.events : counts.without_customer,
    customers: byFile ? owned.customers : counts.customers,
    ...(stream.hasValue && { value_total: valueTotal(own, refunds) }),
    ...(stream.hasValue && stream.currency && { by_currency: currencyCounts(own, refunds) }),
    left_out_by,
    ...(leftOutMembers.length > 0 && { left_out_members: leftOutMembers }),
  };
};

const assertClosed = (of: string, read: number, rows: number, leftOut: readonly LeftOut[]): void => {
  const others = sumOf(leftOut, (each) => each.rows);
  assert(read === rows + others, `the ledger of ${of} closes: ${read} = ${rows} + ${others}`);
};

const sumOf = <T>(all: readonly T[], count: (each: T) => number): number =>
  all.reduce((sum, each) => sum + count(each), 0);
