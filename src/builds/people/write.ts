// People and what holds them together, written. Where few can have changed, those alone are, over those of the build before.

import { existsSync } from "node:fs";
import type { Engine } from "../../warehouse/engine.js";
import { replaceRows, withReplaced } from "../../warehouse/layers.js";
import { personSizes } from "../../warehouse/persons/findings.js";
import { writtenIdentities } from "../../warehouse/persons/identities.js";
import { matches } from "../../warehouse/persons/links.js";
import {
  changedPeople,
  changedRecords,
  numberedAmong,
  people,
  personRows,
  persons,
  personsAmong,
  recordsAmong,
  rootsOf,
  suppressedRoots,
} from "../../warehouse/persons/persons.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { PreviousBuild, ResolutionSources } from "./resolution-input.js";
import type { Resolution } from "./resolve.js";
import { stateFiles } from "./state.js";

export const writePeople = async (
  engine: Engine,
  sources: ResolutionSources,
  found: Resolution,
  now: number,
): Promise<WrittenPeople> => {
  const { affected } = found;
  const { previous: earlier } = found.input;
  return affected && earlier
    ? writeChanged(engine, sources, { ...found, affected, earlier }, now)
    : writeAll(engine, sources, found, now);
};

const writeAll = async (
  engine: Engine,
  { identities, previousDir, keepsState: isRemembered, dir }: ResolutionSources,
  { input: { numbered, identified }, links, clusters }: Resolution,
  now: number,
): Promise<WrittenPeople> => {
  const files = peopleFiles(dir);
  const earlier = previousDir === null ? null : peopleFiles(previousDir);
  const persons = await stagePersons(engine, { numbered, identified, clusters });
  await engine.writeParquet(personRows(persons), files.persons);
  await engine.writeParquet(people(writtenIdentities(identities, numbered), numbered, persons), files.people);
  const known = earlier && existsSync(earlier.matches) ? relation(earlier.matches) : null;
  await engine.writeParquet(matches(links, numbered, persons, known, now), files.matches);
  const sizes = await engine.createTable("person_size", personSizes(persons));
  if (isRemembered) await engine.writeParquet(sql`select * from ${sizes}`, stateFiles(dir).sizes);
  return { sizes, changing: earlier && { persons, previous: relation(earlier.persons) } };
};

// Whose each identity is.

interface Clustered {
  numbered: Relation;
  identified: Relation;
  /** See `warehouse/persons/clusters.ts`. */
  clusters: Relation;
}

/** Stages `persons` of these identities, without those who are on a list. */
export const stagePersons = async (
  engine: Engine,
  { numbered, identified, clusters }: Clustered,
): Promise<Relation> => {
  const roots = await engine.createTable("root", sql`select * from ${rootsOf(numbered, clusters)}`);
  const suppressed = await engine.createTable("suppressed", suppressedRoots(numbered, roots));
  return engine.createTable("person", persons(identified, roots, suppressed));
};

// Only people can have changed of whom a record is affected. They are written over those of the build before.

export interface WrittenPeople {
  /** See `personSizes`. */
  sizes: Relation;
  /** Records of now and of the build before, at least of the people who have changed: identity_key, person_id; null for the first. */
  changing: { persons: Relation; previous: Relation } | null;
}

interface Found extends Resolution {
  affected: Relation;
  earlier: PreviousBuild;
}

export const writeChanged = async (
  engine: Engine,
  { identities, dir }: ResolutionSources,
  found: Found,
  now: number,
): Promise<WrittenPeople> => {
  const { links, earlier } = found;
  const [files, before] = [filesOf(dir), filesOf(earlier.dir)];
  const lay = (name: keyof typeof files, key: string, touched: Relation, rows: Sql) => {
    const into = { previous: before[name], file: files[name], key, isWhole: earlier.isAnyRemoved };
    return replaceRows(engine, into, touched, rows);
  };
  const { numbered, persons, keys, previous } = await stageNear(engine, found);
  const records = await engine.createTable("changed_record", changedRecords(persons, previous));
  await lay("persons", "identity_key", records, personRows(recordsAmong(persons, records)));
  const changed = await engine.createTable("changed_person", changedPeople(records));
  const again = await engine.createTable("numbered_again", numberedAmong(numbered, persons, changed));
  await lay("people", "person_id", changed, people(writtenIdentities(identities, again), again, persons));
  const left = sql`(select identity_key as left_key from ${keys})`;
  await lay("matches", "left_key", left, matches(links, numbered, persons, relation(before.matches), now));
  await lay("sizes", "person_id", changed, personSizes(personsAmong(persons, changed)));
  const sizes = sql`select * from ${withReplaced(files.sizes, sql`person_id`)}`;
  return {
    sizes: await engine.createTable("person_size", sizes),
    changing: { persons: personsAmong(persons, changed), previous: personsAmong(previous, changed) },
  };
};

const filesOf = (dir: string) => ({ ...peopleFiles(dir), sizes: stateFiles(dir).sizes });

interface Near {
  /** Of the identities that are affected: see `Ground` and `persons`. */
  numbered: Relation;
  persons: Relation;
  /** One row per identity that is affected or gone: identity_key; and to whom they belonged before, see `persons.parquet`. */
  keys: Relation;
  previous: Relation;
}

const stageNear = async (
  engine: Engine,
  { input: ground, clusters, affected, earlier }: Found,
): Promise<Near> => {
  const near = (rows: Relation): Relation =>
    sql`(select held.* from ${rows} as held semi join ${affected} as near on near.node = held.node)`;
  const numbered = await engine.createTable("numbered_near", sql`select * from ${near(ground.numbered)}`);
  const keys = await engine.createTable(
    "near_key",
    sql`select identity_key from ${numbered} union all select identity_key from ${earlier.removed}`,
  );
  const before = relation(peopleFiles(earlier.dir).persons);
  return {
    numbered,
    persons: await stagePersons(engine, { numbered, identified: near(ground.identified), clusters }),
    keys,
    previous: await engine.createTable("person_before", sql`select * from ${recordsAmong(before, keys)}`),
  };
};
