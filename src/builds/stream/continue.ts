// Continuation of a stream: where its datasets only added events since the previous build, these are sorted
// and added as a part. The parts are sorted together once they are a tenth of all. People who were merged,
// split or left out, and everything else that changes events that are there, need all events again.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { StreamProperty } from "../../domain/data/dataset-findings.js";
import type { StreamResult } from "../../domain/data/stream.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  keysApart,
  linkLayered,
  linkParts,
  partFile,
  partsOf,
  replaceRows,
  withParts,
} from "../../warehouse/layers.js";
import {
  datasetFiles,
  eventsOfParts,
  keptPersons,
  peopleFiles,
  readStateFiles,
  relation,
  streamFiles,
} from "../../warehouse/relations.js";
import { inFiles, rowsAmong, unionOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  addedSummary,
  type EmittedEvents,
  eventRange,
  newcomersWithEvents,
  personsMoved,
  sortedEvents,
  streamEvents,
  streamSummary,
} from "../../warehouse/streams.js";
import { readFacts } from "../dataset/read-facts.js";
import { digest } from "../kind/digest.js";
import type { StepTools } from "../kind/kind.js";
import type { StreamInput, StreamToWrite } from "./input.js";
import { type StreamBase, sortOnCluster } from "./push.js";

/** Facts that a build leaves for the next. Stored as JSON. */
interface StreamFacts {
  version: number;
  properties: readonly StreamProperty[];
  isDated: boolean;
  /** The parts of each dataset's events; see `ReadFacts`. */
  datasets: { id: string; parts: string[] }[];
  /** Events of the base and of each part. */
  rows: number[];
  /** Files of the base, the last of which are parts to a reader; 1 if absent. */
  baseFiles?: number;
  months: EventsOfMonth[];
  totals: StreamTotals;
  changes: StreamChange[];
}

export type StreamTotals = Pick<StreamResult, "event_count" | "people_count" | "oldest" | "newest">;

/**
 * Change of one build. Each build lists those of the builds that it continues, so that a reader finds what
 * has changed since.
 */
interface StreamChange {
  /** Fingerprint of everything that the build and those before it were made from. */
  id: string;
  /** The oldest event that it added; null: any event may have changed. */
  since: EpochSeconds | null;
}

export type EventsOfMonth = NonNullable<StreamResult["events_by_month"]>[number];

const maxAddedShare = 0.1;
/** With more of them, all but the base become one. */
const maxParts = 24;

/** The events as they were written. */
export interface WrittenStream extends Pick<StreamFacts, "rows" | "baseFiles"> {
  sources: readonly Source[];
  /** Null: all events were sorted. */
  added: AddedEvents | null;
}

interface AddedEvents extends TimeRange {
  /** Facts of the previous build. */
  to: Pick<StreamFacts, "rows" | "months" | "totals" | "changes">;
  /** The events; null for none. */
  events: Relation | null;
  /** The previous build's summary; null without dates. */
  summary: Relation | null;
}

type TimeRange = {
  /** Null: no event was added, or the stream has no dates. */
  oldest: EpochSeconds | null;
  newest: EpochSeconds | null;
};

/** Writes the events and their summary, from the previous build where that is possible. */
export const writeStream = async (stream: StreamToWrite, tools: StepTools): Promise<WrittenStream> => {
  const sources = await sourcesOf(stream.input);
  const previous = await findPrevious(stream, sources, tools.engine);
  if (!previous) return { sources, ...(await writeAll(stream, tools)), added: null };
  const { rows, baseFiles, ...added } = await addEvents(stream, sources, previous, tools);
  const summary = stream.isDated ? relation(streamFiles(previous.dir).summary) : null;
  return { sources, rows, ...(baseFiles && { baseFiles }), added: { ...added, to: previous.facts, summary } };
};

/** Keeps what the next build continues from. */
export const keepStream = async (
  { properties, isDated, input }: StreamToWrite,
  { sources, rows, baseFiles, added }: WrittenStream,
  counted: Pick<StreamFacts, "months" | "totals">,
  dir: string,
): Promise<void> => {
  if (sources.some(({ parts }) => parts.length === 0)) return;
  const persons = keptPersons(dir);
  await mkdir(path.dirname(persons), { recursive: true });
  await linkLayered(peopleFiles(input.peopleDir).persons, persons);
  const datasets = sources.map(({ dataset: { id }, parts }) => ({ id, parts }));
  const version = input.version ?? 0;
  const changes = changesOf(input, added, rows);
  const written = { rows, ...(baseFiles && { baseFiles }) };
  const facts: StreamFacts = { version, properties, isDated, datasets, ...written, ...counted, changes };
  await writeFile(streamFiles(dir).facts, JSON.stringify(facts));
};

