// Reading of a log, a dataset of plain files whose rows only become events of one stream. Their rows are read
// once, into typed columns, by what a sample of their lines says. Where all rows are events, what was read is
// the result.

import { rm } from "node:fs/promises";
import path from "node:path";
import type { ColumnType, DetectedColumn } from "../../../domain/data/dataset-findings.js";
import { assert } from "../../../errors/refusal.js";
import { ArchiveTooLarge, BrokenArchive } from "../../../files/archive.js";
import { unpack } from "../../../files/bytes.js";
import type { Engine } from "../../../warehouse/engine.js";
import { type Source, storedNumbers } from "../../../warehouse/ingest/columns.js";
import { keyless, upsertKey } from "../../../warehouse/ingest/deduplication.js";
import { type EventColumns, eventColumns } from "../../../warehouse/ingest/events.js";
import {
  firstLines,
  type LineSample,
  linesOfFile,
  sampleLines,
  stageSpread,
} from "../../../warehouse/ingest/line-sample.js";
import { columnsOf, sampledTypes } from "../../../warehouse/ingest/profile.js";
import { AllRowsNeeded, fileReader, type Records } from "../../../warehouse/ingest/read.js";
import { findTotalRows } from "../../../warehouse/ingest/total-row.js";
import { readTyped, type TypedRows } from "../../../warehouse/ingest/typed-rows.js";
import type { StepTools } from "../../kind/kind.js";
import type { DatasetInput } from "../input.js";
import { type OutputPlan, planOutput } from "../output-plan.js";
import type { DatasetRows, Strategy } from "./strategy.js";

export const typed: Strategy = {
  of: "all",
  async read(input, tools, scratch) {
    const { options, preview, output_to_streams } = input.config;
    const hasOneStream = Object.keys(output_to_streams).length === 1;
    if (options.type !== "hosted_csv" || preview || !hasOneStream) return null;
    tools.progress(0, "Inspecting files");
    const { names, sources } = await fileReader(
      tools.engine,
      { files: input.files, options },
      scratch,
      () => {},
    );
    assert(sources, "files have dialects");
    const plan = planOutput(input, names);
    return plan.isHashed ? readLog(input, { plan, names, sources, scratch }, tools) : null;
  },
};

interface Log {
  plan: OutputPlan;
  names: string[];
  sources: readonly Source[];
  scratch: string;
}

/** Throws `AllRowsNeeded` where the sample of lines does not say what all rows are. */
const readLog = async (input: DatasetInput, log: Log, tools: StepTools): Promise<DatasetRows> => {
  const { engine, progress } = tools;
  const { plan, names, sources, scratch } = log;
  progress(0.02, "Sampling lines");
  const plain = await unpacked(sources, scratch);
  const lines = await sampleLines(engine, plain, names.length, scratch);
  if (lines === null) throw new AllRowsNeeded();
  await refuseTotalRows(engine, lines, names.length);
  const sampled = await sampleOf(engine, lines, sources);
  const types = await sampledTypes(engine, sampled, names);
  const stream = await streamOf(engine, sampled, log, typedAs(names, types));

  progress(0.05, "Reading files");
  const rows = await readPlain(input, { ...log, plain, lines, types, stream }, tools);
  for (const [i, { path: file }] of plain.entries()) if (file !== sources[i]!.path) await rm(file);
  const columns = columnsOf(names, rows.counts, rows.rows);
  if (columns.some(({ data_type, fill_rate }, i) => data_type !== types[i] || fill_rate === 0))
    refuseOther(stream, await streamOf(engine, sampled, log, columns));
  const mapped = plan.streams[0]!;
  return {
    names,
    columns,
    traits: [],
    counts: rows.counts,
    plan: { ...plan, sets: [rows.set] },
    records: { ...sampled, relation: rows.relation },
    files: rows.files.map((file, i) => ({ ...file, source: sources[i]! })),
    streams: [{ mapped, stream: rows.stream }],
    typed: {
      rows,
      asText: [{ mapped, stream }],
      shown: (kept) => firstLines(lines, kept),
    },
  };
};

/** The sources with compressed files unpacked into `scratch`. A damaged one is for the reading as text to refuse. */
const unpacked = async (sources: readonly Source[], scratch: string): Promise<Source[]> => {
  const plain: Source[] = [];
  for (const source of sources) {
    const { compression } = source.dialect;
    const isPacked = compression !== "none" && compression !== "zip" && source.member === undefined;
    const target = path.join(scratch, `${source.index}.csv`);
    if (!isPacked || !source.dialect.isPlain) {
      plain.push(source);
      continue;
    }
    await unpack(source, compression, target, source.maxUnpackedBytes).catch((cause) => {
      if (cause instanceof ArchiveTooLarge || cause instanceof BrokenArchive) throw new AllRowsNeeded();
      throw cause;
    });
    plain.push({ ...source, path: target, dialect: { ...source.dialect, compression: "none" } });
  }
  return plain;
};

interface PlainLog extends Log {
  plain: readonly Source[];
  lines: LineSample;
  types: readonly ColumnType[];
  stream: EventColumns;
}

const readPlain = (
  { config }: DatasetInput,
  { plan, names, plain, lines, types, stream, scratch }: PlainLog,
  { engine, now, progress }: StepTools,
): Promise<TypedRows> => {
  const logPlan = {
    stream,
    types,
    set: plan.sets[0]!,
    keys: plan.derived,
    isKeyless: keyless(upsertKey(config, names))?.is ?? null,
    now: Math.floor(now / 1000),
  };
  return readTyped(engine, plain, logPlan, lines.rows, scratch, (count) =>
    progress(0.05 + (0.5 * count) / plain.length, `Read ${count} of ${plain.length} files`),
  );
};

/** Total rows are no records, and only the rows as text tell which they are. */
const refuseTotalRows = async (engine: Engine, lines: LineSample, width: number): Promise<void> => {
  for (const [file, count] of lines.rows.entries()) {
    const totals = await findTotalRows(engine, linesOfFile(lines, file), count, width);
    if (totals.length > 0) throw new AllRowsNeeded();
  }
};

/** Records of which only the sample is there. */
const sampleOf = async (engine: Engine, lines: LineSample, sources: readonly Source[]): Promise<Records> => {
  const sample = await stageSpread(engine, lines);
  return {
    relation: sample.relation,
    sample,
    earlier: [],
    rows: lines.rows.reduce((sum, each) => sum + each, 0),
    filenames: sources.map(({ filename }) => filename),
    numbers: storedNumbers(sources),
  };
};

const typedAs = (names: readonly string[], types: readonly ColumnType[]): DetectedColumn[] =>
  names.map((name, i) => ({ name, data_type: types[i]!, is_nullable: false, fill_rate: 1 }));

const streamOf = (
  engine: Engine,
  sampled: Records,
  { plan }: Log,
  columns: readonly DetectedColumn[],
): Promise<EventColumns> => eventColumns(engine, sampled, columns, plan.streams[0]!);

const refuseOther = (guessed: EventColumns, found: EventColumns): void => {
  if (JSON.stringify(guessed) !== JSON.stringify(found)) throw new AllRowsNeeded();
};
