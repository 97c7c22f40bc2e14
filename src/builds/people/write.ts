// Delivered files of a people build: persons, people and links. With a list of affected records only changed
// people are written, as a layer over the files of the previous build.

import { existsSync } from "node:fs";
import { identityFields } from "../../domain/data/dataset.js";
import { limits } from "../../domain/resource/limits.js";
import type { Engine } from "../../warehouse/engine.js";
import { replaceRows } from "../../warehouse/layers.js";
import { nearRows } from "../../warehouse/matching/scored-pairs.js";
import { personSizes } from "../../warehouse/persons/findings.js";
import { keysOf, knownFields, writtenIdentities } from "../../warehouse/persons/identities.js";
import { matches } from "../../warehouse/persons/links.js";
import {
  changedPeople,
  changedRecords,
  linkKeys,
  numberedAmong,
  people,
  personRows,
  persons,
  rootsOf,
  suppressedRoots,
} from "../../warehouse/persons/persons.js";
import { type Excluded, registeredIds } from "../../warehouse/persons/registry.js";
import { stateFiles, stateRelations } from "../../warehouse/persons/resolution-state.js";
import { nearPairs, peopleFiles, relation } from "../../warehouse/relations.js";
import { allRows, rowsAmong } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import { type Registry, writeRegistry } from "./person-ids.js";
import type { PreviousBuild, ResolutionSources } from "./resolution-input.js";
import type { Resolution } from "./resolve.js";

export interface WrittenPeople {
  /** See `personSizes`. */
  sizes: Relation;
  /**
   * Records now and in the previous build, of changed people at least: identity_key, person_id. Null for the
   * first build.
   */
  changing: { persons: Relation; previous: Relation } | null;
}

export const writePeople = async (
  engine: Engine,
  sources: ResolutionSources,
  resolution: Resolution,
  excluded: Excluded | null,
  now: number,
): Promise<WrittenPeople> => {
  const { affected } = resolution;
  const { previous } = resolution.input;
  const written =
    affected && previous
      ? await writeChanged(engine, sources, { ...resolution, affected, previous }, now)
      : await writeAll(engine, sources, resolution, now);
  await writeRegistry(engine, sources, resolution.registry, { ...written, excluded }, now);
  await writeNear(engine, sources, resolution);
  return written;
};

/** After the people: pairs of two people come first. */
const writeNear = async (
  engine: Engine,
  { dir, previousDir }: ResolutionSources,
  { near, input: { numbered, previous } }: Resolution,
): Promise<void> => {
  const { persons, near: file } = peopleFiles(dir);
  const before = nearPairs(previous ? previousDir : null);
  const rows = near
    ? nearRows(near, numbered, relation(persons), before, limits.nearPairs.is)
    : allRows(nearPairs(null));
  await engine.writeParquet(rows, file);
};

const writeAll = async (
  engine: Engine,
  { identities, previousDir, keepsState, dir }: ResolutionSources,
  { input: { numbered, identified }, links, clusters, registry }: Resolution,
  now: number,
): Promise<WrittenPeople> => {
  const files = peopleFiles(dir);
  const previous = previousDir === null ? null : peopleFiles(previousDir);
  const persons = await stagePersons(engine, { numbered, identified, clusters }, registry.rows);
  await engine.writeParquet(personRows(persons), files.persons);
  const known = await knownFields(engine, identities);
  const written = writtenIdentities(identities, numbered);
  await engine.writeParquet(people(written, numbered, persons, known), files.people);
  const previousMatches = previous && existsSync(previous.matches) ? relation(previous.matches) : null;
  await engine.writeParquet(matches(links, numbered, persons, previousMatches, now), files.matches);
  const sizes = await engine.createTable("person_size", personSizes(persons));
  if (keepsState) await engine.writeParquet(allRows(sizes), stateFiles(dir).sizes);
  return { sizes, changing: previous && { persons, previous: relation(previous.persons) } };
};

interface ClusteredIdentities {
  numbered: Relation;
  identified: Relation;
  /** See `warehouse/persons/persons.ts`. */
  clusters: Relation;
}

/** Stages `persons` of these identities, without the people on a suppression or deletion list. */
const stagePersons = async (
  engine: Engine,
  { numbered, identified, clusters }: ClusteredIdentities,
  registry: Relation,
): Promise<Relation> => {
  const roots = await engine.createTable("root", rootsOf(numbered, clusters));
  const suppressed = await engine.createTable("suppressed", suppressedRoots(numbered, roots));
  const ids = await engine.createTable("registered_id", registeredIds(identified, roots, registry));
  return engine.createTable("person", persons(identified, roots, suppressed, ids));
};