/** Directories of results are written once, so their names stand for what is in them. */
const changesOf = (
  input: StreamInput,
  added: WrittenStream["added"],
  rows: readonly number[],
): StreamChange[] => {
  if (!added) return [{ id: digest(input), since: null }];
  const { changes: before } = added.to;
  const isAnyAdded = sum(rows) > sum(added.to.rows);
  return isAnyAdded ? [...before, { id: digest([before.at(-1), input]), since: added.oldest }] : before;
};

/** The last change of a stream; null where a later build cannot tell what it has changed. */
export const lastChange = async (dir: string): Promise<string | null> =>
  (await readStreamFacts(dir))?.changes?.at(-1)?.id ?? null;

/** Whether the events before a time are those that they were at an earlier change. */
export const isUnchangedBefore = async (
  dir: string,
  time: EpochSeconds,
  change: string,
): Promise<boolean> => {
  const { changes = [] } = (await readStreamFacts(dir)) ?? {};
  const known = changes.findIndex(({ id }) => id === change);
  return known >= 0 && changes.slice(known + 1).every(({ since }) => since !== null && since >= time);
};

type Dataset = StreamInput["datasets"][number];

/** The parts of a dataset's events; none where it does not know them. */
interface Source {
  dataset: Dataset;
  parts: string[];
}

const sourcesOf = ({ datasets }: StreamInput): Promise<Source[]> =>
  Promise.all(
    datasets.map(async (dataset) => ({ dataset, parts: (await readFacts(dataset.dir))?.parts ?? [] })),
  );

type WrittenEvents = Pick<StreamFacts, "rows" | "baseFiles">;

const writeAll = async (stream: StreamToWrite, tools: StepTools): Promise<WrittenEvents> => {
  const pushed = await sortOnCluster(stream, tools);
  if (pushed) return asWritten(pushed);
  const { properties, isDated, input } = stream;
  const { engine, dir } = tools;
  const files = streamFiles(dir);
  const emitted = input.datasets.map((dataset) => emittedBy(dataset, input.name, 0));
  const persons = relation(peopleFiles(input.peopleDir).persons);
  const rows = await engine.writeParquet(streamEvents(emitted, properties, persons), files.events);
  if (isDated) await engine.writeParquet(streamSummary(relation(files.events)), files.summary);
  return { rows: [rows] };
};

const asWritten = ({ rows, files }: StreamBase): WrittenEvents => ({ rows: [rows], baseFiles: files });

/** The events of a dataset, without its first parts. */
const emittedBy = (dataset: Dataset, stream: string, from: number): EmittedEvents => ({
  events: eventsOfParts(datasetFiles(dataset.dir).events(stream), from),
  properties: dataset.summary.properties,
});

interface Previous {
  dir: string;
  facts: StreamFacts;
}

/** Null where all events have to be sorted. */
const findPrevious = async (
  { properties, isDated, input }: StreamToWrite,
  sources: readonly Source[],
  engine: Engine,
): Promise<Previous | null> => {
  const dir = input.previousDir ?? null;
  const facts = dir && (await readStreamFacts(dir));
  if (!dir || !facts || facts.version !== (input.version ?? 0) || facts.isDated !== isDated) return null;
  if (JSON.stringify(facts.properties) !== JSON.stringify(properties)) return null;
  const isAdded =
    facts.datasets.length === sources.length &&
    facts.datasets.every(
      (known, i) => known.id === sources[i]!.dataset.id && partsKnown(known, sources[i]!) > 0,
    );
  if (!isAdded) return null;
  return (await areOthersUntouched(engine, dir, facts, sources, input)) ? { dir, facts } : null;
};

/**
 * How many parts of a dataset have the events of `known` ones. The name of a part says what those before it are,
 * so the last one decides; several may have become one since. 0 where they are others.
 */
const partsKnown = ({ parts }: { parts: readonly string[] }, now: Source): number =>
  parts.length === 0 ? 0 : now.parts.indexOf(parts.at(-1)!) + 1;

