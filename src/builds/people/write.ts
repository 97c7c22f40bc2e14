// People and what holds them together, written. Where few can have changed, those alone are, over those of the build before.

import { existsSync } from "node:fs";
import type { Engine } from "../../warehouse/engine.js";
import { personSizes } from "../../warehouse/persons/census.js";
import { writtenIdentities } from "../../warehouse/persons/identities.js";
import { matches } from "../../warehouse/persons/links.js";
import { people } from "../../warehouse/persons/people.js";
import { personRows } from "../../warehouse/persons/persons.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { ResolutionSources } from "./ground.js";
import { stateFiles } from "./memory.js";
import { type WrittenPeople, writeChanged } from "./onwards/write.js";
import { stagePersons } from "./persons.js";
import type { Resolution } from "./resolve.js";

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
