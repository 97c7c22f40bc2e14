// Findings of a dataset's build: what became of its rows, and the formats by which their values were read.

import type { ColumnFormat } from "../../domain/data/dataset.js";
import type { EmittedTrait, IngressFunnel, LeftOut } from "../../domain/data/dataset-findings.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { limits } from "../../domain/resource/limits.js";
import { shownRejects } from "../../warehouse/ingest/normalised-copy.js";
import type { FileRead } from "../../warehouse/ingest/read.js";
import type { FaultyRows } from "../../warehouse/ingest/rejects.js";
import type { TraitColumn } from "../../warehouse/ingest/traits.js";
import type { StreamToWrite } from "./events.js";

export const sourceOf = ({ column, isList }: TraitColumn): EmittedTrait => ({
  column_name: column.name,
  ...(isList && { isList }),
});

export const funnelOf = (
  read: readonly FileRead[],
  parsed: number,
  kept: number,
  forgotten: number,
  faulty: FaultyRows,
): IngressFunnel => {
  const total = parsed + sum(read.map(({ malformed }) => malformed.count));
  const valid = kept - faulty.count;
  return { total, parsed, valid, allowed: valid - forgotten, duplicates: parsed - kept };
};

/** Rows of files that are no records. */
export const unreadRows = (read: readonly FileRead[]): LeftOut[] => [
  { reason: "malformed", rows: sum(read.map(({ malformed }) => malformed.count)), events: 0 },
  { reason: "total", rows: sum(read.map(({ totals = [] }) => totals.length)), events: 0 },
];

/** Members of archives that are no tables. */
export const unreadMembersOf = (
  read: readonly FileRead[],
  before: readonly string[] = [],
): { unread_members?: string[] } => {
  const found = [...before, ...read.flatMap(({ source: { dialect } }) => dialect.unreadMembers ?? [])];
  return found.length > 0 ? { unread_members: found.slice(0, mostMembers) } : {};
};

const mostMembers = 20;

/** The newest updates, after those that an earlier build found, and how many there are. */
export const updatesOf = (
  read: readonly FileRead[],
  before: Pick<DatasetResult, "updates" | "update_count"> = { updates: [] },
): Pick<DatasetResult, "updates" | "update_count"> => {
  const found = read.map(({ source, rows }) => ({ datetime: source.arrived_at, rows_added: rows }));
  return {
    updates: [...before.updates, ...found].slice(-limits.listedUpdates.is),
    update_count: (before.update_count ?? before.updates.length) + found.length,
  };
};

/** The person of a malformed row is unknown, so malformed rows are hidden while anyone is to be forgotten. */
export const rejectsOf = (read: readonly FileRead[], faulty: FaultyRows, isForgetting: boolean) => {
  const input = new Map(read.map(({ source }, i) => [source.filename, i]));
  const shown = read.flatMap((file) => file.malformed.shown);
  const malformed = isForgetting ? shown.map((row) => ({ ...row, value: null })) : shown;
  return {
    rejected_count: faulty.count + sum(read.map((file) => file.malformed.count)),
    rejects: [...malformed, ...faulty.shown]
      .sort((a, b) => input.get(a.file)! - input.get(b.file)! || a.line - b.line)
      .slice(0, shownRejects),
  };
};

/** The configured formats, overridden by those found in the data. */
export const formatsOf = (
  streams: readonly StreamToWrite[],
  traitsRead: readonly TraitColumn[],
): Record<string, ColumnFormat> => {
  const formats = new Map<string, ColumnFormat>();
  for (const { column, format } of traitsRead) if (format !== undefined) formats.set(column.name, format);
  for (const { mapped } of streams)
    for (const { parts, format: common } of [...(mapped.value ? [mapped.value] : []), ...mapped.properties])
      for (const { column, format = common } of parts)
        if (format !== undefined) formats.set(column.name, format);
  for (const { stream } of streams)
    if (stream.timeColumn !== null && stream.timeFormat !== null)
      formats.set(stream.timeColumn.name, stream.timeFormat);
  return Object.fromEntries(formats);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
