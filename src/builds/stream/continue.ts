// Continuation of a stream: where its datasets only added events since the previous build, these are sorted
// and added as a part. The parts are sorted together once they are a tenth of all. For people who were merged, split
// or left out, and for people whose known events changed, all of their events are laid over the others. Everything
// else needs all events again.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { StreamProperty } from "../../domain/data/dataset-findings.js";
import type { StreamResult } from "../../domain/data/stream.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  hasReplaced,
  keysApart,
  linkLayer,
  linkLayered,
  linkParts,
  partFile,
  partsOf,
  replacedKeys,
  replaceInParts,
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
import { allRows, inFiles, resultOf, rowsAmong, rowsWithout, unionOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  addedSummary,
  anyTime,
  distinctPersons,
  type EmittedEvents,
  earliestChange,
  eventRange,
  newcomersWithEvents,
  noStreamEvents,
  ownersChangedSince,
  ownersMoved,
  peopleOfOwners,
  sortedEvents,
  streamEvents,
  streamSummary,
} from "../../warehouse/streams.js";
import { buildOf, readFacts } from "../dataset/read-facts.js";
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
  isAnyAdded: boolean;
  /** Whether events of people lie over others, so that there are other events than those of the parts. */
  isReplaced: boolean;
  /** The earliest event that was there and has changed; null for none. */
  changedSince: EpochSeconds | null;
  /** The events; null for none, and where some that were there have changed. */
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
  const changes = changesOf(input, added);
  const written = { rows, ...(baseFiles && { baseFiles }) };
  const facts: StreamFacts = { version, properties, isDated, datasets, ...written, ...counted, changes };
  await writeFile(streamFiles(dir).facts, JSON.stringify(facts));
};

/** Directories of results are written once, so their names stand for what is in them. */
const changesOf = (input: StreamInput, added: WrittenStream["added"]): StreamChange[] => {
  if (!added) return [{ id: digest(input), since: null }];
  const { changes: before } = added.to;
  const times = [added.isAnyAdded ? (added.oldest ?? anyTime) : null, added.changedSince].filter(
    (time) => time !== null,
  );
  if (times.length === 0) return before;
  const since = Math.min(...times);
  return [...before, { id: digest([before.at(-1), input]), since: since === anyTime ? null : since }];
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
  changed: ChangedPeople;
}

/** People whose events are read again. */
interface ChangedPeople {
  /** person_id, each once. */
  people: Relation;
  /** See `AddedEvents`. */
  since: EpochSeconds | null;
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
  const changed = await changedPeople(engine, dir, facts, sources, input);
  return changed && { dir, facts, changed };
};

/**
 * How many parts of a dataset have the events of `known` ones. The name of a part says what those before it are,
 * so the last one decides; several may have become one since. 0 where they are others.
 */
const partsKnown = ({ parts }: { parts: readonly string[] }, now: Source): number =>
  parts.length === 0 ? 0 : now.parts.indexOf(parts.at(-1)!) + 1;

/** With more people whose events are read again, all events are sorted. */
const maxChangedShare = 0.05;

/**
 * People who lost or gained an event of the previous build, or whose event changed, and people who are new and have
 * events besides the added ones. Null for too many.
 */
const changedPeople = async (
  engine: Engine,
  dir: string,
  { datasets, totals }: StreamFacts,
  sources: readonly Source[],
  { name, peopleDir }: StreamInput,
): Promise<ChangedPeople | null> => {
  const [kept, current] = [keptPersons(dir), peopleFiles(peopleDir).persons];
  const apart = await keysApart(kept, current, "identity_key");
  const amongApart = (persons: Relation): Relation =>
    apart ? rowsAmong(persons, apart, "identity_key") : persons;
  const [before, now] = [amongApart(relation(kept)), amongApart(relation(current))];
  const owners = await engine.createTable("changed_owner", ownersMoved(before, now));
  for (const [i, source] of sources.entries()) {
    const { dataset } = source;
    const state = readStateFiles(dataset.dir);
    const events = datasetFiles(dataset.dir).events(name);
    const known = partsKnown(datasets[i]!, source);
    const newcomers = newcomersWithEvents({
      before,
      now,
      owners: existsSync(state.owners(name)) ? withParts(state.owners(name)) : null,
      events: relation(events),
      added: partsOf(events).length > known ? eventsOfParts(events, known) : null,
    });
    await engine.insert(owners, newcomers);
    if (existsSync(state.changed(name)))
      await engine.insert(
        owners,
        ownersChangedSince(inFiles(state.changed(name)), buildOf(source.parts[known - 1]!)),
      );
  }
  const { since } = await engine.row<{ since: EpochSeconds | null }>(earliestChange(owners));
  const people = await engine.createTable(
    "changed_person",
    peopleOfOwners(owners, relation(kept), relation(current)),
  );
  const isFew = (await engine.count(people)) <= Math.max(1000, maxChangedShare * totals.people_count);
  return isFew ? { people, since } : null;
};

