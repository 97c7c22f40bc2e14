// Where the people of an account are: where their coordinates say, or else where the gazetteer puts their address.

import type { Engine } from "../warehouse/engine.js";
import { stagePlaces } from "../warehouse/persons/normalise.js";
import { coordinates, ownCoordinates } from "../warehouse/places/coordinates.js";
import { whereabouts } from "../warehouse/places/distances.js";
import { gazetteer, identitiesWithCoordinates, located } from "../warehouse/places/gazetteer.js";
import { spots } from "../warehouse/places/spots.js";
import { datasetFiles, peopleFiles, relation } from "../warehouse/relations.js";
import { parquet, type Relation, sql } from "../warehouse/sql/sql.js";

export interface PeopleMap {
  /** One row per person whose coordinates are known: person_id, longitude, latitude. */
  whereabouts: Relation;
  /** The spots of people's addresses, by person_id: see `spots`. */
  spots: Relation;
  gazetteer: Relation;
}

export const drawPeopleMap = async (
  engine: Engine,
  peopleDir: string,
  datasetDirs: readonly string[],
): Promise<PeopleMap> => {
  const people = peopleFiles(peopleDir);
  const datasets = datasetDirs.map(datasetFiles);
  const known = await engine.createTable(
    "known_coordinates",
    coordinates(datasets.map(({ traits }) => relation(traits))),
  );
  const identities = parquet(datasets.map((dataset) => dataset.identities));
  const told = identitiesWithCoordinates(known, identities);
  const ofIdentities = await spotsOf(engine, "identity_spot", told);
  const entries = await engine.createTable("gazetteer", gazetteer(known, identities, ofIdentities));

  const shown = sql`(select person.person_id as node, person.* from ${relation(people.people)} as person)`;
  const ofPeople = await spotsOf(engine, "person_spot", shown);
  const own = sql`(${ownCoordinates(known, relation(people.persons))})`;
  const byAddress = sql`(${located(ofPeople, entries)})`;
  return {
    whereabouts: await engine.createTable("whereabouts", whereabouts(own, byAddress)),
    spots: ofPeople,
    gazetteer: entries,
  };
};

/** `written` has one row per node with the parts of its address. */
export const spotsOf = async (engine: Engine, name: string, written: Relation): Promise<Relation> =>
  engine.createTable(name, spots(await stagePlaces(engine, written)));
