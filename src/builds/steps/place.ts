// A place's result: how far each person is from it. Distances are computed once for each position at which anybody is; who is at
// one of a place's addresses is so by the words of it, also where nobody knows its coordinates.

import type { Position } from "../../domain/geojson.js";
import type { PlaceAddress, PlaceLocation, PlaceResult } from "../../domain/place.js";
import { refuse } from "../../errors/refusal.js";
import { type Distance, distanceTo } from "../../model/geometry.js";
import type { Engine } from "../../warehouse/engine.js";
import { writtenAddresses } from "../../warehouse/places/addresses.js";
import { distancesToAddresses, measuredDistances, positions } from "../../warehouse/places/distances.js";
import { located } from "../../warehouse/places/gazetteer.js";
import { meetingSpots } from "../../warehouse/places/spots.js";
import { placeFiles, relation } from "../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import { drawPeopleMap, spotsOf } from "../people-map.js";
import type { Step } from "../step.js";

/** Writes `distances.parquet`. Refuses `people-not-located` for a geometry among people who are nowhere. */
export const buildPlace: Step<"places"> = async (order, { engine, dir, progress }) => {
  const { geojson, addresses = [] } = order.config;
  progress(0, "finding out where people are");
  const map = await drawPeopleMap(engine, order.peopleDir, order.datasetDirs);
  const write = (distances: Relation) => writeDistances(engine, distances, dir);

  progress(0.5, "measuring distances");
  if (geojson) {
    const measured = await measure(engine, map.whereabouts, distanceTo(geojson));
    const located_count = await write(measured);
    if (located_count === 0 && order.people.people_count > 0) throw refuse("people-not-located");
    return { located_count, locations: [] };
  }
  const said = await spotsOf(engine, "address_spot", writtenAddresses(addresses));
  const locations = await locate(engine, addresses, located(said, map.gazetteer));
  const measured = await measure(engine, map.whereabouts, distanceToAny(locations));
  return {
    located_count: await write(distancesToAddresses(map.spots, meetingSpots(said), measured)),
    locations,
  };
};

/** Of each address, in their order. */
const locate = async (
  engine: Engine,
  addresses: readonly PlaceAddress[],
  found: Relation,
): Promise<PlaceResult["locations"]> => {
  type Found = { node: number; longitude: number; latitude: number; exactness: number };
  const byNode = new Map((await engine.rows<Found>(found)).map((row) => [row.node, row]));
  return addresses.map((_, node): PlaceLocation | null => {
    const row = byNode.get(node);
    if (!row) return null;
    const { longitude, latitude, exactness } = row;
    return { longitude, latitude, located_by: exactness < 3 ? "street" : "postcode" };
  });
};

/** Null: none of the addresses can be found on the map. */
const distanceToAny = (locations: PlaceResult["locations"]): Distance | null => {
  const coordinates = locations.flatMap((found): Position[] =>
    found ? [[found.longitude, found.latitude]] : [],
  );
  return coordinates.length > 0 ? distanceTo({ type: "MultiPoint", coordinates }) : null;
};

/** One row per person whose coordinates are known: person_id, metres. */
const measure = async (engine: Engine, people: Relation, distance: Distance | null): Promise<Sql> => {
  const { columns } = await engine.columns(positions(people));
  const { longitude, latitude } = columns as Record<"longitude" | "latitude", Float64Array>;
  const metres = longitude.map((east, i) => distance?.(east, latitude[i]!) ?? Number.NaN);
  const measured = await engine.createTableOf("measured", { longitude, latitude, metres });
  return measuredDistances(people, measured);
};

/** Returns the number of people of whom it is known how far they are. */
const writeDistances = async (engine: Engine, distances: Relation, dir: string): Promise<number> => {
  const file = placeFiles(dir).distances;
  await engine.writeParquet(
    sql`select far.person_id, far.metres from (${distances}) as far order by far.person_id`,
    file,
  );
  const counted = sql`select count(far.metres) as people from ${relation(file)} as far`;
  return (await engine.row<{ people: number }>(counted)).people;
};