const addEvents = async (
  stream: StreamToWrite,
  sources: readonly Source[],
  { dir: from, facts, changed }: Previous,
  tools: StepTools,
): Promise<Omit<AddedEvents, "to" | "summary"> & WrittenEvents> => {
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
  const isAnyChanged = (await engine.count(changed.people)) > 0;
  const changes = { changedSince: changed.since, isReplaced: isAnyChanged || hasReplaced(before.events) };
  if (emitted.length === 0 && !isAnyChanged) {
    await linkParts(before.events, files.events);
    await linkLayer(before.events, files.events);
    if (isDated) await linkLayered(before.summary, files.summary);
    return {
      rows: facts.rows,
      ...kept,
      ...changes,
      isAnyAdded: false,
      oldest: null,
      newest: null,
      events: null,
    };
  }
  const persons = relation(peopleFiles(input.peopleDir).persons);
  const added = await engine.createTable(
    "added_event",
    emitted.length === 0 ? noStreamEvents(properties) : streamEvents(emitted, properties, persons),
  );
  const { rows, ...range } = await engine.row<TimeRange & { rows: number }>(eventRange(added));
  const laid = await layEvents(stream, { previous: before.events, changed, added, persons }, tools);
  const [base = 0, ...parts] = facts.rows;
  const found = { ...range, ...changes, isAnyAdded: rows > 0, events: laid ? null : added };
  if (sum(parts) + rows + (laid?.rows ?? 0) > maxAddedShare * base) {
    const pushed = await sortOnCluster(stream, tools);
    if (pushed) return { ...asWritten(pushed), ...found, isReplaced: true };
    if (isDated) await addToSummary(engine, laid?.others ?? added, laid, before.summary, files.summary);
    const old = relation(before.events);
    const all = laid
      ? unionOf(rowsWithout(old, laid.people, "person_id"), laid.others, laid.events)
      : unionOf(old, added);
    const sorted = await engine.writeParquet(sortedEvents(all, properties), files.events);
    return { rows: [sorted], ...found };
  }
  if (isDated) await addToSummary(engine, laid?.others ?? added, laid, before.summary, files.summary);
  const ofBase = facts.baseFiles ?? 1;
  const isFull = facts.rows.length >= maxParts;
  const part = partFile(files.events, isFull ? ofBase : ofBase - 1 + facts.rows.length);
  await mkdir(path.dirname(part), { recursive: true });
  await linkParts(before.events, files.events, isFull ? ofBase : undefined);
  const own = laid?.others ?? added;
  const later = isFull ? unionOf(inFiles(partsOf(before.events).slice(ofBase)), own) : own;
  const written = await engine.writeParquet(sortedEvents(later, properties), part);
  const of = { previous: before.events, file: files.events, key: "person_id" };
  await replaceInParts(
    engine,
    of,
    laid?.people ?? changed.people,
    sortedEvents(laid?.events ?? own, properties),
  );
  return {
    rows: isFull ? [base, written] : [...facts.rows, written],
    ...kept,
    ...found,
  };
};

interface LaidEvents {
  people: Relation;
  /** All events of these people, and their number. */
  events: Relation;
  rows: number;
  /** The added events of others. */
  others: Relation;
}

/** Events of changed people, and of those who have added ones and already lie over the others; null for nobody. */
const layEvents = async (
  { properties, input }: StreamToWrite,
  {
    previous,
    changed,
    added,
    persons,
  }: { previous: string; changed: ChangedPeople; added: Relation; persons: Relation },
  { engine }: StepTools,
): Promise<LaidEvents | null> => {
  const over = rowsAmong(replacedKeys(previous, "person_id"), added, "person_id");
  const people = await engine.createTable("laid_person", distinctPersons([changed.people, over]));
  if ((await engine.count(people)) === 0) return null;
  const theirs = rowsAmong(persons, people, "person_id");
  const emitted = input.datasets.map((dataset) => emittedBy(dataset, input.name, 0));
  const events = await engine.createTable("laid_event", streamEvents(emitted, properties, theirs));
  return {
    people,
    events,
    rows: await engine.count(events),
    others: rowsWithout(added, people, "person_id"),
  };
};

/** `added`: events of people besides `laid` ones. */
const addToSummary = async (
  engine: Engine,
  added: Relation,
  laid: LaidEvents | null,
  previous: string,
  file: string,
): Promise<void> => {
  const later = await engine.createTable("later_summary", streamSummary(added));
  const into = { previous, file, key: "person_id" };
  const rows = addedSummary(relation(previous), later);
  if (!laid) return replaceRows(engine, into, later, rows);
  const own = await engine.createTable("laid_summary", streamSummary(laid.events));
  const touched = await engine.createTable("touched_person", distinctPersons([later, laid.people]));
  await replaceRows(engine, into, touched, allRows(unionOf(resultOf(rows), own)));
};

const readStreamFacts = async (dir: string): Promise<StreamFacts | null> => {
  const { facts } = streamFiles(dir);
  return existsSync(facts) ? (JSON.parse(await readFile(facts, "utf8")) as StreamFacts) : null;
};

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
