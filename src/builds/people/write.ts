// People and what holds them together, written. Where the ground was laid onwards, only those who have changed are written, over
// those of the build before.

import { existsSync } from "node:fs";
import type { Engine } from "../../warehouse/engine.js";
import { replaceRows } from "../../warehouse/layers.js";
import {
  changedPeople,
  changedRecords,
  linksFrom,
  numberedAmong,
  personsAmong,
  personsOf,
  relinkedKeys,
} from "../../warehouse/persons/changed.js";
import { writtenIdentities } from "../../warehouse/persons/identities.js";
import { matches } from "../../warehouse/persons/links.js";
import { people } from "../../warehouse/persons/people.js";
import { personRows } from "../../warehouse/persons/persons.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Earlier, Ground } from "./ground.js";

interface Found {
  /** By dataset. */
  identities: readonly Relation[];
  ground: Ground;
  /** See `allLinks`. */
  links: Relation;
  /** See `persons`. */
  persons: Relation;
  previousDir: string | null;
  files: ReturnType<typeof peopleFiles>;
  now: number;
}

/** `persons` of now and of the build before, at least of the people who have changed; null for the first. */
type Changing = { persons: Relation; previous: Relation } | null;

export const writePeople = (engine: Engine, found: Found): Promise<Changing> =>
  found.ground.earlier ? writeChanged(engine, found, found.ground.earlier) : writeAll(engine, found);

const writeAll = async (
  engine: Engine,
  { identities, ground: { numbered }, links, persons, previousDir, files, now }: Found,
): Promise<Changing> => {
  const earlier = previousDir === null ? null : peopleFiles(previousDir);
  await engine.writeParquet(personRows(persons), files.persons);
  await engine.writeParquet(people(writtenIdentities(identities, numbered), numbered, persons), files.people);
  const known = earlier && existsSync(earlier.matches) ? relation(earlier.matches) : null;
  await engine.writeParquet(matches(links, numbered, persons, known, now), files.matches);
  return earlier && { persons, previous: relation(earlier.persons) };
};

const writeChanged = async (
  engine: Engine,
  { identities, ground: { numbered }, links, persons, files, now }: Found,
  { dir, touched, isAnyGone }: Earlier,
): Promise<Changing> => {
  const earlier = peopleFiles(dir);
  const previous = relation(earlier.persons);
  const records = await engine.createTable("changed_record", changedRecords(persons, previous));
  const changed = await engine.createTable("changed_person", changedPeople(records));
  await replaceRows(
    engine,
    { previous: earlier.persons, file: files.persons, key: "identity_key", isWhole: isAnyGone },
    records,
    personRows(personsOf(persons, records)),
  );
  const again = await engine.createTable("numbered_again", numberedAmong(numbered, persons, changed));
  await replaceRows(
    engine,
    { previous: earlier.people, file: files.people, key: "person_id", isWhole: isAnyGone },
    changed,
    people(writtenIdentities(identities, again), again, persons),
  );
  const known = relation(earlier.matches);
  const all = { persons, previous, people: changed };
  const relinked = await engine.createTable("relinked", relinkedKeys(all, numbered, touched, links, known));
  await replaceRows(
    engine,
    { previous: earlier.matches, file: files.matches, key: "left_key", isWhole: isAnyGone },
    relinked,
    matches(linksFrom(links, numbered, relinked), numbered, persons, known, now),
  );
  return { persons: personsAmong(persons, changed), previous: personsAmong(previous, changed) };
};
