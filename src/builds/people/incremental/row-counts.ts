// Row counts of people: where known identities have further rows, and nothing else has changed, all people
// stay who they are. Only the counts are written, and all else is linked.

import { existsSync } from "node:fs";
import { identityFields } from "../../../domain/data/dataset.js";
import type { Engine } from "../../../warehouse/engine.js";
import { linkAll, linkFile, replaceRows } from "../../../warehouse/layers.js";
import { peopleOfSeveralRecords } from "../../../warehouse/persons/findings.js";
import {
  changedIdentitiesToStore,
  changedNodes,
  keysOf,
  listedAmong,
  writtenIdentities,
} from "../../../warehouse/persons/identities.js";
import {
  numberedAmong,
  people,
  personRows,
  recountedRecords,
  recountedSizes,
} from "../../../warehouse/persons/persons.js";
import { stateFiles, stateRelations } from "../../../warehouse/persons/resolution-state.js";
import { datasetFiles, peopleFiles, relation } from "../../../warehouse/relations.js";
import { allRows, rowsAmong } from "../../../warehouse/rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../resolution-input.js";
import { type MatchModel, type PreviousState, writeStateFacts } from "../state.js";
import type { WrittenPeople } from "../write.js";
import type { IdentityChanges } from "./changes.js";
import { stageConflicts } from "./input.js";

export interface RecountedPeople extends WrittenPeople {
  conflicts: Relation;
  numbered: Relation;
  model: MatchModel | null;
}

/**
 * Null where anything but row counts has changed. Writes the people, and the state for the next build, to the
 * directory of `sources`.
 */
export const recountPeople = async (
  engine: Engine,
  sources: ResolutionSources,
  state: PreviousState,
  changes: IdentityChanges,
): Promise<RecountedPeople | null> => {
  if (!(await areOnlyCountsChanged(engine, sources, state, changes))) return null;
  const { numbered } = changes;
  const before = relation(peopleFiles(state.dir).persons);
  const records = await engine.createTable("recounted", recountedRecords(numbered, before));
  await writeState(engine, sources, state, numbered);
  const sizes = await writeRecounted(engine, sources, state.dir, { numbered, records });
  return {
    sizes,
    changing: { persons: records, previous: records },
    conflicts: await stageConflicts(engine, sources.dir, stateRelations(state.dir).placeholders),
    numbered,
    model: state.model,
  };
};

const areOnlyCountsChanged = async (
  engine: Engine,
  { excluded, decisions, origins, datasetDirs, rowLinks }: ResolutionSources,
  { dir, facts }: PreviousState,
  { added, isAnyRemoved }: IdentityChanges,
): Promise<boolean> => {
  if (excluded !== null || isAnyRemoved) return false;
  if (JSON.stringify(decisions) !== JSON.stringify(facts.decisions)) return false;
  const before = stateFiles(dir);
  const { origins: originsBefore, predecessors, decided } = peopleFiles(dir);
  const stored = [before.registry, before.rowEdges, originsBefore, predecessors];
  if (![...stored, decided].every((file) => existsSync(file))) return false;
  const ancestry = datasetDirs
    .map((own) => datasetFiles(own).predecessors)
    .filter((file) => existsSync(file));
  const rows = [
    added,
    rowLinks,
    ...origins.filter((own) => own !== null),
    ...[...stored, ...ancestry].map(relation),
  ];
  for (const each of [...rows, listedAmong(stateRelations(dir).identities)])
    if ((await engine.count(each)) > 0) return false;
  return true;
};

const writeState = async (
  engine: Engine,
  { dir, decisions }: ResolutionSources,
  state: PreviousState,
  numbered: Relation,
): Promise<void> => {
  await writeStateFacts(dir, { ...state.facts, decisions });
  const { facts: _, identities, sizes, ...others } = stateFiles(dir);
  const before = stateFiles(state.dir);
  for (const [name, file] of Object.entries(others))
    if (existsSync(before[name as keyof typeof others]))
      await linkAll(before[name as keyof typeof others], file);
  const into = { previous: before.identities, file: identities, key: "node" };
  await replaceRows(engine, into, changedNodes(numbered), changedIdentitiesToStore(numbered));
};

/** Returns all sizes. `records`: see `recountedRecords`. */
const writeRecounted = async (
  engine: Engine,
  sources: ResolutionSources,
  previousDir: string,
  { numbered, records }: { numbered: Relation; records: Relation },
): Promise<Relation> => {
  const [files, before] = [peopleFiles(sources.dir), peopleFiles(previousDir)];
  await linkFile(before.matching, files.matching);
  for (const name of ["matches", "origins", "predecessors", "aliases", "gone", "near", "decided"] as const)
    await linkAll(before[name], files[name]);
  const persons = { previous: before.persons, file: files.persons, key: "identity_key" };
  await replaceRows(engine, persons, keysOf(records), personRows(records));
  const { sizes: sizesBefore } = stateRelations(previousDir);
  const sizes = await engine.createTable("recounted_size", recountedSizes(sizesBefore, records));
  const [previous, file] = [stateFiles(previousDir).sizes, stateFiles(sources.dir).sizes];
  await replaceRows(engine, { previous, file, key: "person_id" }, sizes, allRows(sizes));
  await writeShown(engine, sources, previousDir, numbered, sizes);
  return engine.createTable("person_size", allRows(stateRelations(sources.dir).sizes));
};

/** Writes the record to show of each person: of several of one moment, that with the most rows. */
const writeShown = async (
  engine: Engine,
  { identities, dir }: ResolutionSources,
  previousDir: string,
  numbered: Relation,
  sizes: Relation,
): Promise<void> => {
  const [previous, file] = [peopleFiles(previousDir).people, peopleFiles(dir).people];
  const several = await engine.createTable("of_several_records", peopleOfSeveralRecords(sizes));
  if ((await engine.count(several)) === 0) return linkAll(previous, file);
  const own = rowsAmong(relation(peopleFiles(dir).persons), several, "person_id");
  const persons = await engine.createTable("shown_person", own);
  const ranked = await engine.createTable("shown_identity", numberedAmong(numbered, persons, several));
  const rows = people(writtenIdentities(identities, ranked), ranked, persons, identityFields);
  await replaceRows(engine, { previous, file, key: "person_id" }, several, rows);
};
