// Building of a dataset from its rows. The first strategy that can read them makes records of them, as
// text or typed. Duplicates are removed, and each output is one query over the remaining records.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { DatedCounts } from "../../domain/data/dataset-findings.js";
import {
  type FollowingProposal,
  followingProposals,
  withAnswerCounts,
} from "../../domain/proposal/answers.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { withFigures } from "../../domain/proposal/notes.js";
import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { withLikeliestFormats } from "../../domain/proposal/questions.js";
import { expectedReadings } from "../../domain/proposal/readings/candidate.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { keyless, noneOf, upsertKey } from "../../warehouse/ingest/deduplication.js";
import { isJoined } from "../../warehouse/ingest/event-lines.js";
import { AllRowsNeeded, setUpReading } from "../../warehouse/ingest/read.js";
import { findFaultyRows } from "../../warehouse/ingest/rejects.js";
import { typedKeyless } from "../../warehouse/ingest/typed-rows.js";
import { layersOf, linkParts } from "../../warehouse/layers.js";
import { datasetFiles, readStateFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { adoptEvents, type EventSource, type WrittenEvents, writeEvents } from "./events.js";
import { countedStream, type OtherReading, parted, withReadings } from "./expected.js";
import type { DatasetInput } from "./input.js";
import { findKeptRows, type KeptRows, withoutOldRows } from "./kept-rows.js";
import { rowsRead } from "./ledger.js";
import { addPeople, writePeople } from "./people.js";
import { figuresOf, proposedConfig } from "./preview.js";
import { isContinued, keepRead } from "./read-state.js";
import type { DatasetRows, Strategy } from "./reading/strategy.js";
import { resultOf } from "./result.js";

/** Null where none of the strategies reads the rows. It then leaves nothing behind. */
export const buildRows = async (
  strategies: readonly Strategy[],
  input: DatasetInput,
  tools: StepTools,
): Promise<DatasetResult | null> => {
  const scratch = path.join(tools.dir, "scratch");
  for (const { read } of strategies) {
    await setUpReading(tools.engine);
    for (const made of [scratch, path.dirname(datasetFiles(tools.dir).events("any"))])
      await mkdir(made, { recursive: true });
    const rows = await read(input, tools, scratch).catch(unlessAllAreNeeded);
    const result = rows && (await writeRows(input, rows, tools, scratch).catch(unlessAllAreNeeded));
    if (rows && !result) await removeMade(tools.dir);
    const proposal = result?.proposal && (await countProposal(strategies, input, result, tools, scratch));
    await rm(scratch, { recursive: true });
    if (!result) continue;
    const { candidate_readings: _, ...made } = result;
    return proposal ? { ...made, proposal } : made;
  }
  return null;
};

/** Removes what a strategy has made before it found that it cannot go on. */
const removeMade = async (dir: string): Promise<void> => {
  const { events, ...files } = datasetFiles(dir);
  const { facts } = readStateFiles(dir);
  for (const file of Object.values(files))
    for (const layer of layersOf(file)) await rm(layer, { force: true });
  for (const made of [path.dirname(events("any")), path.dirname(facts)])
    await rm(made, { recursive: true, force: true });
};

const unlessAllAreNeeded = (cause: unknown): null => {
  if (cause instanceof AllRowsNeeded) return null;
  throw cause;
};

/**
 * The proposal with what it counts, what follows from each answer to its questions, and what the readings count
 * that give the expected figures. One that cannot be built has no figures.
 */
const countProposal = async (
  strategies: readonly Strategy[],
  input: DatasetInput,
  { proposal, candidate_readings: candidates = [], funnel }: DatasetResult,
  tools: StepTools,
  scratch: string,
): Promise<DatasetProposal> => {
  tools.progress(0.98, "Counting what the proposal makes of all rows");
  const config = proposedConfig(input.config, proposal!);
  const count = (counted: DatasetConfig) =>
    figuresOf(() => tryConfig(strategies, { ...input, config: counted }, tools, scratch));
  const expected = candidates.map(({ mapping, clearsUpsert }) => ({ mapping, isBeside: !clearsUpsert }));
  const answers = funnel.total > limits.answeredRows.is ? [] : followingProposals(proposal!);
  const { figures, counted } = await countTogether(
    config,
    [...expected, ...answers.map(readingOf)],
    expected,
    count,
  );
  if (!figures) return proposal!;
  const { own, ofReadings } = parted(figures, counted);
  const ofAnswers = new Map<string, DatedCounts>();
  for (const [i, { key, isBeside, proposal: made, stream }] of answers.entries()) {
    const beside = ofReadings[candidates.length + i];
    const found = isBeside
      ? beside
      : (await count(alone(proposedConfig(input.config, made), stream)))?.[stream];
    if (found) ofAnswers.set(key, found);
  }
  const withOwn = withAnswerCounts(withFigures(proposal!, own), ofAnswers);
  if (!input.config.expected) return withOwn;
  const { upsert_columns: _, ...withoutKey } = config;
  const apart = expected.every(({ isBeside }) => isBeside)
    ? null
    : await count(
        withReadings({ ...withoutKey, output_to_streams: {} }, expected, ({ isBeside }) => !isBeside),
      );
  const ofOthers = apart ? parted(apart, expected).ofReadings : [];
  const counts = expected.map((_, i) => ofReadings[i] ?? ofOthers[i]);
  return {
    ...withOwn,
    expected: expectedReadings(
      input.config.expected,
      candidates,
      counts,
      own[candidates[0]?.stream ?? "transaction"],
    ),
  };
};

/** The proposal is counted with as many of the readings as can be built. */
const countTogether = async (
  config: DatasetConfig,
  all: readonly OtherReading[],
  some: readonly OtherReading[],
  count: (config: DatasetConfig) => Promise<Record<string, DatedCounts> | null>,
): Promise<{ figures: Record<string, DatedCounts> | null; counted: readonly OtherReading[] }> => {
  const tries = [all, some, []].filter((each, i, list) => each.length < (list[i - 1]?.length ?? Infinity));
  for (const counted of tries) {
    const figures = await count(withReadings(config, counted));
    if (figures) return { figures, counted };
  }
  return { figures: null, counted: [] };
};

const readingOf = ({ proposal: made, stream, isBeside }: FollowingProposal): OtherReading => ({
  mapping: withLikeliestFormats(made)[stream]!,
  isBeside,
});

/** One stream of it, without its properties. */
const alone = (config: DatasetConfig, stream: string): DatasetConfig => ({
  ...config,
  output_to_streams: { [stream]: countedStream(config.output_to_streams[stream]!, 0) },
});

/** Builds a configuration in a directory of its own. It replaces the views of the engine. */
const tryConfig = async (
  strategies: readonly Strategy[],
  { history: _, ...input }: DatasetInput,
  tools: StepTools,
  scratch: string,
): Promise<DatasetResult> => {
  const dir = path.join(scratch, "proposed");
  await mkdir(dir, { recursive: true });
  const made = (await buildRows(strategies, input, { ...tools, dir, progress: () => {} }))!;
  await rm(dir, { recursive: true });
  return made;
};

/** Writes what the rows become, and returns what was found. */
const writeRows = async (
  input: DatasetInput,
  read: DatasetRows,
  tools: StepTools,
  scratch: string,
): Promise<DatasetResult> => {
  const { engine, now, progress } = tools;
  progress(0.55, "Removing duplicates");
  const rows = await withoutOldRows(engine, input, read);
  const counted = await findKeptRows(engine, input, rows, now);
  progress(0.65, "Writing people and traits");
  const people = rows.base
    ? await addPeople(tools, rows.base.dir, rows, counted)
    : { added: await writePeople(tools, input, rows, counted, scratch) };
  progress(0.8, "Writing events");
  const events = await writeStreams(tools, input, rows, { ...counted, ...people }, scratch);
  progress(0.95, "Locating rejected rows");
  const faulty = await findFaultyRows(
    engine,
    rows.records.relation,
    events.faulty,
    rows.files,
    Math.floor(now / 1000),
    rows.base?.facts.tables,
  );
  const result = await resultOf(tools, input, rows, { counted, identities: people.added, events, faulty });
  if (isContinued(input, rows)) await keepRead(tools, input, rows, counted, events, result);
  return result;
};

/** The rows that the streams are made of. */
export const eventSource = (
  input: DatasetInput,
  rows: DatasetRows,
  { kept, distinctRows, used, own }: KeptRows & { own?: Relation },
  scratch: string,
  now: EpochMs,
): EventSource => {
  const { config, erasedFile = null } = input;
  const { plan, names, records, columns, files, base, typed, old } = rows;
  const without = keyless(upsertKey(config, names));
  return {
    config,
    columns,
    sets: plan.sets,
    isHashed: plan.isHashed,
    erasedFile,
    scratch,
    now: Math.floor(now / 1000),
    retained: used,
    keptRows: distinctRows,
    read: rowsRead(
      files,
      base?.added ?? input.files,
      records.rows,
      config.options.type === "merge",
      old?.files,
    ),
    keyless: typed && without ? typedKeyless(without) : without,
    isContinued: isContinued(input, rows),
    ...(config.preview
      ? {
          records: { ...records, relation: noneOf(records.relation) },
          kept: used,
          keptRows: records.rows,
          read: rowsRead([], [], 0, true),
        }
      : { records, kept }),
    ...(base && {
      ...(own && { identities: own }),
      earlier: { dir: base.dir, facts: base.facts },
    }),
  };
};

const writeStreams = async (
  { engine, dir, now }: StepTools,
  input: DatasetInput,
  rows: DatasetRows,
  counted: KeptRows & { own?: Relation },
  scratch: string,
): Promise<WrittenEvents> => {
  const { base, streams } = rows;
  const source = eventSource(input, rows, counted, scratch, now);
  const { wholeFile, holders } = counted.log ?? {};
  if (wholeFile && holders)
    return adoptEvents(engine, dir, source, streams[0]!.stream, { wholeFile, holders });
  for (const { stream } of base ? streams.filter(({ mapped }) => !isJoined(mapped)) : [])
    await linkParts(datasetFiles(base!.dir).events(stream.name), datasetFiles(dir).events(stream.name));
  return writeEvents(engine, dir, source, streams);
};
