// Archive of a person, for who asks what is known of them. It has their own data alone: of a row that names several
// people, the columns that say who the others are stay empty.

import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import { identityFields } from "../../domain/data/dataset.js";
import type { ArchiveKind, ArchiveRequest, PersonArchive } from "../../domain/kinds/person-archive.js";
import { listDecisions } from "../../domain/people/decisions.js";
import type { PersonEvent } from "../../domain/people/person.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { findColumn } from "../../warehouse/ingest/columns.js";
import { placedRows } from "../../warehouse/ingest/left-out-rows.js";
import { setUpReading } from "../../warehouse/ingest/read.js";
import { predecessorsIn } from "../../warehouse/persons/lineage.js";
import {
  formerIdsOf,
  recordsEver,
  rowsOfRecords,
  shownValue,
  traitsOfPerson,
} from "../../warehouse/persons/person-archive.js";
import { recordKeys, recordsOf } from "../../warehouse/persons/person-queries.js";
import {
  cohortFiles,
  peopleFiles,
  recommenderFiles,
  relation,
  targetFiles,
} from "../../warehouse/relations.js";
import { inFiles, rowsOfPerson } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { DatasetInput } from "../dataset/input.js";
import { planOutput } from "../dataset/output-plan.js";
import { sourceOf } from "../dataset/sources/registry.js";
import { described } from "../target/step.js";
import { inOwnDirectory } from "./own-directory.js";
import { fieldsOf, type PeopleQueries, personIdOf } from "./person.js";
import { eventsOf } from "./person-events.js";
import { scoresOf } from "./person-scores.js";
import type { ArchiveSources } from "./sources.js";

type Line = { kind: ArchiveKind } & Record<string, unknown>;

interface Tools extends PeopleQueries {
  id: bigint;
  of: ArchiveSources;
}

/** Null for an unknown person. */
export const writeArchive = async (
  { id: key, now }: ArchiveRequest,
  queries: PeopleQueries,
  of: ArchiveSources,
): Promise<PersonArchive | null> => {
  const id = await personIdOf(key, queries);
  if (id === null) return null;
  const { outDir: dir } = of;
  return inOwnDirectory(dir, async () => {
    const name = `person-${id}.jsonl`;
    const file = path.join(dir, name);
    const counts = await writeLines(linesOf({ ...queries, id, of }, now), file);
    return { dir, path: file, name, counts, ...(await described(file)) };
  });
};

const writeLines = async (lines: AsyncIterable<Line>, file: string): Promise<PersonArchive["counts"]> => {
  const counts: PersonArchive["counts"] = {};
  const written = createWriteStream(file);
  for await (const line of lines) {
    counts[line.kind] = (counts[line.kind] ?? 0) + 1;
    if (!written.write(`${JSON.stringify(line)}\n`)) await once(written, "drain");
  }
  written.end();
  await finished(written);
  return counts;
};

const linesOf = async function* (tools: Tools, now: EpochMs): AsyncGenerator<Line> {
  const { engine, id, of, aliases } = tools;
  const former = await engine.rows<{ id: string }>(formerIdsOf(aliases, id));
  yield {
    kind: "archive",
    person_id: String(id),
    former_ids: former.map((row) => row.id),
    made_at: instant(now),
    data_through: moment(of.account.dataThrough),
  };
  yield* records(tools);
  yield* traits(tools);
  yield* events(tools);
  yield* predictions(tools);
  yield* memberships(tools);
  yield* decided(tools);
  yield* rows(tools);
};

const records = async function* ({ engine, id, of, identities, persons }: Tools): AsyncGenerator<Line> {
  const name = (i: string) => of.rows.find((dataset) => dataset.id === of.datasets[Number(i)]!.id)?.name;
  for (const row of await engine.rows<RecordRow>(recordsOf(identities, persons, id)))
    yield {
      kind: "record",
      record_id: row.id,
      fields: fieldsOf(row),
      datasets: row.sources === "" ? [] : row.sources.split(",").map(name),
      first_seen_at: instant(row.first_seen),
    };
};

type RecordRow = Row & { id: string; first_seen: number; sources: string };

const traits = async function* ({ engine, id, of: { peopleDir } }: Tools): AsyncGenerator<Line> {
  const { traits: file } = peopleFiles(peopleDir);
  if (!existsSync(file)) return;
  for (const { trait, value } of await engine.rows(traitsOfPerson(inFiles(file), id)))
    yield { kind: "trait", trait, value };
};

const eventsAtOnce = 1000;

/** Newest first. */
const events = async function* (tools: Tools): AsyncGenerator<Line> {
  const { account, streamNames } = tools.of;
  let from: Parameters<typeof eventsOf>[0]["from"] = null;
  do {
    const page = await eventsOf({ id: String(tools.id), from, limit: eventsAtOnce }, tools, account);
    for (const event of page!.events) yield eventLine(event, streamNames);
    from = page!.next;
  } while (from !== null);
};

const eventLine = (
  { stream, time, value, properties }: PersonEvent,
  names: ArchiveSources["streamNames"],
): Line => ({
  kind: "event",
  stream,
  stream_name: names[stream],
  time: time === null ? null : moment(time),
  value,
  properties,
});