/** Whether every event of the previous build is still the same person's, and no other event has become somebody's. */
const areOthersUntouched = async (
  engine: Engine,
  dir: string,
  { datasets }: StreamFacts,
  sources: readonly Source[],
  { name, peopleDir }: StreamInput,
): Promise<boolean> => {
  const [kept, current] = [keptPersons(dir), peopleFiles(peopleDir).persons];
  const apart = await keysApart(kept, current, "identity_key");
  const amongApart = (persons: Relation): Relation =>
    apart ? rowsAmong(persons, apart, "identity_key") : persons;
  const [before, now] = [amongApart(relation(kept)), amongApart(relation(current))];
  const { moved } = await engine.row<{ moved: number }>(personsMoved(before, now));
  if (moved > 0) return false;
  for (const [i, source] of sources.entries()) {
    const { dataset } = source;
    const owners = withParts(readStateFiles(dataset.dir).owners(name));
    const events = datasetFiles(dataset.dir).events(name);
    const known = partsKnown(datasets[i]!, sources[i]!);
    const newcomers = newcomersWithEvents({
      before,
      now,
      owners,
      added: partsOf(events).length > known ? eventsOfParts(events, known) : null,
    });
    const { found } = await engine.row<{ found: number }>(newcomers);
    if (found > 0) return false;
  }
  return true;
};

const addEvents = async (
  stream: StreamToWrite,
  sources: readonly Source[],
  { dir: from, facts }: Previous,
  tools: StepTools,
): Promise<Pick<AddedEvents, "oldest" | "newest" | "events"> & WrittenEvents> => {
  const { properties, isDated, input } = stream;
  const { engine, dir } = tools;
  const kept = facts.baseFiles && { baseFiles: facts.baseFiles };
  const [before, files] = [streamFiles(from), streamFiles(dir)];
  const emitted = sources.flatMap((source, i) => {
    const { dataset } = source;
    const known = partsKnown(facts.datasets[i]!, source);
    const parts = partsOf(datasetFiles(dataset.dir).events(input.name)).length;
    return parts > known ? [emittedBy(dataset, input.name, known)] : [];
  });
  if (emitted.length === 0) {
    await linkParts(before.events, files.events);
    if (isDated) await linkLayered(before.summary, files.summary);
    return { rows: facts.rows, ...kept, oldest: null, newest: null, events: null };
  }
  const persons = relation(peopleFiles(input.peopleDir).persons);
  const added = await engine.createTable("added_event", streamEvents(emitted, properties, persons));
  const { rows, ...range } = await engine.row<TimeRange & { rows: number }>(eventRange(added));
  const [base = 0, ...parts] = facts.rows;
  if (sum(parts) + rows > maxAddedShare * base) {
    const pushed = await sortOnCluster(stream, tools);
    if (pushed) return { ...asWritten(pushed), ...range, events: added };
    if (isDated) await addToSummary(engine, added, before.summary, files.summary);
    const all = unionOf(withParts(before.events), added);
    const sorted = await engine.writeParquet(sortedEvents(all, properties), files.events);
    return { rows: [sorted], ...range, events: added };
  }
  if (isDated) await addToSummary(engine, added, before.summary, files.summary);
  const ofBase = facts.baseFiles ?? 1;
  const part = partFile(files.events, facts.rows.length < maxParts ? ofBase - 1 + facts.rows.length : ofBase);
  await mkdir(path.dirname(part), { recursive: true });
  if (facts.rows.length < maxParts) {
    await linkParts(before.events, files.events);
    await engine.writeParquet(sortedEvents(added, properties), part);
    return { rows: [...facts.rows, rows], ...kept, ...range, events: added };
  }
  const later = inFiles(partsOf(before.events).slice(ofBase));
  await linkParts(before.events, files.events, ofBase);
  await engine.writeParquet(sortedEvents(unionOf(later, added), properties), part);
  return { rows: [base, sum(parts) + rows], ...kept, ...range, events: added };
};

const addToSummary = async (
  engine: Engine,
  added: Relation,
  previous: string,
  file: string,
): Promise<void> => {
  const later = await engine.createTable("later_summary", streamSummary(added));
  const rows = addedSummary(relation(previous), later);
  await replaceRows(engine, { previous, file, key: "person_id" }, later, rows);
};

const readStreamFacts = async (dir: string): Promise<StreamFacts | null> => {
  const { facts } = streamFiles(dir);
  return existsSync(facts) ? (JSON.parse(await readFile(facts, "utf8")) as StreamFacts) : null;
};

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
