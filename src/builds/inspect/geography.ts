// Geography of a pipeline, counted when it is asked for, from the people of its last build.

import type { Geography, GeographyArea, PeopleAtHome } from "../../domain/pipeline/geography.js";
import { type Area, minPeoplePerArea } from "../../domain/target/target.js";
import { peopleByArea } from "../../warehouse/delivery/geography.js";
import { addressedPeople, households, peopleOfAreas } from "../../warehouse/delivery/representations.js";
import type { Engine } from "../../warehouse/engine.js";
import { stageAddresses } from "../../warehouse/persons/normalise.js";
import { cohortFiles, peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";

export interface GeographySources {
  scopeDir: string;
  peopleDir: string;
  /** The cohorts of the population that are built. */
  cohorts: { id: string; dir: string }[];
}

type Counted = Pick<PeopleAtHome, keyof PeopleAtHome> & { area: string };

export const geographyOf = async (
  engine: Engine,
  { scopeDir, peopleDir, cohorts }: GeographySources,
): Promise<Geography> => {
  const people = relation(peopleFiles(peopleDir).people);
  const homes = await engine.createTable(
    "home",
    households(await stageAddresses(engine, addressedPeople(people))),
  );
  const areasOf = async (area: Area): Promise<Record<string, GeographyArea>> => {
    const scored = relation(scopeFiles(scopeDir).scores);
    const located = await engine.createTable(area, peopleOfAreas(scored, people, area, minPeoplePerArea));
    const count = (members: Relation | null) => engine.rows<Counted>(peopleByArea(located, homes, members));
    const found = new Map<string, GeographyArea>();
    for (const { area: name, ...counts } of await count(null)) found.set(name, { ...counts, cohorts: {} });
    for (const { id, dir } of cohorts)
      for (const { area: name, ...counts } of await count(relation(cohortFiles(dir).members)))
        found.get(name)!.cohorts[id] = counts;
    return Object.fromEntries(found);
  };
  return { postcodes: await areasOf("postcode"), states: await areasOf("state") };
};
