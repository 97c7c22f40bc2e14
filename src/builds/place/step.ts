// The step of a place: the distance of each person. Distances are computed once per distinct position. People
// at one of the place's addresses are found by its text, also if its coordinates are unknown. A person is at
// the coordinates of their records, or else where the gazetteer locates their address.

import type { Position } from "../../domain/cohort/geojson.js";
import type { PlaceAddress, PlaceConfig, PlaceLocation, PlaceResult } from "../../domain/cohort/place.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { PeopleResult } from "../../domain/people/people.js";
import { refuse } from "../../errors/refusal.js";
import { type Distance, distanceTo } from "../../model/geometry/distance.js";
import { addressedPeople } from "../../warehouse/delivery/representations.js";
import type { Engine } from "../../warehouse/engine.js";
import { stageAddresses } from "../../warehouse/persons/normalise.js";
import {
  distancesToAddresses,
  distancesToGeometry,
  locatedCount,
  peopleCoordinates,
  positions,
  positionsAt,
} from "../../warehouse/places/distances.js";
import {
  coordinates,
  gazetteer,
  identitiesWithCoordinates,
  located,
  locationKeys,
  matchingLocations,
  ownCoordinates,
  placeAddresses,
} from "../../warehouse/places/locations.js";
import { datasetFiles, identitiesOf, peopleFiles, placeFiles, relation } from "../../warehouse/relations.js";
import { orderedBy, resultOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Step } from "../kind/kind.js";

export interface PlaceInput {
  config: PlaceConfig;
  people: PeopleResult;
  peopleDir: string;
  datasetDirs: string[];
}

/** Writes `distances.parquet`. Refuses `people-not-located` for a geometry if nobody has coordinates. */
export const buildPlace: Step<PlaceInput, ResultOf<"places">> = async (input, { engine, dir, progress }) => {
  const { geojson, addresses = [] } = input.config;
  progress(0, "Locating people");
  const map = await mapPeople(engine, input.peopleDir, input.datasetDirs);
  const write = (distances: Relation) => writeDistances(engine, distances, dir);

  progress(0.5, "Measuring distances");
  if (geojson) {
    const measured = await measure(engine, map.coordinates, distanceTo(geojson));
    const located_count = await write(measured);
    if (located_count === 0 && input.people.people_count > 0) throw refuse("people-not-located");
    return { located_count, locations: [] };
  }
  const written = await spotsOf(engine, "address_spot", placeAddresses(addresses));
  const locations = await locate(engine, addresses, located(written, map.gazetteer));
  const measured = await measure(engine, map.coordinates, distanceToAny(locations));
  return {
    located_count: await write(distancesToAddresses(map.spots, matchingLocations(written), measured)),
    locations,
  };
};

/** One location per address, in order; null if not found. */
const locate = async (
  engine: Engine,
  addresses: readonly PlaceAddress[],
  found: Relation,
): Promise<PlaceResult["locations"]> => {
  type Found = { node: number; longitude: number; latitude: number; level: number };
  const byNode = new Map((await engine.rows<Found>(found)).map((row) => [row.node, row]));
  return addresses.map((_, node): PlaceLocation | null => {
    const row = byNode.get(node);
    if (!row) return null;
    const { longitude, latitude, level } = row;
    return { longitude, latitude, located_by: level < 3 ? "street" : "postcode" };
  });
};

/** Null: none of the addresses has coordinates. */
const distanceToAny = (locations: PlaceResult["locations"]): Distance | null => {
  const coordinates = locations.flatMap((found): Position[] =>
    found ? [[found.longitude, found.latitude]] : [],
  );
  return coordinates.length > 0 ? distanceTo({ type: "MultiPoint", coordinates }) : null;
};

/** One row per person whose coordinates are known: person_id, metres. */
export const measure = async (
  engine: Engine,
  people: Relation,
  distance: Distance | null,
): Promise<Relation> => {
  const numbered = await engine.createTable("position", positions(people));
  const count = await engine.count(numbered);
  const none = new Float64Array();
  const measured = await engine.createTableOf("measured", { longitude: none, latitude: none, metres: none });
  for (let from = 0; from < count; from += positionsAtOnce) {
    const { columns } = await engine.columns(positionsAt(numbered, from, from + positionsAtOnce));
    const { longitude, latitude } = columns as Record<"longitude" | "latitude", Float64Array>;
    const metres = longitude.map((east, i) => distance?.(east, latitude[i]!) ?? Number.NaN);
    await engine.appendColumns("measured", { longitude, latitude, metres });
  }
  return distancesToGeometry(people, measured);
};

/** Bounds the memory: the engine has room on disk for the others. */
const positionsAtOnce = 250_000;

/** Returns the number of people whose distance is known. */
const writeDistances = async (engine: Engine, distances: Relation, dir: string): Promise<number> => {
  const file = placeFiles(dir).distances;
  await engine.writeParquet(orderedBy("person_id", resultOf(distances)), file);
  return (await engine.row<{ people: number }>(locatedCount(relation(file)))).people;
};

export interface PeopleMap {
  /** One row per person whose coordinates are known: person_id, longitude, latitude. */
  coordinates: Relation;
  /** The locations of people's addresses, by person_id. */
  spots: Relation;
  gazetteer: Relation;
}

export const mapPeople = async (
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
  const identities = identitiesOf(datasetDirs);
  const withCoordinates = identitiesWithCoordinates(known, identities);
  const ofIdentities = await spotsOf(engine, "identity_spot", withCoordinates);
  const entries = await engine.createTable("gazetteer", gazetteer(known, identities, ofIdentities));

  const ofPeople = await spotsOf(engine, "person_spot", addressedPeople(relation(people.people)));
  const own = ownCoordinates(known, relation(people.persons));
  const coordinatesOfPeople = peopleCoordinates(own, located(ofPeople, entries));
  return {
    coordinates: await engine.createTable("person_coordinates", coordinatesOfPeople),
    spots: ofPeople,
    gazetteer: entries,
  };
};

/** `written` has one row per node with the parts of its address. */
export const spotsOf = async (engine: Engine, name: string, written: Relation): Promise<Relation> =>
  engine.createTable(name, locationKeys(await stageAddresses(engine, written)));
