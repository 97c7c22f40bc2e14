// Result of a dataset's build: what became of its rows, and the formats by which their values were read.

import { nextAgeLimit, type OldRows, tooOldFrom } from "../../domain/data/age-limit.js";
import type { ColumnFormat } from "../../domain/data/dataset.js";
import type { EmittedTrait, IngressFunnel } from "../../domain/data/dataset-findings.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { sampleRows } from "../../warehouse/ingest/columns.js";
import { countErasedRows } from "../../warehouse/ingest/list-rows.js";
import { shownRejects } from "../../warehouse/ingest/normalised-copy.js";
import type { FileRead } from "../../warehouse/ingest/read.js";
import type { FaultyRows } from "../../warehouse/ingest/rejects.js";
import type { TraitColumn } from "../../warehouse/ingest/traits.js";
import type { StepTools } from "../kind/kind.js";
import type { StreamToWrite, WrittenEvents } from "./events.js";
import type { DatasetInput } from "./input.js";
import type { KeptRows } from "./kept-rows.js";
import { previewRows } from "./preview.js";
import type { DatasetRows } from "./reading/strategy.js";

interface Findings {
  counted: KeptRows;
  /** The number of distinct identities; of added files, of new ones. */
  identities: number;
  events: WrittenEvents;
  faulty: FaultyRows;
}

export const resultOf = async (
  tools: StepTools,
  input: DatasetInput,
  rows: DatasetRows,
  { counted, identities, events, faulty }: Findings,
): Promise<DatasetResult> => {
  const { engine, now } = tools;
  const { config, erasedFile = null } = input;
  const { plan, names, records, files, columns, streams, traits, typed } = rows;
  const isJoined = config.options.type === "merge";
  const sets = plan.sets.length;
  const all = rows.old?.all ?? records.relation;
  const held = await countErasedRows(engine, all, erasedFile, sets, files, isJoined);
  const before = rows.base?.facts.result;
  const shown = typed ? typed.shown(counted.kept) : counted.retained;
  const result: DatasetResult = {
    detected_columns: [...columns],
    sample: before?.sample ?? (await sampleRows(engine, shown, names)),
    funnel: funnelOf(rows, counted, faulty),
    ...rejectsOf(files, faulty, erasedFile !== null),
    formats: formatsOf(typed?.asText ?? streams, traits),
    streams: events.summaries,
    trait_sources: Object.fromEntries(traits.map((trait) => [trait.name, sourceOf(trait)])),
    identities,
    next_due: input.keptSince === undefined ? faulty.nextDue : earliest(faulty.nextDue, nextAgeLimit(now)),
    ...(input.dueThrough != null && { due_through: input.dueThrough }),
    ...(input.keptSince !== undefined && { kept_since: input.keptSince, ...oldRowsOf(input, rows, now) }),
    arrivals_through: input.history?.arrivalsThrough ?? 0,
    ...updatesOf(files, before),
    ...unreadMembersOf(files, before?.unread_members),
    ...(held.length > 0 && { forgotten_rows: held }),
    ...(config.preview && (await previewRows(tools, input, rows, counted.retained))),
  };
  return before ? addedTo(before, result) : result;
};

/** The result of added files together with that of the previous build. */
const addedTo = (before: DatasetResult, added: DatasetResult): DatasetResult => ({
  ...before,
  ...added,
  funnel: addedCounts(before.funnel, added.funnel),
  rejected_count: before.rejected_count + added.rejected_count,
  rejects: [...before.rejects, ...added.rejects].slice(0, shownRejects),
  identities: before.identities + added.identities,
  next_due: earliest(before.next_due, added.next_due),
});

const addedCounts = <T extends object>(a: T, b: T): T =>
  Object.fromEntries(
    Object.entries(a).map(([name, count]) => [name, count + (b as Record<string, number>)[name]!]),
  ) as T;

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const sourceOf = ({ column, isList }: TraitColumn): EmittedTrait => ({
  column_name: column.name,
  ...(isList && { isList }),
});

const funnelOf = (
  { files, records, old }: DatasetRows,
  { keptRows, erasedRows }: KeptRows,
  faulty: FaultyRows,
): IngressFunnel => {
  const oldRows = sum((old?.files ?? []).map(({ rows }) => rows));
  const parsed = records.rows + oldRows;
  const total = parsed + sum(files.map(({ malformed }) => malformed.count));
  const valid = keptRows + oldRows - faulty.count;
  const allowed = valid - oldRows - erasedRows;
  const duplicates = records.rows - keptRows;
  return { total, parsed, valid, ...(old && { too_old: oldRows }), allowed, duplicates };
};

/** The newest updates, after those that an earlier build found, and how many there are. */
export const updatesOf = (
  read: readonly FileRead[],
  before: Pick<DatasetResult, "updates" | "update_count"> = { updates: [], update_count: 0 },
): Pick<DatasetResult, "updates" | "update_count"> => {
  const found = read.map(({ source, rows }) => ({ datetime: source.arrived_at, rows_added: rows }));
  return {
    updates: [...before.updates, ...found].slice(-limits.listedUpdates.is),
    update_count: before.update_count + found.length,
  };
};

/** Files with rows that are too old. What cannot be read may be of any date. */
const oldRowsOf = (
  { config, files, keptSince, oldRows: before = [] }: DatasetInput,
  { files: read, old }: DatasetRows,
  now: EpochMs,
): Pick<DatasetResult, "old_rows"> => {
  if (config.options.type === "merge" || !old) return {};
  const names = new Map(files.map(({ arrived_at, filename }) => [arrived_at, filename]));
  const found = old.files.map(({ arrival_time: arrived_at, rows, of, newest }): OldRows => {
    const own = read.filter(({ source }) => source.arrived_at === arrived_at);
    const unread = sum(own.map(({ malformed }) => malformed.count));
    const foundAt = before.find((file) => file.arrived_at === arrived_at)?.found_at ?? now;
    const isNeeded = unread > 0 || newest === null || newest >= keptSince!;
    return {
      file: names.get(arrived_at) ?? own[0]!.source.filename,
      arrived_at,
      rows,
      of: of + unread,
      too_old_from: unread > 0 || newest === null ? null : tooOldFrom(newest, config.keep_months!),
      found_at: isNeeded ? null : foundAt,
    };
  });
  return found.length > 0 ? { old_rows: found.slice(-limits.ledgerFiles.is) } : {};
};

/** Members of archives that are no tables. */
const unreadMembersOf = (
  read: readonly FileRead[],
  before: readonly string[] = [],
): { unread_members?: string[] } => {
  const found = [...before, ...read.flatMap(({ source: { dialect } }) => dialect.unreadMembers ?? [])];
  return found.length > 0 ? { unread_members: found.slice(0, mostMembers) } : {};
};

const mostMembers = 20;

/** The person of a malformed row is unknown, so malformed rows are hidden while anyone is to be forgotten. */
const rejectsOf = (read: readonly FileRead[], faulty: FaultyRows, isErasing: boolean) => {
  const input = new Map(read.map(({ source }, i) => [source.filename, i]));
  const shown = read.flatMap((file) => file.malformed.shown);
  const malformed = isErasing ? shown.map((row) => ({ ...row, value: null })) : shown;
  return {
    rejected_count: faulty.count + sum(read.map((file) => file.malformed.count)),
    rejects: [...malformed, ...faulty.shown]
      .sort((a, b) => input.get(a.file)! - input.get(b.file)! || a.line - b.line)
      .slice(0, shownRejects),
  };
};

/** The configured formats, overridden by those found in the data. */
const formatsOf = (
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