const predictions = async function* (tools: Tools): AsyncGenerator<Line> {
  const found = await scoresOf({ id: String(tools.id) }, tools, tools.of);
  for (const { scope, outcomes, personas, location, scoredThrough } of found ?? []) {
    for (const { id, name, status, probability, percentile, past, reasons } of outcomes)
      yield {
        kind: "score",
        pipeline: scope,
        prediction: { id, name },
        status,
        probability,
        percentile,
        reasons: reasons?.map(({ sentence }) => sentence) ?? [],
        scored_through: moment(scoredThrough),
        past: past.map((each) => ({
          built_at: instant(each.builtAt),
          scored_through: moment(each.scoredThrough),
          probability: each.probability,
        })),
      };
    for (const { setId, setName, personaId, personaName } of personas)
      yield {
        kind: "persona",
        persona_set: { id: setId, name: setName },
        persona: { id: personaId, name: personaName },
      };
    if (location) {
      const { atlasId: atlas_id, referenceKey: reference_key, name, distance } = location;
      yield { kind: "location", pipeline: scope, atlas_id, name, reference_key, distance };
    }
  }
};

const memberships = async function* ({ engine, id, of }: Tools): AsyncGenerator<Line> {
  const rowOf = async (people: Relation) => (await engine.rows(rowsOfPerson(people, id)))[0];
  for (const { id: cohort_id, name, dir } of of.cohorts)
    if (await rowOf(relation(cohortFiles(dir).members))) yield { kind: "cohort", id: cohort_id, name };
  for (const { id: recommender_id, name, dir } of of.recommenders) {
    const row = await rowOf(relation(recommenderFiles(dir).recommendations));
    if (!row) continue;
    const { person_id: _, ...ranks } = row;
    const items = Object.values(ranks).filter((item) => item !== null);
    yield { kind: "recommendation", recommender: { id: recommender_id, name }, items };
  }
  for (const { id: target_id, name, dir, columns } of of.lists) {
    const { rows: file } = targetFiles(dir);
    const row = existsSync(file) ? await rowOf(inFiles(file)) : undefined;
    if (!row) continue;
    const values = Object.fromEntries(columns.map((column, i) => [column, row[`c${i}`] ?? null]));
    yield { kind: "list", target: { id: target_id, name }, values };
  }
  for (const { trigger, at, person } of of.reports)
    yield { kind: "report", trigger, reported_at: instant(at), person };
};

/** Lines of the decisions, which name the person's own records alone. */
const decided = async function* ({ engine, id, of, persons }: Tools): AsyncGenerator<Line> {
  const own = new Set((await engine.rows<RecordRow>(recordKeys(persons, [id]))).map((row) => row.id));
  for (const decision of listDecisions(of.decisions)) {
    const of_person = [...decision.records, ...decision.others].filter((record) => own.has(record));
    if (of_person.length > 0)
      yield {
        kind: "decision",
        decision: decision.kind,
        records: of_person,
        made_at: instant(decision.made_at),
      };
  }
};

/** Lines of the rows of each dataset in turn; its tables are dropped before the next. */
const rows = async function* ({ engine, id, of, persons }: Tools): AsyncGenerator<Line> {
  const keysFile = path.join(of.outDir, "records.parquet");
  await engine.writeParquet(recordsEver(persons, predecessorsIn(of.peopleDir), id), keysFile);
  for (const { id: dataset_id, name, input } of of.rows) {
    const dataset = { id: dataset_id, name };
    if (input === null) {
      yield { kind: "rows", dataset, note: "The rows are in a table or bucket of the account's owner." };
      continue;
    }
    const scratch = path.join(of.outDir, "scratch");
    await mkdir(scratch);
    // With people to delete, keys of records are those of their identities, also in a log.
    yield* rowsIn(engine, { ...input, erasedFile: keysFile }, dataset, scratch);
    await rm(scratch, { recursive: true });
  }
  await rm(keysFile);
};

const rowsIn = async function* (
  engine: Engine,
  input: DatasetInput,
  dataset: { id: string; name: string },
  scratch: string,
): AsyncGenerator<Line> {
  await setUpReading(engine);
  const { reader } = sourceOf(input.config.options);
  if (!reader) return;
  const reading = await reader(input, engine, scratch, () => {});
  const { names } = reading;
  const { sets, derived } = planOutput(input, names);
  const { records, files } = await reading.read(derived);
  const keys = inFiles(input.erasedFile!);
  const own = await engine.createTable("row_of_person", rowsOfRecords(records.relation, keys, sets.length));
  const of = await engine.count(own);
  const most = limits.archiveRows.is;
  const shown = shownValue(keys, columnsOfSets(input, names));
  const found = await placedRows(engine, { rows: own, names, files }, shown, most);
  for await (const batch of engine.batches(found))
    for (const { file, line, ...cells } of batch) {
      const values = names.flatMap((name, i) => {
        const value = cells[`c${i}`];
        return value === null || value === undefined ? [] : [[name, value] as const];
      });
      yield { kind: "row", dataset, file, line: Number(line), values: Object.fromEntries(values) };
    }
  if (of > most) yield { kind: "rows", dataset, note: `These are the first ${most} of ${of} rows.` };
};

/** The columns of each identity set. */
const columnsOfSets = ({ config }: DatasetInput, names: readonly string[]): number[][] =>
  Object.values(config.identity_sets).map((set) =>
    identityFields
      .flatMap((field) => set[field] ?? [])
      .map((name) => findColumn(names, name, "identity_sets").index),
  );

const instant = (at: EpochMs): string => new Date(at).toISOString();
const moment = (at: EpochSeconds): string => instant(1000 * at);