/** A resolution of which only the affected nodes (node) count. */
export interface AffectedResolution extends Pick<Resolution, "links" | "clusters"> {
  registry: Pick<Registry, "rows">;
  input: Pick<Resolution["input"], "numbered" | "identified">;
  affected: Relation;
  previous: Pick<PreviousBuild, "dir" | "removed">;
}

interface IncrementalResolution extends AffectedResolution {
  previous: PreviousBuild;
}

const writeChanged = async (
  engine: Engine,
  { identities, dir }: ResolutionSources,
  resolution: IncrementalResolution,
  now: number,
): Promise<WrittenPeople> => {
  const { previous } = resolution;
  const [files, filesBefore] = [layeredFiles(dir), layeredFiles(previous.dir)];
  const writeLayer = (name: keyof typeof files, key: string, { replaced, rows }: Replacement) => {
    const into = { previous: filesBefore[name], file: files[name], key, isWhole: previous.isAnyRemoved };
    return replaceRows(engine, into, replaced, rows);
  };
  const changes = await stageChangedPeople(engine, identities, resolution, now);
  await writeLayer("persons", "identity_key", changes.persons);
  await writeLayer("people", "person_id", changes.people);
  await writeLayer("matches", "left_key", changes.matches);
  const { people, changing } = changes;
  const rows = personSizes(changing.persons);
  await writeLayer("sizes", "person_id", { replaced: people.replaced, rows });
  return {
    sizes: await engine.createTable("person_size", allRows(stateRelations(dir).sizes)),
    changing,
  };
};

/** Rows that take the place of those with the `replaced` keys (one column). */
export interface Replacement {
  replaced: Relation;
  rows: Sql;
}

export interface ChangedPeople {
  persons: Replacement;
  people: Replacement;
  matches: Replacement;
  /** See `WrittenPeople`. */
  changing: { persons: Relation; previous: Relation };
}

/** The affected people as they differ from the previous build. */
export const stageChangedPeople = async (
  engine: Engine,
  identities: readonly Relation[],
  resolution: AffectedResolution,
  now: number,
): Promise<ChangedPeople> => {
  const { links, previous } = resolution;
  const { numbered, persons, keys, personsBefore } = await stageAffectedPersons(engine, resolution);
  const records = await engine.createTable("changed_record", changedRecords(persons, personsBefore));
  const changed = await engine.createTable("changed_person", changedPeople(records));
  const ranked = await engine.createTable("changed_numbered", numberedAmong(numbered, persons, changed));
  const matchesBefore = relation(peopleFiles(previous.dir).matches);
  return {
    persons: { replaced: records, rows: personRows(rowsAmong(persons, records, "identity_key")) },
    people: {
      replaced: changed,
      rows: people(writtenIdentities(identities, ranked), ranked, persons, identityFields),
    },
    matches: {
      replaced: linkKeys(keys),
      rows: matches(links, numbered, persons, matchesBefore, now),
    },
    changing: {
      persons: rowsAmong(persons, changed, "person_id"),
      previous: rowsAmong(personsBefore, changed, "person_id"),
    },
  };
};

const layeredFiles = (dir: string) => ({ ...peopleFiles(dir), sizes: stateFiles(dir).sizes });

/**
 * `numbered` and `persons` of the affected identities; `keys` of these and of removed ones (identity_key);
 * `personsBefore`, the rows of the previous build with these keys.
 */
const stageAffectedPersons = async (
  engine: Engine,
  { input, clusters, affected, previous, registry }: AffectedResolution,
) => {
  const affectedOf = (rows: Relation) => rowsAmong(rows, affected, "node");
  const numbered = await engine.createTable("affected_numbered", affectedOf(input.numbered));
  const keys = await engine.createTable("affected_key", keysOf(numbered, previous.removed));
  const before = rowsAmong(relation(peopleFiles(previous.dir).persons), keys, "identity_key");
  return {
    numbered,
    persons: await stagePersons(
      engine,
      { numbered, identified: affectedOf(input.identified), clusters },
      registry.rows,
    ),
    keys,
    personsBefore: await engine.createTable("person_before", before),
  };
};
